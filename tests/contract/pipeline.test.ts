import { type IncomingHttpHeaders, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { member, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

const server = await testServer()

describe('every answer', () => {
  test.each(['/', '/rest/v1/tools', '/auth/v1/settings', '/nowhere', '/healthz'])(
    '%s carries a request id and the security headers',
    async (path) => {
      const { headers } = await raw(server, path)
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    },
  )

  test('a page allows its inline scripts by hash and no others', async () => {
    const response = await fetch(server.url)
    const scripts = /script-src ([^;]+)/.exec(response.headers.get('content-security-policy') ?? '')?.[1]
    expect(scripts).toContain("'self'")
    expect(scripts).toContain("'sha256-")
    expect(scripts).not.toContain('unsafe')
  })

  test('a request id that came with the request is not taken over without TRUST_PROXY', async () => {
    const response = await raw(server, '/healthz', { headers: { 'x-request-id': 'chosen-by-the-client' } })
    expect(response.headers.get('x-request-id')).not.toBe('chosen-by-the-client')
  })
})

describe('limits', () => {
  test.each([
    ['/auth/v1/signup', 64],
    ['/rest/v1/rpc/search_tools', 64],
    ['/rest/v1/tool_upvotes', 1024],
  ])('a body to %s over %d kB is refused with 413, with and without a length', async (path, kilobytes) => {
    const person = kilobytes > 64 ? await member(server) : undefined
    const large = JSON.stringify({ query: 'x'.repeat(kilobytes * 1024) })
    const streamed = { body: new Blob([large]).stream(), duplex: 'half' }
    for (const body of [{ body: large }, streamed]) {
      const response = await raw(server, path, { method: 'POST', ...body }, person?.accessToken)
      const message = `The request is larger than ${kilobytes > 64 ? '1 MB' : '64 kB'}`
      expect([response.status, await response.json()]).toMatchObject([413, { code: '413', message }])
    }
  })

  const recover = (email: string, headers: Record<string, string> = {}) =>
    raw(server, '/auth/v1/recover', { method: 'POST', headers, body: JSON.stringify({ email }) })

  test('X-Forwarded-For does not get a client around its limit', async () => {
    const statuses = []
    for (let i = 0; i < 70; i++)
      statuses.push((await recover(`many-${i}@example.org`, { 'x-forwarded-for': `203.0.113.${i}` })).status)
    expect(statuses).toContain(429)
  })

  test("a forged token naming a member does not use up the member's share", async () => {
    const person = await member(server)
    const forged = `${person.accessToken.split('.').slice(0, 2).join('.')}.forged`
    const write = (token: string) =>
      raw(server, `/rest/v1/profiles?id=eq.${person.id}`, { method: 'PATCH', body: '{}' }, token)
    const before = Number((await write(person.accessToken)).headers.get('ratelimit-remaining'))
    for (let i = 0; i < 5; i++) await write(forged)
    const after = Number((await write(person.accessToken)).headers.get('ratelimit-remaining'))
    expect(before - after).toBe(1)
  })
})

test('a large body that is refused holds up its sender, and a small one does not', async () => {
  const took = async (rows: number) => {
    const started = performance.now()
    const body = JSON.stringify(Array.from({ length: rows }, () => ({ name: 'x'.repeat(100) })))
    const { status } = await raw(server, '/rest/v1/tools', { method: 'POST', body })
    return [status, performance.now() - started >= 450]
  }
  expect(await took(1000)).toEqual([401, true])
  const small = await Promise.all(Array.from({ length: 5 }, () => took(1)))
  expect(small).toContainEqual([401, false])
})

describe('a URL that no page has', () => {
  test.each([
    '/nowhere',
    '//evil.example/',
    '///x',
    '/\\\\evil.example/',
    '/tools/%00',
    '/tools/%E0%A4%A',
    '/%5cevil',
  ])('%s is answered with the not-found page', async (path) => {
    const { status, headers, body } = await askRaw(path)
    expect(status).toBe(404)
    expect(body).toContain('Page not found')
    expect(headers.location).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

test('unknown addresses share one page, which is rendered once', async () => {
  const [first, second] = [await askRaw('/nowhere'), await askRaw('/no/where/else?page=2')]
  expect(second.body === first.body).toBe(true)
  expect(second.headers['cache-status']).toBe('plaudit; hit')
  // The browser continues a page only at the address that is written in it.
  expect(first.body.includes('#not-found')).toBe(false)
})

test('the form of mailed links is limited', async () => {
  const post = () =>
    fetch(`${server.url}/auth/confirm`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ token_hash: 'guess', type: 'signup' }),
    })
  const outcome = async () =>
    new URL((await post()).headers.get('location') ?? '', server.url).searchParams.get('status')
  expect(await outcome()).toBe('dead')
  const outcomes = new Set<string | null>()
  for (let i = 0; i < 70; i++) outcomes.add(await outcome())
  expect(outcomes).toContain('later')
})

/** Sends a request line unchanged: fetch would normalise the path. */
function askRaw(
  path: string,
  method = 'GET',
  wanted = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const { hostname, port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers: wanted }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
      .on('error', reject)
      .end()
  })
}

describe('health', () => {
  test('alive and ready', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  test('unknown methods are refused', async () => {
    const response = await fetch(server.url, { method: 'DELETE' })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('GET')
  })

  test.each(['TRACE', 'PROPFIND', 'PURGE', 'LOCK', 'SEARCH'])(
    '%s is not a method of the API',
    async (method) => {
      for (const path of [
        '/rest/v1/tools?select=id&limit=1',
        '/auth/v1/user',
        '/storage/v1/bucket',
        '/transfer/v1/export',
      ]) {
        const { status, headers } = await askRaw(path, method, { apikey: server.publishableKey })
        expect([status, headers.allow], path).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'])
      }
    },
  )
})

test('the log names no address, token or key', async () => {
  const person = await member(server, { email: 'private-person@example.org' })
  await raw(server, '/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email: person.email, password: 'wrong one' }),
  })
  await fetch(`${server.url}/auth/confirm?token_hash=abcdef123456&type=signup`)
  const output = server.output()
  for (const secret of [person.email, person.accessToken, 'abcdef123456', server.secretKey, server.jwtSecret])
    expect(output).not.toContain(secret)
})
