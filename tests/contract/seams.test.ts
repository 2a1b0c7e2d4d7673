import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** What the seams before lite put right, held from outside. */

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  admin = await administrator(server)
})
afterAll(() => server?.close())

const post = (path: string, body: unknown, token?: string) =>
  raw(server, path, { method: 'POST', body: JSON.stringify(body) }, token)

describe('/rest/v1', () => {
  const names = ['"quoted"', 'eq.a', 'null', 'true', "it's", '100%_*,(x)\\', '{"a":1}', 'a&b=c', 'Ünïcode 🎧']

  test.each(names)('a function called by GET is given %s as it is', async (name) => {
    const slug = `t-${Buffer.from(name).toString('hex')}`
    const made = await admin.client.from('tools').insert({
      name: `The ${name} tool`,
      slug,
      short_description: 'For this test.',
      website_url: 'https://example.org/',
    })
    expect(made.error).toBeNull()
    const found = await visitor(server).rpc('search_catalogue', { query: name }, { get: true })
    expect(found.error).toBeNull()
    expect(found.data?.map((row) => row.slug)).toContain(slug)
    const other = await visitor(server).rpc('search_catalogue', { query: `${name}~` }, { get: true })
    expect(other.data).toEqual([])
  })

  test('a function that writes cannot be called by GET', async () => {
    const call =
      '/rest/v1/rpc/moderate_upvote?upvote_id=00000000-0000-4000-8000-000000000000&decision=approved'
    expect((await raw(server, call, {}, admin.accessToken)).status).toBeGreaterThanOrEqual(400)
  })

  test('one object is answered where one object is asked for, also after a write with an embedded table', async () => {
    const { data, error } = await admin.client
      .from('tools')
      .insert({
        name: 'Single',
        slug: 'single',
        short_description: 'For this test.',
        website_url: 'https://example.org/',
      })
      .select('slug, categories(id, name, slug)')
      .single()
    expect(error).toBeNull()
    expect(data).toEqual({ slug: 'single', categories: null })
  })

  test('tables embedded in each other without end are refused before the database reads them', async () => {
    const deep = 'id,tools(id,tool_categories(categories(id,tools(id))))'
    const response = await raw(server, `/rest/v1/categories?select=${deep}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'PGRST100' })
  })

  test.each([
    ['/rest/v1/tools?name=eq.%00', 400],
    ['/rest/v1/tools?id=eq.not-a-uuid', 400],
    ['/rest/v1/tools?nothing=eq.1', 400],
    ['/rest/v1/tools?order=nothing.desc', 400],
    ['/rest/v1/nothing', 404],
  ])('%s is the caller’s mistake', async (path, status) => {
    const response = await raw(server, path)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  })
})

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
    const response = await post('/auth/v1/signup', {
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
    const fresh = await post('/auth/v1/signup', first)
    const again = await post('/auth/v1/signup', { ...first, data: profile() })
    const taken = await post('/auth/v1/signup', { ...first, email: confirmed.email, data: profile() })
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
      post('/auth/v1/signup', { email: 'at-once@example.org', password: 'long enough', data: profile() })
    const answers = await Promise.all([once(), once(), once(), once()])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
  })

  test('whoever signs up before the owner of an address does not own the account the owner verifies', async () => {
    const email = 'owner@example.org'
    const strange = { full_name: 'Mallory', username: 'mallory' }
    await post('/auth/v1/signup', { email, password: 'stranger’s', data: strange })
    const own = { full_name: 'Owner', username: 'the-owner' }
    await post('/auth/v1/signup', { email, password: 'the owner’s', data: own })
    const tokenHash = new URL(await server.mail.link(email, 1)).searchParams.get('token_hash')
    expect((await post('/auth/v1/verify', { type: 'signup', token_hash: tokenHash })).status).toBe(200)
    const signIn = (password: string) => post('/auth/v1/token?grant_type=password', { email, password })
    expect((await signIn('stranger’s')).status).toBe(400)
    expect((await signIn('the owner’s')).status).toBe(200)
    const profiles =
      await server.sql`select username from public.profiles where username in ('mallory', 'the-owner')`
    expect(profiles.map((row) => row.username)).toEqual(['the-owner'])
  })

  test('a second sign-up that is refused leaves the first as it was', async () => {
    const taken = await member(server)
    const email = 'twice@example.org'
    await post('/auth/v1/signup', {
      email,
      password: 'the first one',
      data: { full_name: 'T', username: 'twice' },
    })
    const again = { email, password: 'the second', data: { full_name: 'T', username: taken.username } }
    expect((await post('/auth/v1/signup', again)).status).toBe(422)
    const tokenHash = new URL(await server.mail.link(email)).searchParams.get('token_hash')
    expect((await post('/auth/v1/verify', { type: 'signup', token_hash: tokenHash })).status).toBe(200)
    expect(
      (await post('/auth/v1/token?grant_type=password', { email, password: 'the first one' })).status,
    ).toBe(200)
    expect((await server.sql`select 1 from public.profiles where username = 'twice'`).count).toBe(1)
  })

  test('look the same at sign-in and recovery', async () => {
    const person = await member(server)
    await post('/auth/v1/signup', {
      email: 'unverified@example.org',
      password: 'long enough',
      data: profile(),
    })
    const signIn = (email: string) =>
      post('/auth/v1/token?grant_type=password', { email, password: 'wrong one' })
    const answers = await Promise.all(
      [person.email, 'unverified@example.org', 'nobody@example.org'].map(signIn),
    )
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('Invalid login credentials')
    const recovery = await Promise.all(
      [person.email, 'nobody@example.org'].map((email) => post('/auth/v1/recover', { email })),
    )
    expect(await Promise.all(recovery.map((answer) => answer.text()))).toEqual(['{}', '{}'])
  })
})

describe('mails', () => {
  const signUp = (email: string, path = '/auth/v1/signup') =>
    raw(server, path, {
      method: 'POST',
      body: JSON.stringify({
        email,
        password: 'long enough',
        data: { full_name: 'X', username: `u-${crypto.randomUUID().slice(0, 8)}` },
      }),
    })

  test('link to PUBLIC_URL, whatever the Host header says', async () => {
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'content-type': 'application/json',
    }
    const sent = request(`${server.url}/auth/v1/signup`, {
      method: 'POST',
      headers: { ...headers, apikey: server.publishableKey },
    })
    const data = { full_name: 'X', username: 'hosted' }
    sent.end(JSON.stringify({ email: 'host@example.org', password: 'long enough', data }))
    const link = await server.mail.link('host@example.org')
    expect(new URL(link).origin).toBe(server.url)
    const mail = await server.mail.next('host@example.org')
    expect(`${mail.html}${mail.text}`).not.toContain('evil.example')
  })

  test('lead on only within PUBLIC_URL', async () => {
    const to = (target: string) => `/auth/v1/signup?redirect_to=${encodeURIComponent(target)}`
    await signUp('inside@example.org', to(`${server.url}/tools/whisper`))
    await signUp('outside@example.org', to('https://evil.example/steal'))
    expect(new URL(await server.mail.link('inside@example.org')).searchParams.get('next')).toBe(
      '/tools/whisper',
    )
    expect(await server.mail.link('outside@example.org')).not.toContain('evil')
  })

  test('come again when asked for, the newest link counting, and not once verified', async () => {
    await signUp('again@example.org')
    const first = await server.mail.link('again@example.org')
    expect((await post('/auth/v1/resend', { type: 'signup', email: 'again@example.org' })).status).toBe(200)
    const second = await server.mail.link('again@example.org', 1)
    const verify = (link: string) =>
      post('/auth/v1/verify', { type: 'signup', token_hash: new URL(link).searchParams.get('token_hash') })
    expect((await verify(first)).status).toBe(403)
    expect((await verify(second)).status).toBe(200)
    expect((await verify(second)).status).toBe(403)
    await post('/auth/v1/resend', { type: 'signup', email: 'again@example.org' })
    await post('/auth/v1/recover', { email: 'again@example.org' })
    expect((await server.mail.next('again@example.org', 2)).subject).toContain('Reset')
  })
})
