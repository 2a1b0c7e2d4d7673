import { decodeJwt } from 'jose'
import { describe, expect, test } from 'vitest'
import { member, type Person, post, raw, sessionOf, signToken, withToken } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { countWaiting } from './waiting.ts'

/** /auth/v1 for strangers: refusals, and what no response reveals. */

const server = await testServer({ RATE_LIMITS: 'off' })

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

  test('calls that the product does not use do not exist', async () => {
    for (const path of ['/auth/v1/nothing', '/auth/v1/admin/users', '/auth/v1/authorize?provider=github']) {
      const response = await raw(server, path)
      expect(response.status).toBe(404)
      expect(response.headers.get('content-type')).toContain('application/json')
    }
  })
})

describe('hostile requests', () => {
  test.each([
    ['a body of 660 kB', JSON.stringify({ email: 'a@example.org', data: { x: 'x'.repeat(660_000) } })],
    ['JSON nested 5,000 deep', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['JSON nested 3,000 deep in it', `{"email":${'['.repeat(3000)}${']'.repeat(3000)}}`],
  ])('%s is the caller’s mistake, whatever the call', async (_what, body) => {
    for (const path of ['signup', 'token?grant_type=password', 'recover', 'otp', 'verify', 'resend']) {
      const { status } = await raw(server, `/auth/v1/${path}`, { method: 'POST', body })
      expect([status >= 400 && status < 500, path, status]).toEqual([true, path, status])
    }
  })

  test('half a character in a name is refused', async () => {
    const data = '{"full_name":"\\ud800","username":"half"}'
    const body = `{"email":"a@example.org","password":"long enough","data":${data}}`
    expect((await raw(server, '/auth/v1/signup', { method: 'POST', body })).status).toBe(400)
  })

  test.each(['%0d%0aSet-Cookie:x=1', '%00', '%09'])(
    'control characters in redirect_to (%s) are refused',
    async (characters) => {
      const target = `redirect_to=${encodeURIComponent(server.url)}/${characters}`
      for (const init of [{}, { method: 'POST', body: '{"type":"recovery","token_hash":"x"}' }]) {
        const answer = await raw(server, `/auth/v1/verify?type=recovery&token=x&${target}`, {
          ...init,
          redirect: 'manual',
        })
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([init.method ? 403 : 400, null])
      }
      const mailed = await post(server, `/auth/v1/recover?${target}`, { email: 'a@example.org' })
      expect(mailed.status).toBe(400)
    },
  )

  test("one person's session cannot act for another", async () => {
    const [person, other] = [await member(server), await member(server)]
    const [row] = await server.sql<{ id: string }[]>`select id from auth.sessions where user_id = ${other.id}`
    const token = await signToken(server, { sub: person.id, session_id: row?.id })
    expect((await raw(server, '/auth/v1/user', {}, token)).status).toBe(403)
    expect((await withToken(server, token).rpc('export_my_data')).status).toBe(401)
    // Other forgeries: server/supabase/auth/secrets.test.ts.
    const forged = await signToken({ jwtSecret: 'x'.repeat(40) }, { sub: other.id, session_id: row?.id })
    expect((await raw(server, '/auth/v1/user', {}, forged)).status).toBe(403)
  })

  test('of the fields of the user a person sets the names of the profile, and nothing else', async () => {
    const person = await member(server)
    const before = await (await raw(server, '/auth/v1/user', {}, person.accessToken)).json()
    const hostile = Object.fromEntries(
      Object.keys(before)
        .filter((field) => !['email', 'phone'].includes(field))
        .map((field) => [field, 'hostile']),
    )
    const answer = await put(person, { ...hostile, data: { role: 'admin', full_name: 'New' } })
    const after = await answer.json()
    const names = { full_name: 'New', username: person.username }
    expect(after).toMatchObject({ user_metadata: names, identities: [{ identity_data: names }] })
    const unchanged = ({ user_metadata: _, identities: __, ...rest }: Record<string, unknown>) => rest
    expect(unchanged(after)).toEqual(unchanged(before))
    const rows =
      await server.sql`select full_name, username::text from public.profiles where id = ${person.id}`
    expect(rows).toEqual([names])
  })

  test.each([
    [(other: Person) => other.username, 422, 'Username is already taken'],
    [(other: Person) => other.username.toUpperCase(), 422, 'Username is already taken'],
    [() => 'ab', 422, 'Username must be at least 3 characters'],
    [() => 12345, 400, 'username must be text'],
    [() => ({ a: 1 }), 400, 'username must be text'],
  ])('another’s or no username (%#) is no metadata either', async (make, status, msg) => {
    const [person, other] = [await member(server), await member(server)]
    const answer = await put(person, { data: { full_name: 'Changed', username: make(other) } })
    expect([answer.status, (await answer.json()).msg]).toEqual([status, msg])
    expect(await namesOf(person)).toEqual({ full_name: 'A Member', username: person.username })
  })

  test('the names in token and user are those of the profile, however they were changed', async () => {
    const person = await member(server)
    const changed = { full_name: 'Changed', username: `${person.username}-2` }
    await person.client.from('profiles').update(changed).eq('id', person.id)
    expect(await namesOf(person)).toEqual(changed)
    const session = Object(await sessionOf(server, person))
    expect(decodeJwt(session.access_token).user_metadata).toEqual(changed)
    expect(session.user.user_metadata).toEqual(changed)
  })

  const put = (person: Person, body: unknown) =>
    raw(server, '/auth/v1/user', { method: 'PUT', body: JSON.stringify(body) }, person.accessToken)
  const namesOf = async (person: Person) =>
    (await (await raw(server, '/auth/v1/user', {}, person.accessToken)).json()).user_metadata
})

describe('other origins', () => {
  test.each(['/auth/v1/token?grant_type=password', '/auth/v1/user', '/rest/v1/tools'])(
    'may call %s with the headers clients send, and never with credentials',
    async (path) => {
      const asked = 'apikey,authorization,content-type,x-client-info,x-supabase-api-version'
      const { status, headers } = await fetch(server.url + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://front.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': asked,
        },
      })
      expect([200, 204]).toContain(status)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-allow-headers')).toBe(asked)
      expect(headers.get('access-control-allow-methods')).toMatch(/POST|PUT/)
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    },
  )

  test('learn which methods the form of mailed links accepts', async () => {
    const answer = await fetch(`${server.url}/auth/confirm`, { method: 'OPTIONS' })
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
  })
})

test('the health of the service names no library', async () => {
  expect(await (await raw(server, '/auth/v1/health')).text()).not.toMatch(/lite|gotrue|supabase|hono|jose/i)
})

test('a password set with a session that ends meanwhile is not set', async () => {
  const person = await member(server)
  const change = await server.sql.begin(async (sql) => {
    // A password reset by the owner, while the other password is being hashed.
    await sql`select from auth.users where id = ${person.id} for update`
    const init = { method: 'PUT', body: JSON.stringify({ password: 'a thief’s own' }) }
    const asked = raw(server, '/auth/v1/user', init, person.accessToken)
    await expect.poll(() => countWaiting(server.sql)).toBe(1)
    await sql`delete from auth.sessions where user_id = ${person.id}`
    return { asked }
  })
  const answer = await change.asked
  expect([answer.status, await answer.json()]).toMatchObject([403, { error_code: 'session_not_found' }])
  const body = { email: person.email, password: person.password }
  expect((await post(server, '/auth/v1/token?grant_type=password', body)).status).toBe(200)
})
