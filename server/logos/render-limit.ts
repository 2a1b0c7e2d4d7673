import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { networkOf } from '../network.ts'
import { StorageError } from './storage-error.ts'

/** Pictures one client may have made in a minute. What was made before costs nothing and is not counted. */
const PICTURES = 600
const SECONDS = 60

export function createRenderLimit(enabled: boolean): (ip: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points: PICTURES, duration: SECONDS })
  return async (ip) => {
    if (!enabled) return
    try {
      await limiter.consume(networkOf(ip))
    } catch (state) {
      if (!(state instanceof RateLimiterRes)) throw state
      throw new StorageError(
        429,
        'SlowDown',
        'Too Many Requests',
        'Too many requests. Please try again in a minute.',
      )
    }
  }
}
