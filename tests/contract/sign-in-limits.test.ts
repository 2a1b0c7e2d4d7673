import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { member, type Person, raw } from '../support/actors.ts'
import { type SecondProcess, startSecondProcess } from '../support/second-process.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Guessing passwords (docs/decisions/048): two processes, so that all of it holds across them. */
vi.setConfig({ testTimeout: 60_000 })

const PROXY = { TRUST_PROXY: 'loopback' }

let server: TestServer
let second: SecondProcess
beforeAll(async () => {
  server = await startTestServer(PROXY)
  second = await startSecondProcess(server, { ...PROXY, DATABASE_URL: server.databaseUrl })
})
afterAll(async () => {
  await second?.close()
  await server?.close()
})

type Door = Pick<TestServer, 'url' | 'publishableKey'>

let networks = 0
const newNetwork = () => `198.51.${100 + Math.floor(++networks / 250)}.${networks % 250}`

interface From {
  door?: Door
  network: string
  /** What the browser keeps, as a `cookie` header. */
  cookie?: string
}

const post = ({ door = server, network, cookie }: From, path: string, body: unknown, signal?: AbortSignal) =>
  raw(door, path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'x-forwarded-for': network, ...(cookie && { cookie }) },
    ...(signal && { signal }),
  })
const signIn = (from: From, { email }: { email: string }, password: string) =>
  post(from, '/auth/v1/token?grant_type=password', { email, password })
const guess = (from: From, { email }: { email: string }, signal?: AbortSignal) =>
  post(from, '/auth/v1/token?grant_type=password', { email, password: 'not the one' }, signal)
const statusOf = async (answer: Promise<Response>) => (await answer).status
const cookieOf = (answer: Response) => answer.headers.getSetCookie().join('; ').split(';')[0] ?? ''
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))
const statuses = async (answers: Promise<Response>[]) => (await Promise.all(answers.map(statusOf))).sort()

/** Guesses made at once, most of which wait: how they were answered so far. `leave` waits for no more of them. */
function crowd(count: number, make: (index: number, signal: AbortSignal) => Promise<Response>) {
  const leaving = new AbortController()
  const answers: Response[] = []
  const all = times(count, async (index) => {
    const answer = await make(index, leaving.signal).catch(() => undefined)
    if (answer) answers.push(answer)
  })
  const countOf = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  const leave = async () => {
    leaving.abort()
    await Promise.all(all)
  }
  return { answers, countOf, leave }
}

/** Somebody who signed in once from this network. */
async function resident(network: string): Promise<{ owner: Person; cookie: string }> {
  const owner = await member(server)
  const answer = await signIn({ network }, owner, owner.password)
  expect(answer.status).toBe(200)
  return { owner, cookie: cookieOf(answer) }
}

describe('sixty wrong passwords', () => {
  test('from as many networks refuse nobody, and slow those who are not known', async () => {
    const home = newNetwork()
    const { owner } = await resident(home)
    expect(await statuses(times(60, () => guess({ network: newNetwork() }, owner)))).toEqual(
      times(60, () => 400),
    )
    expect(await statusOf(signIn({ network: home }, owner, owner.password))).toBe(200)
    // Turns: the first goes on, two of a network wait, the third is refused.
    const [first, elsewhere] = [newNetwork(), newNetwork()]
    expect(await statusOf(guess({ network: first }, owner))).toBe(400)
    const crowd = times(3, () => guess({ network: elsewhere }, owner))
    const owners = [home, home].map((network, turn) =>
      signIn({ network, door: turn ? second : server }, owner, owner.password),
    )
    // Whoever is known waits for none of them.
    expect(await Promise.race([Promise.all(owners.map(statusOf)), ...crowd.slice(0, 1)])).toEqual([200, 200])
    expect(await statuses(crowd)).toEqual([400, 400, 429])
    expect(
      await statusOf(signIn({ network: newNetwork() }, owner, owner.password)),
      'slowed, not refused',
    ).toBe(200)
  })

  test('from one network leave the owner alone, who comes from another', async () => {
    const owner = await member(server)
    const stranger = newNetwork()
    const guesses = crowd(60, (i, signal) =>
      guess({ network: stranger, door: i % 2 ? second : server }, owner, signal),
    )
    // Twenty are free, then one every ten seconds, for which three wait in each process.
    await expect.poll(() => guesses.countOf(429), { timeout: 20_000 }).toBeGreaterThanOrEqual(30)
    expect(guesses.countOf(400)).toBeLessThanOrEqual(25)
    expect(await statusOf(signIn({ network: newNetwork() }, owner, owner.password))).toBe(200)
    await guesses.leave()
  })

  test('from the owner’s own network leave the browser alone that signed in there', async () => {
    const office = newNetwork()
    const { owner, cookie } = await resident(office)
    const guesses = crowd(40, (_, signal) => guess({ network: office }, owner, signal))
    await expect.poll(() => guesses.countOf(429), { timeout: 20_000 }).toBeGreaterThan(0)
    const mine = signIn({ network: office, cookie, door: second }, owner, owner.password)
    expect(await statusOf(mine)).toBe(200)
    expect(await statusOf(signIn({ network: newNetwork(), cookie }, owner, owner.password))).toBe(200)
    await guesses.leave()
  })

  test('of a browser that signed in before count as well', async () => {
    const { owner, cookie } = await resident(newNetwork())
    const guesses = crowd(40, (_, signal) => guess({ network: newNetwork(), cookie }, owner, signal))
    await expect.poll(() => guesses.countOf(429), { timeout: 20_000 }).toBeGreaterThanOrEqual(15)
    await guesses.leave()
  })

  test('are answered alike for an address nobody has', async () => {
    const { owner } = await resident(newNetwork())
    const tell = async (email: string) => {
      const network = newNetwork()
      const guesses = crowd(26, (_, signal) => guess({ network }, { email }, signal))
      await expect.poll(() => guesses.countOf(429), { timeout: 20_000 }).toBeGreaterThan(0)
      const kinds = await Promise.all(
        [400, 429].map(async (status) => {
          const answer = guesses.answers.find((each) => each.status === status)
          const limit = answer?.headers.get('ratelimit-limit')
          return [status, limit, answer?.headers.get('retry-after'), await answer?.text()]
        }),
      )
      await guesses.leave()
      return kinds
    }
    expect(await tell(owner.email)).toEqual(await tell('nobody-at-all@example.org'))
  })
})

