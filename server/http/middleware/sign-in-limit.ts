import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from 'hono'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Env } from '../env.ts'
import { type Count, count, refuse, setLimitHeaders, undoCount } from './counting.ts'
import type { KnownPlaces, Place } from './known-places.ts'
import type { Limiters } from './limiters.ts'

/**
 * Limits password guessing (decision 048). Nobody is refused for what others did where the account is known. Counts by
 * address are the same whether it has an account or not.
 */

const MINUTE = 60
/** Refusals at full speed would take processor time from everybody else. */
const REFUSAL_PAUSE_MS = 1000

export function createSignInLimit(
  limiters: Limiters,
  places: KnownPlaces,
  hash: (subject: string) => string,
) {
  const guesses = (name: string, points: number, seconds: number) =>
    limiters({ name: `sign-in-${name}`, points, seconds, canUndo: true })
  const ofNetwork = guesses('network', 300, 10 * MINUTE)
  // A network that guesses at one account, or a browser its owner once signed in with.
  const ofPlace = guesses('place', 20, 60 * MINUTE)
  const ofAccount = guesses('account', 60, 60 * MINUTE)

  async function limitsFor(
    email: string | undefined,
    place: Place,
  ): Promise<{ limit: RateLimiterAbstract; key: string }[]> {
    const network = { limit: ofNetwork, key: hash(place.network) }
    if (!email) return [network]
    const known = await places.find(email, place)
    // A separate share, which nobody else can use up.
    if (known.browser) return [{ limit: ofPlace, key: hash(`${email} ${place.browser}`) }]
    const limits = [network, { limit: ofPlace, key: hash(`${email} ${place.network}`) }]
    return known.network ? limits : [...limits, { limit: ofAccount, key: hash(email) }]
  }

  return async (
    context: Context<Env>,
    next: () => Promise<void>,
    email: string | undefined,
    place: Place,
  ): Promise<Response | undefined> => {
    const counts: Count[] = []
    for (const { limit, key } of await limitsFor(email, place)) {
      const counted = await count(limit, key)
      if (counted.isSpent) {
        await sleep(REFUSAL_PAUSE_MS, undefined, { ref: false })
        return refuse(counted)
      }
      counts.push(counted)
    }
    await next()
    const { status, headers } = context.res
    if (status < 400 || status >= 500) await Promise.all(counts.map(undoCount))
    // Counts of the account are caused by others and must not be revealed to this client.
    setLimitHeaders(
      headers,
      counts.filter(({ limiter }) => limiter !== ofAccount),
    )
    return undefined
  }
}
