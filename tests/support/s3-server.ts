import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { freePort } from './free-port.ts'

/**
 * A real S3 service: s3rver, which verifies every signature and stores objects in a folder. It lacks conditional puts,
 * so a proxy before it answers `If-None-Match: *` with 412 for a key that exists or is being written. It can also be
 * told to fail.
 */
interface S3Server {
  /** The configuration the product needs to use it. */
  env: Record<string, string>
  /** The folder of its objects. */
  folder: string
  /** `down`: refuses connections; `silent`: never answers; `broken`: answers 500. */
  mode: 'up' | 'down' | 'silent' | 'broken'
  /** Ignores conditions, as older services do. */
  ignoresConditions: boolean
  close(): Promise<void>
}

const BUCKET = 'plaudit-logos'

export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(tmpdir(), 'plaudit-s3-'))
  const service = new S3rver({
    directory,
    silent: true,
    configureBuckets: [{ name: BUCKET }],
    vhostBuckets: false,
  })
  await service.configureBuckets()
  const answer = service.callback()
  const writing = new Set<string>()
  const port = await freePort()

  const server: S3Server = {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    folder: path.join(directory, BUCKET),
    mode: 'up',
    ignoresConditions: false,
    close: async () => {
      front.closeAllConnections()
      await new Promise((resolve) => front.close(resolve))
      await rm(directory, { recursive: true, force: true })
    },
  }

  const front = createServer((request, response) => void respond(request, response))
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (server.mode === 'silent') return
    if (server.mode === 'down') return void request.socket.destroy()
    if (server.mode === 'broken') return void response.writeHead(500).end()
    const key = decodeURIComponent(new URL(request.url ?? '', server.env.S3_ENDPOINT).pathname).slice(
      BUCKET.length + 2,
    )
    if (request.headers['if-none-match'] !== '*' || server.ignoresConditions)
      return void answer(request, response)
    const isBeingWritten = writing.has(key)
    // Before any await, so that one of several concurrent requests is first.
    writing.add(key)
    if (isBeingWritten || (await service.store.existsObject(BUCKET, key))) {
      if (!isBeingWritten) writing.delete(key)
      request.resume()
      response.writeHead(412, { 'content-type': 'application/xml' })
      return void response.end('<Error><Code>PreconditionFailed</Code></Error>')
    }
    response.on('close', () => writing.delete(key))
    answer(request, response)
  }
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve))
  return server
}
