import { describe, expect, test } from 'vitest'
import { member, type Person, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/** The networks and browsers an account knows (docs/decisions/048), and what counts as one network. */

const server = await testServer({ TRUST_PROXY: 'loopback' })

let networks = 0
const newNetwork = () => `198.51.100.${++networks}`

const post = (network: string, path: string, body: unknown, cookie?: string) =>
  raw(server, path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-forwarded-for': network, ...(cookie && { cookie }) },
  })
const signIn = (network: string, { email, password }: Pick<Person, 'email' | 'password'>, cookie?: string) =>
  post(network, '/auth/v1/token?grant_type=password', { email, password }, cookie)
const cookieOf = (answer: Response) => answer.headers.getSetCookie().join('; ').split(';')[0] ?? ''

describe('the cookie of a browser', () => {
  const rows = (person: Person) =>
    server.sql<
      { place: string }[]
    >`select place from private.known_places where user_id = ${person.id} order by place`

  test('reveals nothing, and is readable by no script and no other site', async () => {
    const network = newNetwork()
    const owner = await member(server)
    const answer = await signIn(network, owner)
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^plaudit-browser-[\w-]{12}=[\w-]{22}; Max-Age=\d+; Path=\/auth\/v1; HttpOnly; SameSite=Strict$/,
    )
    const number = cookieOf(answer).split('=')[1] ?? ''
    const places = (await rows(owner)).map(({ place }) => place)
    expect(places).toEqual([
      expect.stringMatching(/^browser:[\w-]{43}$/),
      expect.stringMatching(/^network:[\w-]{43}$/),
    ])
    for (const place of places) for (const known of [network, number]) expect(place).not.toContain(known)
    expect((await signIn(network, { ...owner, password: 'not the one' })).headers.getSetCookie()).toEqual([])
    const again = await signIn(network, owner, cookieOf(answer))
    expect(again.headers.getSetCookie()).toEqual([])
    expect(await rows(owner)).toHaveLength(2)
  })

  test('cannot be planted: the number of another account’s browser is not taken over', async () => {
    const cookie = cookieOf(await signIn(newNetwork(), await member(server)))
    const [name, number] = cookie.split('=')
    const owner = await member(server)
    const planted = `${cookie}; plaudit-browser=${number}`
    const answer = await signIn(newNetwork(), owner, planted)
    const [ownName, ownNumber] = cookieOf(answer).split('=')
    expect(ownName).toMatch(/^plaudit-browser-/)
    expect(ownName).not.toBe(name)
    expect(ownNumber).not.toBe(number)
  })

  test('is bounded in number, and expires after ninety days', async () => {
    const owner = await member(server)
    for (let turn = 0; turn < 14; turn++) await signIn(newNetwork(), owner)
    expect(await rows(owner)).toHaveLength(20)
    await server.sql`
      update private.known_places set seen_at = now() - interval '91 days' where user_id = ${owner.id}`
    const network = newNetwork()
    await signIn(network, owner)
    expect(await rows(owner)).toHaveLength(2)
  })

  test('is forgotten with a new password, except where it was set', async () => {
    const [home, elsewhere] = [newNetwork(), newNetwork()]
    const owner = await member(server)
    await signIn(elsewhere, owner)
    const answer = await signIn(home, owner)
    const { access_token } = await answer.json()
    expect(await rows(owner)).toHaveLength(4)
    const changed = await raw(
      server,
      '/auth/v1/user',
      {
        method: 'PUT',
        body: JSON.stringify({ password: 'quite another one' }),
        headers: { 'x-forwarded-for': home, cookie: cookieOf(answer) },
      },
      access_token,
    )
    expect(changed.status).toBe(200)
    expect(await rows(owner)).toHaveLength(2)
  })
})

test('a port beside the address of the client makes no other network', async () => {
  const recover = async (network: string) =>
    (await post(network, '/auth/v1/recover', { email: 'one@example.org' })).status
  for (let port = 4000; port < 4006; port++) expect(await recover(`203.0.113.9:${port}`)).toBe(200)
  expect([await recover('203.0.113.9'), await recover('203.0.113.10')]).toEqual([429, 200])
})
