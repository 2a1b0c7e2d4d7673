import { spawn } from 'node:child_process'
import { createServer, get } from 'node:http'
import process from 'node:process'
import { freePort } from '../tests/support/free-port.ts'

/** A response as sent over the network, compressed. */
interface Recorded {
  status: number
  /** Names and values alternate. */
  headers: string[]
  body: string
}

/** Headers that every server sets itself. */
const OF_THE_MOMENT = /^(date|connection|keep-alive|transfer-encoding)$/i

/**
 * The minimum a node process needs for a response: `node:http` sending the same bytes and headers, in a process of its
 * own like ours.
 */
export async function withBareServer<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const port = await freePort()
  const child = spawn(process.execPath, [import.meta.filename, String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(await record(url)))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  try {
    return await work(`http://127.0.0.1:${port}/`)
  } finally {
    child.kill()
  }
}

function record(url: string): Promise<Recorded> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': 'gzip, deflate, br' } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const { rawHeaders, statusCode = 0 } = answer
        const headers = rawHeaders.flatMap((name, index) =>
          index % 2 === 0 && !OF_THE_MOMENT.test(name) ? [name, rawHeaders[index + 1] ?? ''] : [],
        )
        resolve({ status: statusCode, headers, body: Buffer.concat(chunks).toString('base64') })
      })
    }).on('error', reject)
  })
}

async function serve(port: number): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const { status, headers, body }: Recorded = JSON.parse(Buffer.concat(chunks).toString())
  const bytes = Buffer.from(body, 'base64')
  createServer((_request, response) => response.writeHead(status, headers).end(bytes)).listen(
    port,
    '127.0.0.1',
    () => process.stdout.write('ready\n'),
  )
}

if (import.meta.main) await serve(Number(process.argv[2]))
