import { setTimeout as sleep } from 'node:timers/promises'
import { withServer } from './pages.ts'

/** Whether timing reveals that an address has an account: the medians of known and unknown addresses, alternating. */

const ROUNDS = 50
const KNOWN = 'known@example.org'
const PASSWORD = 'long enough'
const KEY = 'sb_publishable_bench'

export function measureAuthTiming(print: (line: string) => void): Promise<void> {
  return withServer({ RATE_LIMITS: 'off', SUPABASE_PUBLISHABLE_KEY: KEY }, async ({ url, output }) => {
    const post = (path: string, body: Record<string, unknown>) =>
      fetch(`${url}/auth/v1/${path}`, {
        method: 'POST',
        headers: { apikey: KEY, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const signUp = (email: string) =>
      post('signup', {
        email,
        password: PASSWORD,
        data: { full_name: 'Somebody', username: `u-${crypto.randomUUID().slice(0, 8)}` },
      })
    const calls = {
      'sign-up': signUp,
      'sign-in': (email: string) => post('token?grant_type=password', { email, password: 'a wrong one' }),
      recovery: (email: string) => post('recover', { email }),
    }
    await signUp(KNOWN)
    // Without a mail server the link is printed.
    let token: string | undefined
    for (let waited = 0; !token && waited < 10_000; waited += 50) {
      token = /token_hash=([\w-]+)/.exec(output())?.[1]
      await sleep(50)
    }
    const verified = await post('verify', { type: 'signup', token_hash: token })
    if (!verified.ok) throw new Error(`the known address could not be verified: ${await verified.text()}`)
    for (const [name, call] of Object.entries(calls)) {
      const known: number[] = []
      const unknown: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        // Alternating, and in alternating order, to cancel the effect that one request has on the next.
        const asked = [
          async () => known.push(await time(() => call(KNOWN))),
          async () => unknown.push(await time(() => call(`nobody-${round}@example.org`))),
        ]
        for (const ask of round % 2 ? asked : asked.reverse()) await ask()
      }
      const [a, b] = [median(known), median(unknown)]
      print(
        `${name}: known ${a.toFixed(1)} ms, unknown ${b.toFixed(1)} ms, ${((100 * Math.abs(a - b)) / Math.max(a, b)).toFixed(1)} % apart`,
      )
    }
  })
}

async function time(call: () => Promise<Response>): Promise<number> {
  const started = performance.now()
  await (await call()).text()
  return performance.now() - started
}

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
