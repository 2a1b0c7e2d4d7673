import { describe, expect, test } from 'vitest'
import { member, type Person, raw } from '../support/actors.ts'
import { closing, testServer } from '../support/test-file.ts'
import { startPageless, type TestServer } from '../support/test-server.ts'
import { setLastCount } from './limits.ts'

/** Guessing passwords (docs/decisions/048), across two processes. */

const PROXY = { TRUST_PROXY: 'loopback' }

const server = await testServer(PROXY)
const second = closing(
  await startPageless({ ...PROXY, DATABASE_URL: server.databaseUrl, JWT_SECRET: server.jwtSecret }),
)

let networks = 0
const newNetwork = () => `198.51.${100 + Math.floor(++networks / 250)}.${networks % 250}`

interface From {
  /** Which of the two processes is requested. */
  process?: Pick<TestServer, 'url' | 'publishableKey'>
  network: string
  /** The browser's cookies, as a `cookie` header. */
  cookie?: string
}

const signIn = (
  { process = server, network, cookie }: From,
  { email }: { email: string },
  password: string,
) =>
  raw(process, '/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email, password }),
    headers: { 'x-forwarded-for': network, ...(cookie && { cookie }) },
  })
const guess = (from: From, { email }: { email: string }) => signIn(from, { email }, 'not the one')
const statusOf = async (answer: Promise<Response>) => (await answer).status
const cookieOf = (answer: Response) => answer.headers.getSetCookie().join('; ').split(';')[0] ?? ''
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
  test('from many networks are refused after sixty, where the account is not known', async () => {
    const home = newNetwork()
    const { owner, cookie } = await resident(home)
    await guessed('account', 59, { network: newNetwork() }, owner)
    expect(await statusOf(guess({ network: newNetwork() }, owner))).toBe(400)
    for (const process of [server, second]) {
      expect(await statusOf(guess({ network: newNetwork(), process }, owner))).toBe(429)
      expect(await statusOf(signIn({ network: home, process }, owner, owner.password))).toBe(200)
      expect(await statusOf(signIn({ network: newNetwork(), cookie, process }, owner, owner.password))).toBe(
        200,
      )
    }
  })

  test('from one network are refused after twenty, without affecting the owner', async () => {
    const owner = await member(server)
    const stranger = newNetwork()
    await guessed('place', 19, { network: stranger }, owner)
    const guesses = await Promise.all(
      [server, second, server, second].map((process) =>
        statusOf(guess({ network: stranger, process }, owner)),
      ),
    )
    expect(guesses.toSorted()).toEqual([400, 429, 429, 429])
    expect(await statusOf(signIn({ network: newNetwork() }, owner, owner.password))).toBe(200)
  })

  test('from the owner’s own network do not affect the browser that signed in there', async () => {
    const office = newNetwork()
    const { owner, cookie } = await resident(office)
    await guessed('place', 20, { network: office }, owner)
    expect(await statusOf(guess({ network: office }, owner))).toBe(429)
    for (const process of [server, second])
      expect(await statusOf(signIn({ network: office, cookie, process }, owner, owner.password))).toBe(200)
    expect(await statusOf(signIn({ network: newNetwork(), cookie }, owner, owner.password))).toBe(200)
  })

  test('of a browser that signed in before count as well', async () => {
    const { owner, cookie } = await resident(newNetwork())
    await guessed('place', 20, { network: newNetwork(), cookie }, owner)
    expect(await statusOf(guess({ network: newNetwork(), cookie }, owner))).toBe(429)
  })

  test('are answered alike for an unknown address', async () => {
    const { owner } = await resident(newNetwork())
    const tell = async (email: string) => {
      const network = newNetwork()
      await guessed('place', 19, { network }, { email })
      const answers = [await guess({ network }, { email }), await guess({ network }, { email })]
      expect(Number(answers[1]?.headers.get('retry-after'))).toBeGreaterThan(0)
      return Promise.all(
        answers.map(async (answer) => [
          answer.status,
          answer.headers.get('ratelimit-limit'),
          (await answer.text()).replace(/\d+ \w+\./, ''),
        ]),
      )
    }
    const told = await tell(owner.email)
    expect(told.map(([status]) => status)).toEqual([400, 429])
    expect(told).toEqual(await tell('nobody-at-all@example.org'))
  })

  test('of one network for many accounts are refused after 300', async () => {
    const network = newNetwork()
    const person = await member(server)
    await guessed('network', 300, { network }, person)
    const refused = await guess({ network }, { email: 'another@example.org' })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusOf(signIn({ network: newNetwork() }, person, person.password))).toBe(200)
  })
})

test('a stranger’s refreshes sign out nobody else on the network', async () => {
  const [network, owner] = [newNetwork(), await member(server)]
  const session = await (await signIn({ network: newNetwork() }, owner, owner.password)).json()
  const refresh = (refresh_token: string) =>
    raw(server, '/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      body: JSON.stringify({ refresh_token }),
      headers: { 'x-forwarded-for': network },
    })
  expect(await statusOf(refresh('made up'))).toBe(400)
  await setLastCount(server, 'refresh', 600)
  const flood = await Promise.all(Array.from({ length: 12 }, () => statusOf(refresh('made up'))))
  // With 503 the session stays, and its browser tries again.
  expect(flood.toSorted()).toEqual([...Array(10).fill(400), 503, 503])
  expect(await statusOf(refresh(session.refresh_token))).toBe(200)
})

test('right passwords are not counted', async () => {
  const [network, owner] = [newNetwork(), await member(server)]
  const left = ({ headers }: Response) => headers.get('ratelimit-remaining')
  expect(left(await guess({ network }, owner))).toBe('19')
  expect(left(await signIn({ network }, owner, owner.password))).toBe('19')
})
