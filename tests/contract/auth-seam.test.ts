import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { member, post, raw } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** What the seam before lite's /auth/v1 puts right, held from outside: what is refused and how, and what nobody is told. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server?.close())

describe('/auth/v1', () => {
  test.each([
    ['null', 400],
    ['[]', 400],
    ['"text"', 400],
    ['{"email":', 400],
    ['{"email":"a@example.org","password":12345678}', 400],
    ['{"email":"a@example.org","password":"nul\\u0000nul"}', 400],
    ['{"email":"a@example.org","password":"long enough","data":[]}', 400],
    ['{"email":"no address","password":"long enough"}', 400],
    ['{"password":"long enough"}', 422],
    ['{"email":"a@example.org"}', 400],
    ['{"email":"a@example.org","password":"short"}', 422],
    [JSON.stringify({ email: 'a@example.org', password: 'ä'.repeat(37) }), 400],
  ])('sign-up with %s is refused in the service’s own shape', async (body, status) => {
    const response = await raw(server, '/auth/v1/signup', { method: 'POST', body })
    expect(await response.json()).toMatchObject({ error_code: expect.any(String), msg: expect.any(String) })
    expect(response.status).toBe(status)
  })

  test.each([
    [{ username: 'x' }, 'Full name is required'],
    [{ full_name: 'X' }, 'Username is required'],
    [{ full_name: 'X', username: 'ab' }, 'Username must be at least 3 characters'],
    [
      { full_name: 'X', username: 'with space' },
      'Username must be 3-30 characters and can only contain letters, numbers, underscores, and hyphens',
    ],
  ])('sign-up with the profile %j says what is wrong with it', async (data, message) => {
    const response = await post(server, '/auth/v1/signup', {
      email: 'new@example.org',
      password: 'long enough',
      data,
    })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ msg: message })
  })

  test.each(['/auth/v1/signup', '/auth/v1/token?grant_type=password', '/auth/v1/recover', '/auth/v1/resend'])(
    '%s wants a key',
    async (path) => {
      const response = await fetch(server.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'a@example.org', password: 'long enough', type: 'signup' }),
      })
      expect(response.status).toBe(401)
    },
  )

  test('calls the product does not make are not there', async () => {
    for (const path of ['/auth/v1/nothing', '/auth/v1/admin/users', '/auth/v1/authorize?provider=github']) {
      const response = await raw(server, path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('application/json')
    }
  })

  test('the address of an account cannot be changed', async () => {
    const person = await member(server)
    const response = await raw(
      server,
      '/auth/v1/user',
      { method: 'PUT', body: JSON.stringify({ email: 'other@example.org' }) },
      person.accessToken,
    )
    expect(response.status).toBe(422)
  })
})

describe('an address that has an account and one that has none', () => {
  const profile = () => ({ full_name: 'X', username: `u-${crypto.randomUUID().slice(0, 8)}` })

  /** The answer with everything that differs from person to person by nature taken out. */
  const shape = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((entry) => shape(entry))
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).map(([name, entry]) => [name, shape(entry, name)])
    if (typeof value !== 'string') return value
    if (/^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(value)) return 'uuid 7'
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'moment'
    return ['email', 'username'].includes(key) ? key : value
  }

  test('look the same at sign-up, confirmed or not, to the order of the fields', async () => {
    const confirmed = await member(server)
    const first = { email: 'known@example.org', password: 'long enough', data: profile() }
    const fresh = await post(server, '/auth/v1/signup', first)
    const again = await post(server, '/auth/v1/signup', { ...first, data: profile() })
    const taken = await post(server, '/auth/v1/signup', { ...first, email: confirmed.email, data: profile() })
    expect([fresh.status, again.status, taken.status]).toEqual([200, 200, 200])
    const shapes = [await fresh.json(), await again.json(), await taken.json()].map((answer) => shape(answer))
    expect(shapes[1]).toEqual(shapes[0])
    expect(shapes[2]).toEqual(shapes[0])
    // The second took the place of the first; the third's username is taken as a new account's would be.
    const [count] = await server.sql<{ known: number; profiles: number }[]>`
      select (select count(*)::int from auth.users where email = 'known@example.org') as known,
        (select count(*)::int from public.profiles where full_name = 'X') as profiles`
    expect(count).toEqual({ known: 1, profiles: 2 })
  })

  test('four sign-ups at once for a new address are all answered as one', async () => {
    const once = () =>
      post(server, '/auth/v1/signup', {
        email: 'at-once@example.org',
        password: 'long enough',
        data: profile(),
      })
    const answers = await Promise.all([once(), once(), once(), once()])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
  })

  test('whoever signs up before the owner of an address does not own the account the owner verifies', async () => {
    const email = 'owner@example.org'
    const strange = { full_name: 'Mallory', username: 'mallory' }
    await post(server, '/auth/v1/signup', { email, password: 'stranger’s', data: strange })
    const own = { full_name: 'Owner', username: 'the-owner' }
    await post(server, '/auth/v1/signup', { email, password: 'the owner’s', data: own })
    const tokenHash = new URL(await server.mail.link(email, 1)).searchParams.get('token_hash')
    expect((await post(server, '/auth/v1/verify', { type: 'signup', token_hash: tokenHash })).status).toBe(
      200,
    )
    const signIn = (password: string) =>
      post(server, '/auth/v1/token?grant_type=password', { email, password })
    expect((await signIn('stranger’s')).status).toBe(400)
    expect((await signIn('the owner’s')).status).toBe(200)
    const profiles =
      await server.sql`select username from public.profiles where username in ('mallory', 'the-owner')`
    expect(profiles.map((row) => row.username)).toEqual(['the-owner'])
  })

  test('a second sign-up that is refused leaves the first as it was', async () => {
    const taken = await member(server)
    const email = 'twice@example.org'
    await post(server, '/auth/v1/signup', {
      email,
      password: 'the first one',
      data: { full_name: 'T', username: 'twice' },
    })
    const again = { email, password: 'the second', data: { full_name: 'T', username: taken.username } }
    expect((await post(server, '/auth/v1/signup', again)).status).toBe(422)
    const tokenHash = new URL(await server.mail.link(email)).searchParams.get('token_hash')
    expect((await post(server, '/auth/v1/verify', { type: 'signup', token_hash: tokenHash })).status).toBe(
      200,
    )
    expect(
      (await post(server, '/auth/v1/token?grant_type=password', { email, password: 'the first one' })).status,
    ).toBe(200)
    expect((await server.sql`select 1 from public.profiles where username = 'twice'`).count).toBe(1)
  })

  test('look the same at sign-in and recovery', async () => {
    const person = await member(server)
    await post(server, '/auth/v1/signup', {
      email: 'unverified@example.org',
      password: 'long enough',
      data: profile(),
    })
    const signIn = (email: string) =>
      post(server, '/auth/v1/token?grant_type=password', { email, password: 'wrong one' })
    const answers = await Promise.all(
      [person.email, 'unverified@example.org', 'nobody@example.org'].map(signIn),
    )
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('Invalid login credentials')
    const recovery = await Promise.all(
      [person.email, 'nobody@example.org'].map((email) => post(server, '/auth/v1/recover', { email })),
    )
    expect(await Promise.all(recovery.map((answer) => answer.text()))).toEqual(['{}', '{}'])
  })
})
