import { type IncomingMessage, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { administrator, post } from '../support/actors.ts'
import { logoName, MEGABYTE, PUBLIC, png, pngOfBytes } from '../support/logos.ts'
import { testServer } from '../support/test-file.ts'
import { bytes, OPTIONS, storageOf } from './storage.ts'

/** /storage/v1: bounds of size, and allowed names. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)
const picture = await png()

const { bucket } = storageOf(() => ({ server, admin }))

describe('size', () => {
  test('of exactly 2 MB is accepted, one byte more is not, as form and as body', async () => {
    const [exact, over] = [await pngOfBytes(2 * MEGABYTE), await pngOfBytes(2 * MEGABYTE + 1)]
    for (const body of [exact, new Blob([bytes(exact)])])
      expect((await bucket().upload(logoName(), body, OPTIONS)).error).toBeNull()
    for (const body of [over, new Blob([bytes(over)])])
      expect((await bucket().upload(logoName(), body, OPTIONS)).error).toMatchObject({
        status: 413,
        statusCode: '413',
        message: 'Image file size must be less than 2MB',
      })
  })

  test('of nothing is refused', async () => {
    for (const body of [Buffer.alloc(0), new Blob([])])
      expect((await bucket().upload(logoName(), body, OPTIONS)).error).toMatchObject({
        message: 'Please upload an image file',
      })
  })

  test.each([
    ['image/png', ''],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\n',
    ],
  ])('is refused while an endless body of %s is still being sent', async (type, start) => {
    const { status, sent } = await sendEndlessly(type, start)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(64 * MEGABYTE)
  })

  test('announced by a header is refused without reading', async () => {
    const { status, sent } = await sendEndlessly('image/png', '', 500 * MEGABYTE)
    expect(status).toBe(413)
    expect(sent).toBeLessThan(64 * MEGABYTE)
  })

  test('does not apply to other prefixes: their limit stays 1 MB', async () => {
    expect(
      (await post(server, '/rest/v1/tool_upvotes', { reason: 'x'.repeat(MEGABYTE) }, admin.accessToken))
        .status,
    ).toBe(413)
  })

  /** Sends until there is a response; returns how much had been read by then. */
  function sendEndlessly(
    type: string,
    start: string,
    length?: number,
  ): Promise<{ status?: number; sent: number }> {
    return new Promise((resolve, reject) => {
      let sent = 0
      const out = request(`${server.url}/storage/v1/object/tool-logos/${logoName()}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${admin.accessToken}`,
          'content-type': type,
          ...(length && { 'content-length': length }),
        },
      })
      let answer: IncomingMessage | undefined
      const done = () => {
        out.destroy()
        if (answer) resolve({ status: answer.statusCode, sent })
        else reject(new Error('no answer'))
      }
      out.on('response', (response) => {
        answer = response
        response.resume().on('end', done)
      })
      out.on('error', done)
      const chunk = Buffer.alloc(64 * 1024, 'a')
      const push = (): void => {
        if (answer) return
        sent += chunk.length
        if (out.write(chunk)) setImmediate(push)
        else out.once('drain', push)
      }
      out.write(start)
      push()
    })
  }
})

describe('a name', () => {
  const send = (path: string, method = 'POST') =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      // Unchanged: fetch would normalise it.
      const headers = { authorization: `Bearer ${admin.accessToken}`, 'content-type': 'image/png' }
      const out = request({ hostname, port, path, method, headers }, (response) => {
        let body = ''
        response.on('data', (chunk) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
      out.on('error', reject)
      out.end(method === 'POST' ? picture : undefined)
    })

  test('with a way out or a sign is refused for writing, removing and reading', async () => {
    for (const name of [
      '..%2f..%2fevil.png',
      '..\\evil.png',
      'folder/evil.png',
      '.tmp-x',
      'nul%00.png',
      '%E0%A4%A.png',
    ])
      for (const [path, method] of [
        [`/storage/v1/object/tool-logos/${name}`, 'POST'],
        [`/storage/v1/object/tool-logos/${name}`, 'DELETE'],
        [`${PUBLIC}/${name}`, 'GET'],
        [`/storage/v1/render/image/public/tool-logos/${name}?width=32`, 'GET'],
      ] as const) {
        const { status, body } = await send(path, method)
        expect([400, 404]).toContain(status)
        expect(JSON.parse(body)).toMatchObject({ statusCode: String(status), message: expect.any(String) })
      }
  })

  test.each(['/../evil.png', '/%2e%2e/evil.png', '/../../../../etc/passwd'])(
    'path %s leads nowhere',
    async (path) => {
      expect((await send(`/storage/v1/object/tool-logos${path}`)).status).toBeGreaterThanOrEqual(400)
      expect((await send(`${PUBLIC}${path}`, 'GET')).status).toBeGreaterThanOrEqual(400)
    },
  )

  test('that is refused is named', async () => {
    const answer = await send('/storage/v1/object/tool-logos/.hidden.png')
    expect(JSON.parse(answer.body)).toMatchObject({ statusCode: '400', message: 'Invalid key: .hidden.png' })
    const { error } = await bucket().remove(['../secrets/secret-key'])
    expect(error).toMatchObject({ status: 400 })
  })
})
