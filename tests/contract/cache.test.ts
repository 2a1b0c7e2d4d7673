import { request } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool } from './rows.ts'

/** Cached answers equal uncached ones. */

const server = await testServer({ LOG_LEVEL: 'info', RATE_LIMITS: 'off' })
const tool = await addTool(server.sql, {}, [await addCategory(server.sql)])

interface Plain {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** The raw bytes: fetch would decompress them. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Plain> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })
}

const key = () => ({ apikey: server.publishableKey })
const kept = ['/', '/categories', '/terms', '/nowhere', '/rest/v1/rpc/list_tools?sort=newest']
const headersFor = (path: string) => (path.startsWith('/rest/') ? key() : {})

/** Requested until it is a cache hit. */
async function warm(path: string, headers: Record<string, string> = {}): Promise<Plain> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await ask(path, { ...headersFor(path), ...headers })
    if (answer.headers['cache-status']) return answer
  }
  throw new Error(`${path} is never answered from memory`)
}

describe.each(kept)('%s from memory', (path) => {
  const isPage = !path.startsWith('/rest/')

  test('has the headers of the first answer (policy, security headers) and its own request id', async () => {
    // Not cached: another URL of the same page or read.
    const made = await ask(
      `${path}${path.includes('?') ? '&' : '?'}${isPage ? 'unknown=1' : 'max_results=99'}`,
      headersFor(path),
    )
    const first = await warm(path)
    const again = await warm(path)
    for (const name of Object.keys(made.headers)) expect(Object.keys(again.headers), name).toContain(name)
    for (const name of [
      'content-security-policy',
      'x-content-type-options',
      'x-frame-options',
      'content-type',
      'vary',
    ])
      expect(again.headers[name], name).toBe(made.headers[name])
    expect(again.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
    expect(again.headers['cache-control']).toBe('public, max-age=0, must-revalidate')
    expect(again.headers['set-cookie']).toBeUndefined()
  })

  test('is the same in every encoding, and not sent to a client that has it', async () => {
    const plain = await warm(path, { 'accept-encoding': 'identity' })
    const br = await warm(path, { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await warm(path, { 'accept-encoding': 'gzip, br;q=0' })
    const unpack = ({ headers, body }: Plain) =>
      headers['content-encoding'] === 'br'
        ? brotliDecompressSync(body)
        : headers['content-encoding'] === 'gzip'
          ? gunzipSync(body)
          : body
    if (isPage) {
      expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
      expect(br.body.byteLength).toBeLessThan(plain.body.byteLength / 3)
    }
    for (const answer of [br, gzip]) {
      expect(unpack(answer).equals(plain.body)).toBe(true)
      expect(answer.headers.etag).toBe(plain.headers.etag)
      expect(answer.headers['content-length']).toBe(String(answer.body.byteLength))
    }
    if (plain.status !== 200) return
    const etag = String(plain.headers.etag)
    for (const condition of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const known = await warm(path, { 'if-none-match': condition })
      expect([known.status, known.body.byteLength]).toEqual([304, 0])
      // A client takes over the headers of a 304: a policy that forbids everything would break its page.
      expect(known.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
      expect([known.headers.etag, known.headers.vary]).toEqual([etag, plain.headers.vary])
    }
    expect((await warm(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  test('answers HEAD with the headers alone', async () => {
    const whole = await warm(path)
    const head = await ask(path, headersFor(path), 'HEAD')
    expect([head.status, head.body.byteLength]).toEqual([whole.status, 0])
    expect(head.headers['content-type']).toBe(whole.headers['content-type'])
  })

  test('is logged like every other request', async () => {
    const { headers, status } = await warm(path)
    const lines = () =>
      server
        .output()
        .split('\n')
        .filter((line) => line.includes(String(headers['x-request-id'])))
    await expect.poll(() => lines().length).toBe(1)
    const line: Record<string, unknown> = JSON.parse(lines()[0] ?? '')
    expect(line).toMatchObject({ method: 'GET', path: path.split('?')[0], status })
    expect(line.client).toMatch(/^[\w-]{10}$/)
  })
})

test('unknown parameters and the order of known ones do not create further entries', async () => {
  await warm('/')
  for (const path of ['/?utm_source=x', '/?fbclid=1&utm_medium=y', '/?']) {
    const answer = await ask(path)
    expect(answer.headers['cache-status'], path).toBe('plaudit; hit')
    expect(answer.headers.etag).toBe((await warm('/')).headers.etag)
  }
  expect((await ask('/?show=3')).status).toBe(307)
})

test('a path in another spelling redirects to the canonical one', async () => {
  for (const [path, plain] of [
    ['/Categories', '/categories'],
    ['/%63ategories/?sort=top', '/categories?sort=top'],
    [`/TOOLS/${tool.slug.toUpperCase()}`, `/tools/${tool.slug}`],
    ['/categories/', '/categories'],
    ['/caf%C3%A9/', '/caf%C3%A9'],
  ] as const) {
    const { status, headers } = await ask(path)
    expect([status, headers.location, headers['cache-control']], path).toEqual([
      308,
      plain,
      'public, max-age=0, must-revalidate',
    ])
  }
  for (const plain of ['/caf%C3%A9', '/a%2Fb', '/%7b%7D', '/assets/Gone.js'])
    expect((await ask(plain)).status, plain).toBe(404)
})

test('parameters that admin pages parse in the browser create no entries', async () => {
  for (let tries = 0; tries < 3; tries++)
    expect((await ask('/admin/tools?unknown=1')).headers['cache-status']).toBeUndefined()
})

test('the page of a mailed link is not cacheable', async () => {
  for (let tries = 0; tries < 3; tries++) {
    const { headers } = await ask('/auth/confirm?token_hash=abcdef&type=signup')
    expect([headers['cache-status'], headers['cache-control']]).toEqual([undefined, 'no-store'])
  }
})

test('tables are read from the database each time, and so is the head of a call', async () => {
  for (let tries = 0; tries < 3; tries++) {
    const rows = await ask('/rest/v1/tools?select=id', key())
    expect([rows.headers['cache-status'], rows.headers['cache-control'], rows.headers.etag]).toEqual([
      undefined,
      'no-store',
      undefined,
    ])
    const head = await ask('/rest/v1/rpc/list_tools', { ...key(), 'if-none-match': '*' }, 'HEAD')
    expect([head.status, head.headers['cache-status']]).toEqual([200, undefined])
  }
})

test('the files of a page are sent packed as small as they get', async () => {
  const page = (await ask('/')).body.toString()
  const files = [...page.matchAll(/"(?<file>\/assets\/[^"]+\.(?:js|css))"/g)].map(
    ({ groups }) => groups?.file ?? '',
  )
  expect(files.length).toBeGreaterThan(2)
  for (const file of new Set(files)) {
    const plain = (await ask(file, { 'accept-encoding': 'identity' })).body
    // Too small to benefit from compression.
    if (plain.byteLength < 1024) continue
    const br = await ask(file, { 'accept-encoding': 'gzip, br' })
    expect([br.headers['content-encoding'], br.body.byteLength]).toEqual([
      'br',
      brotliCompressSync(plain).byteLength,
    ])
    expect(brotliDecompressSync(br.body).equals(plain)).toBe(true)
    const gz = await ask(file, { 'accept-encoding': 'gzip' })
    expect([gz.headers['content-encoding'], gz.body.byteLength]).toEqual([
      'gzip',
      gzipSync(plain, { level: 9 }).byteLength,
    ])
    expect(gunzipSync(gz.body).equals(plain)).toBe(true)
    for (const { headers, body } of [br, gz]) {
      expect(headers['content-length']).toBe(String(body.byteLength))
      expect(headers['cache-control']).toBe('max-age=31536000, immutable')
      expect(headers.vary).toContain('Accept-Encoding')
    }
  }
})

test('a page whose data could not be read is not cached', async () => {
  // Rights are not rows: after changing them by hand an operator has to notify (docs/operations.md).
  const change = async (statement: string) => {
    await server.sql.unsafe(statement)
    await server.sql`select pg_notify('plaudit_changes', '*')`
  }
  await change('revoke select on public.categories from anon')
  try {
    for (let tries = 0; tries < 3; tries++)
      expect((await ask('/categories')).headers['cache-status']).toBeUndefined()
  } finally {
    await change('grant select on public.categories to anon')
  }
  expect((await warm('/categories')).status).toBe(200)
})
