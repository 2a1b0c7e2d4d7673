import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

/** What a limit says of one key after a call was counted. */
export interface Count {
  limiter: RateLimiterAbstract
  key: string
  state: RateLimiterRes
  /** More than the limit allows. */
  isSpent: boolean
}

/** Counts one. The limiter throws its state when the points are used up; that is an answer, not a failure. */
export async function count(limiter: RateLimiterAbstract, key: string): Promise<Count> {
  try {
    return { limiter, key, state: await limiter.consume(key), isSpent: false }
  } catch (state) {
    if (state instanceof RateLimiterRes) return { limiter, key, state, isSpent: true }
    throw state
  }
}

/**
 * Undoes a count, when the call turned out not to be what the limit is for. Calls are counted before they are tried, so
 * that many at once are no way around a limit. The limit must be created with `canUndo`.
 */
export async function undoCount(count: Count): Promise<void> {
  count.state = await count.limiter.reward(count.key)
}

/** Says how much is left of the limit that is nearest to its end. */
export function setLimitHeaders(headers: Headers, counts: readonly Count[]): void {
  const [tightest] = counts.toSorted((a, b) => a.state.remainingPoints - b.state.remainingPoints)
  if (!tightest) return
  headers.set('ratelimit-limit', String(tightest.limiter.points))
  headers.set('ratelimit-remaining', String(Math.max(0, tightest.state.remainingPoints)))
  headers.set('ratelimit-reset', String(secondsLeft(tightest)))
}

const secondsLeft = ({ state }: Count): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000))

export function refuse(count: Count): Response {
  const response = tooManyRequests(secondsLeft(count))
  setLimitHeaders(response.headers, [count])
  return response
}

/** 429 in the shapes of both services, so that clients of either find the message. */
export function tooManyRequests(seconds: number): Response {
  const wait =
    seconds < 90 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`
  const message = `Too many requests. Please try again in ${wait}.`
  return Response.json(
    { code: 429, error_code: 'over_request_rate_limit', msg: message, message, details: null, hint: null },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  )
}
