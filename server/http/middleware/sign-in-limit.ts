import type { Context } from 'hono'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Env } from '../env.ts'
import { type Count, count, setLimitHeaders, tooManyRequests, undoCount } from './counting.ts'
import type { KnownPlaces, Place } from './known-places.ts'
import type { Limiters } from './limiters.ts'
import { createWaitQueue, type WaitQueue, type WaitQueueOptions } from './wait-queue.ts'

/**
 * Limits password guessing (decision 048). Beyond the free attempts calls are queued, and refused only when the queue
 * is full, so that nobody is refused for what others did. Counts by address are the same whether it has an account or
 * not.
 */

const MINUTE = 60

interface GuessLimit {
  limiter: RateLimiterAbstract
  queue: WaitQueue
}

interface GuessLimitOptions extends WaitQueueOptions {
  /** Refused passwords before calls are queued. */
  free: number
  seconds: number
}

export function createSignInLimit(
  limiters: Limiters,
  places: KnownPlaces,
  hash: (subject: string) => string,
) {
  const guesses = ({ free, seconds, ...queue }: GuessLimitOptions): GuessLimit => ({
    limiter: limiters.create({ name: queue.name, points: free, seconds, canUndo: true }),
    queue: createWaitQueue(limiters, { ...queue, name: `${queue.name}-queue` }),
  })
  const ofNetwork = guesses({
    name: 'sign-in-network',
    ...{ free: 300, seconds: 10 * MINUTE, everySeconds: 1, capacity: 20, capacityOfNetwork: 20 },
  })
  // A network that guesses at one account, or a browser its owner once signed in with.
  const ofPlace = guesses({
    name: 'sign-in-place',
    ...{ free: 20, seconds: 60 * MINUTE, everySeconds: 10, capacity: 3, capacityOfNetwork: 3 },
  })
  const ofAccount = guesses({
    name: 'sign-in-account',
    ...{ free: 60, seconds: 60 * MINUTE, everySeconds: 2, capacity: 15, capacityOfNetwork: 2 },
  })

  async function limitsFor(
    email: string | undefined,
    place: Place,
  ): Promise<{ limit: GuessLimit; key: string }[]> {
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
      const counted = await count(limit.limiter, key)
      if (counted.isSpent && !(await limit.queue.wait(key, place.network)))
        return tooManyRequests(limit.queue.everySeconds)
      counts.push(counted)
    }
    await next()
    const { status, headers } = context.res
    if (status < 400 || status >= 500) await Promise.all(counts.map(undoCount))
    // Counts of the account are caused by others and must not be revealed to this client.
    setLimitHeaders(
      headers,
      counts.filter(({ limiter }) => limiter !== ofAccount.limiter),
    )
    return undefined
  }
}
