import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'

/** The state of a limit for one key after a call was counted. */
export interface Count {
  limiter: RateLimiterAbstract
  key: string
  state: RateLimiterRes
  /** The limit is exceeded. */
  isSpent: boolean
}

/** Counts one call. The limiter throws its state when the limit is exceeded, which is a result and not a failure. */
export async function count(limiter: RateLimiterAbstract, key: string): Promise<Count> {
  try {
    return { limiter, key, state: await limiter.consume(key), isSpent: false }
  } catch (state) {
    if (state instanceof RateLimiterRes) return { limiter, key, state, isSpent: true }
    throw state
  }
}

/**
 * Undoes a count when the call turned out not to count. Calls are counted before they are tried, so that concurrent
 * calls cannot exceed a limit. The limit must be created with `canUndo`.
 */
export async function undoCount(count: Count): Promise<void> {
  count.state = await count.limiter.reward(count.key)
}

/** Sets the headers of the limit with the least left. */
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

/** 429 in the formats of both services, so that either client finds the message. */
export function tooManyRequests(seconds: number): Response {
  const wait =
    seconds < 90 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`
  const message = `Too many requests. Please try again in ${wait}.`
  return Response.json(
    { code: 429, error_code: 'over_request_rate_limit', msg: message, message, details: null, hint: null },
    { status: 429, headers: { 'retry-after': String(seconds) } },
  )
}
