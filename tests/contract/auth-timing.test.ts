import { afterAll, beforeAll, expect, test } from 'vitest'
import { followLink, post } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Whether an address has an account cannot be told by the clock. */

const ROUNDS = 50
const KNOWN = 'known@example.org'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  const data = { full_name: 'Known', username: 'known' }
  await post(server, '/auth/v1/signup', { email: KNOWN, password: 'the right one', data })
  await followLink(server, KNOWN)
})
afterAll(() => server?.close())

const data = () => ({ full_name: 'Somebody', username: `u-${crypto.randomUUID().slice(0, 8)}` })
const CALLS = {
  signup: (email: string) =>
    post(server, '/auth/v1/signup', { email, password: 'long enough', data: data() }),
  'sign-in': (email: string) =>
    post(server, '/auth/v1/token?grant_type=password', { email, password: 'a wrong one' }),
  recover: (email: string) => post(server, '/auth/v1/recover', { email }),
}

async function time(call: (email: string) => Promise<Response>, email: string): Promise<number> {
  const started = performance.now()
  await (await call(email)).text()
  return performance.now() - started
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

/** How far the medians of a series lie apart, as a part of the greater. */
async function compare(call: (email: string) => Promise<Response>, series: number): Promise<number> {
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // By turns, and who comes first by turns too: what one leaves behind is not always found by the same.
    const ask = [
      async () => known.push(await time(call, KNOWN)),
      async () => unknown.push(await time(call, `nobody-${series}-${round}@example.org`)),
    ]
    for (const one of round % 2 ? ask : ask.reverse()) await one()
  }
  const [a, b] = [median(known), median(unknown)]
  return Math.abs(a - b) / Math.max(a, b)
}

test.each(Object.entries(CALLS))(
  '%s takes a known address as long as an unknown one',
  async (_name, call) => {
    // A busy machine disturbs a series; what the server does differently shows in every one.
    const apart: number[] = []
    for (let series = 0; series < 4 && (apart.at(-1) ?? 1) >= 0.1; series++)
      apart.push(await compare(call, series))
    expect(Math.min(...apart)).toBeLessThan(0.1)
  },
  120_000,
)
