import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyRequests } from './too-many-requests.ts'

/** What a limit says about one subject after this call. */
export interface Count {
  state: RateLimiterRes
  /** More than the limit allows. */
  isSpent: boolean
}

/** Counts one. The limiter throws its state when the points are used up; that is an answer, not a failure. */
export async function count(limiter: RateLimiterAbstract, key: string): Promise<Count> {
  try {
    return { state: await limiter.consume(key), isSpent: false }
  } catch (state) {
    if (state instanceof RateLimiterRes) return { state, isSpent: true }
    throw state
  }
}

export function setLimitHeaders(headers: Headers, limit: number, state: RateLimiterRes): void {
  headers.set('ratelimit-limit', String(limit))
  headers.set('ratelimit-remaining', String(Math.max(0, state.remainingPoints)))
  headers.set('ratelimit-reset', String(secondsLeft(state)))
}

const secondsLeft = (state: RateLimiterRes): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000))

export function refuse(limit: number, state: RateLimiterRes): Response {
  const response = tooManyRequests(secondsLeft(state))
  setLimitHeaders(response.headers, limit, state)
  return response
}
