import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { member, type Person, raw } from '../support/actors.ts'
import { type SecondProcess, startSecondProcess } from '../support/second-process.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { setLastCount } from './limits.ts'

/** Guessing passwords (docs/decisions/048), across two processes. */
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

let networks = 0
const newNetwork = () => `198.51.${100 + Math.floor(++networks / 250)}.${networks % 250}`

interface From {
  /** Which of the two processes is requested. */
  process?: Pick<TestServer, 'url' | 'publishableKey'>
  network: string
  /** The browser's cookies, as a `cookie` header. */
  cookie?: string
}

const post = (
  { process = server, network, cookie }: From,
  path: string,
  body: unknown,
  signal?: AbortSignal,
) =>
  raw(process, path, {
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

/** Concurrent guesses, most of which wait: their results so far. `leave` disconnects the rest. */
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

/** A member who signed in once from this network. */
async function resident(network: string): Promise<{ owner: Person; cookie: string }> {
  const owner = await member(server)
  const answer = await signIn({ network }, owner, owner.password)
  expect(answer.status).toBe(200)
  return { owner, cookie: cookieOf(answer) }
}

/** Guesses once, and sets the limit's count to this number. */
async function guessed(limit: string, points: number, from: From, person: { email: string }): Promise<void> {
  expect(await statusOf(guess(from, person))).toBe(400)
  await setLastCount(server, `sign-in-${limit}`, points)
}

describe('wrong passwords', () => {
  test('from many networks refuse nobody, and delay unknown networks after sixty', async () => {
    const home = newNetwork()
    const { owner } = await resident(home)
    await guessed('account', 58, { network: newNetwork() }, owner)
    for (let turn = 0; turn < 2; turn++)
      expect(await statusOf(guess({ network: newNetwork() }, owner))).toBe(400)
    const queued = () => server.sql`
      select from private.rate_limits where starts_with(key, 'sign-in-account-queue:')`
    expect(await queued()).toHaveLength(0)
    expect(await statusOf(signIn({ network: newNetwork() }, owner, owner.password))).toBe(200)
    expect(await queued()).toHaveLength(1)
    // Two of a network may wait.
    const elsewhere = newNetwork()
    const guesses = crowd(5, (_, signal) => guess({ network: elsewhere }, owner, signal))
    await expect.poll(() => guesses.countOf(429)).toBeGreaterThan(0)
    for (const process of [server, second])
      expect(await statusOf(signIn({ network: home, process }, owner, owner.password))).toBe(200)
    expect(guesses.answers.length, 'known places do not wait for them').toBeLessThan(5)
    await guesses.leave()
  })

  test('from one network are refused after twenty and a full queue, without affecting the owner', async () => {
    const owner = await member(server)
    const stranger = newNetwork()
    await guessed('place', 18, { network: stranger }, owner)
    const guesses = crowd(12, (i, signal) =>
      guess({ network: stranger, process: i % 2 ? second : server }, owner, signal),
    )
    // Two attempts are left, one is let through at once, and three wait in each process for one every ten seconds.
    await expect.poll(() => guesses.answers.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(6)
    expect(guesses.countOf(400)).toBeLessThanOrEqual(4)
    expect(guesses.countOf(429)).toBeGreaterThanOrEqual(2)
    expect(await statusOf(signIn({ network: newNetwork() }, owner, owner.password))).toBe(200)
    await guesses.leave()
  })

  test('from the owner’s own network do not affect the browser that signed in there', async () => {
    const office = newNetwork()
    const { owner, cookie } = await resident(office)
    await guessed('place', 20, { network: office }, owner)
    const guesses = crowd(6, (_, signal) => guess({ network: office }, owner, signal))
    await expect.poll(() => guesses.countOf(429), { timeout: 10_000 }).toBeGreaterThan(0)
    for (const process of [server, second])
      expect(await statusOf(signIn({ network: office, cookie, process }, owner, owner.password))).toBe(200)
    expect(await statusOf(signIn({ network: newNetwork(), cookie }, owner, owner.password))).toBe(200)
    await guesses.leave()
  })

  test('of a browser that signed in before count as well', async () => {
    const { owner, cookie } = await resident(newNetwork())
    await guessed('place', 20, { network: newNetwork(), cookie }, owner)
    const guesses = crowd(6, (_, signal) => guess({ network: newNetwork(), cookie }, owner, signal))
    await expect.poll(() => guesses.countOf(429), { timeout: 10_000 }).toBeGreaterThan(0)
    await guesses.leave()
  })

  test('are answered alike for an unknown address', async () => {
    const { owner } = await resident(newNetwork())
    const tell = async (email: string) => {
      const network = newNetwork()
      await guessed('place', 18, { network }, { email })
      const guesses = crowd(8, (_, signal) => guess({ network }, { email }, signal))
      await expect.poll(() => guesses.countOf(429), { timeout: 10_000 }).toBeGreaterThan(0)
      await expect.poll(() => guesses.countOf(400), { timeout: 10_000 }).toBeGreaterThan(0)
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

  test('of one network for many accounts delay it too', async () => {
    const network = newNetwork()
    const person = await member(server)
    await guessed('network', 300, { network }, person)
    // Refused before an account is looked up, so none of them needs one.
    const guesses = crowd(25, (i, signal) => guess({ network }, { email: `many-${i}@example.org` }, signal))
    await expect.poll(() => guesses.countOf(429), { timeout: 10_000 }).toBeGreaterThanOrEqual(3)
    for (const { status, headers } of guesses.answers)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    await guesses.leave()
    expect(await statusOf(signIn({ network: newNetwork() }, person, person.password))).toBe(200)
  })
})

test('right passwords are not counted', async () => {
  const [network, owner] = [newNetwork(), await member(server)]
  const left = ({ headers }: Response) => headers.get('ratelimit-remaining')
  expect(left(await guess({ network }, owner))).toBe('19')
  expect(left(await signIn({ network }, owner, owner.password))).toBe('19')
})