test('a network that guesses at many accounts is slowed too', async () => {
  const network = newNetwork()
  const person = await member(server)
  expect(await statusOf(guess({ network }, person))).toBe(400)
  await server.sql`
    update private.rate_limits set points = 300
    where key = (select key from private.rate_limits where starts_with(key, 'sign-in-network:') order by expire desc limit 1)`
  const others = await Promise.all(times(25, () => member(server)))
  const guesses = crowd(25, (i, signal) => guess({ network }, others[i] ?? person, signal))
  await expect.poll(() => guesses.countOf(429), { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
  for (const { status, headers } of guesses.answers)
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await guesses.leave()
  expect(await statusOf(signIn({ network: newNetwork() }, person, person.password))).toBe(200)
})

describe('what is remembered of a browser', () => {
  const rows = (person: Person) =>
    server.sql<
      { place: string }[]
    >`select place from private.known_places where user_id = ${person.id} order by place`

  test('tells nothing, and is read by no script and no other site', async () => {
    const network = newNetwork()
    const owner = await member(server)
    const answer = await signIn({ network }, owner, owner.password)
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(
      /^plaudit-browser=[\w-]{22}; Max-Age=\d+; Path=\/auth\/v1; HttpOnly; SameSite=Strict$/,
    )
    const number = cookie?.slice(16, 38) ?? ''
    const places = (await rows(owner)).map(({ place }) => place)
    expect(places).toEqual([
      expect.stringMatching(/^browser:[\w-]{43}$/),
      expect.stringMatching(/^network:[\w-]{43}$/),
    ])
    for (const place of places) for (const known of [network, number]) expect(place).not.toContain(known)
    expect((await guess({ network }, owner)).headers.getSetCookie()).toEqual([])
    const again = await signIn({ network, cookie: `plaudit-browser=${number}` }, owner, owner.password)
    expect(again.headers.getSetCookie()).toEqual([])
    expect(await rows(owner)).toHaveLength(2)
  })

  test('is bounded, and ends after ninety days', async () => {
    const { owner } = await resident(newNetwork())
    for (let turn = 0; turn < 14; turn++) await signIn({ network: newNetwork() }, owner, owner.password)
    expect(await rows(owner)).toHaveLength(20)
    await server.sql`
      update private.known_places set seen_at = now() - interval '91 days' where user_id = ${owner.id}`
    const network = newNetwork()
    await signIn({ network }, owner, owner.password)
    expect(await rows(owner)).toHaveLength(2)
  })

  test('ends with a new password, but for the place where it was set', async () => {
    const [home, elsewhere] = [newNetwork(), newNetwork()]
    const { owner } = await resident(elsewhere)
    const answer = await signIn({ network: home }, owner, owner.password)
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

describe('a client is one however its proxy writes its address', () => {
  const recover = (network: string, i: number) =>
    post({ network }, '/auth/v1/recover', { email: `written-${i}-${Math.random()}@example.org` })
  const accepted = async (addresses: string[]) => {
    const answers = await Promise.all(addresses.map(recover))
    return answers.filter(({ status }) => status === 200).length
  }

  test.each([
    ['with ports', (i: number) => `203.0.113.9:${4000 + i}`],
    ['IPv6, compressed', (i: number) => `2001:db8:0:7::${(i + 1).toString(16)}`],
    ['IPv6, compressed before the /64 ends', (i: number) => `2001:db8::${(i + 1).toString(16)}`],
    ['IPv6, in brackets and with ports', (i: number) => `[2001:db8:9::1]:${4000 + i}`],
    ['IPv4 inside IPv6', (i: number) => (i % 2 ? '203.0.113.10' : '::ffff:203.0.113.10')],
    ['nothing that is an address', (i: number) => `made-up-${i}`],
  ])('%s', async (_, write) => {
    expect(await accepted(times(75, write))).toBe(60)
  })
})
