import type postgres from 'postgres'
import { forgetRefreshTokens } from '../auth/sessions.ts'
import { forgetSignUps } from '../auth/sign-up.ts'

const MINUTE_MS = 60_000

/**
 * Takes away what has had its time, now and again and again: sign-ups that were never verified and spent refresh tokens,
 * every hour, and what moderators deleted, a minute after it can no longer be undone at the latest. `stop` ends it.
 */
export function cleanUp(sql: postgres.Sql, onError: (error: unknown) => void): { stop(): void } {
  const purgeDeleted = () => sql`select private.purge_deleted_upvotes()`
  const timers = [
    every(60 * MINUTE_MS, () => Promise.all([forgetSignUps(sql), forgetRefreshTokens(sql)]).catch(onError)),
    every(MINUTE_MS, () => purgeDeleted().catch(onError)),
  ]
  return { stop: () => timers.forEach(clearInterval) }
}

function every(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
  void work()
  return setInterval(work, ms).unref()
}
