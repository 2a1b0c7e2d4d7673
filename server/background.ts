import type postgres from 'postgres'
import { forgetRefreshTokens } from './auth/sessions.ts'
import { forgetSignUps } from './auth/sign-up.ts'
import type { Report } from './errors.ts'

/** Work that goes on after its request was answered; shutting down gives it a moment to end. */
export interface Background {
  run(work: () => Promise<unknown>): void
  /** Resolves when all of it has ended. */
  drain(): Promise<unknown>
}

export function createBackground(report: Report): Background {
  const pending = new Set<Promise<unknown>>()
  return {
    run: (work) => {
      const task = work()
        .catch((error: unknown) => report('work after an answer failed', error))
        .finally(() => pending.delete(task))
      pending.add(task)
    },
    drain: () => Promise.allSettled(pending),
  }
}

const MINUTE_MS = 60_000

/**
 * Deletes what has expired, now and at intervals: sign-ups that were never verified and spent refresh tokens,
 * every hour, and what moderators deleted, a minute after it can no longer be undone at the latest. `stop` ends it.
 */
export function deleteExpired(sql: postgres.Sql, onError: (error: unknown) => void): { stop(): void } {
  const purgeDeleted = () => sql`select private.purge_removed_upvotes()`
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
