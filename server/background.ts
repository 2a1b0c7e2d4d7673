import type postgres from 'postgres'
import { mailInvitations } from './auth/invitations.ts'
import type { Mailer } from './auth/mailer.ts'
import { forgetRefreshTokens } from './auth/sessions.ts'
import { forgetSignUps } from './auth/sign-up.ts'
import type { Report } from './errors.ts'

/** Work that goes on after its request was answered; shutting down gives it a moment to end. */
export interface Background {
  run(work: () => Promise<unknown>): void
  /** Resolves when all of it has ended. */
  drain(): Promise<unknown>
  /** How much of it goes on. */
  readonly pending: number
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
    get pending() {
      return pending.size
    },
  }
}

const MINUTE_MS = 60_000

/** Work done again and again. */
export interface Jobs {
  /** Ended and failed runs, by name. */
  readonly runs: Readonly<Record<string, number>>
  readonly failures: Readonly<Record<string, number>>
  stop(): void
}

/**
 * Deletes what has expired, now and at intervals: sign-ups that were never verified and spent refresh tokens,
 * every hour, and what moderators deleted, a minute after it can no longer be undone at the latest. Mails invitations
 * within a minute, whichever process or command made them. `stop` ends it.
 */
export function startJobs(
  sql: postgres.Sql,
  mailer: Pick<Mailer, 'send'>,
  onError: (error: unknown) => void,
): Jobs {
  const runs: Record<string, number> = {}
  const failures: Record<string, number> = {}
  function every(ms: number, name: string, work: () => Promise<unknown>): NodeJS.Timeout {
    runs[name] = 0
    failures[name] = 0
    const run = () =>
      work()
        .catch((error: unknown) => {
          failures[name] = (failures[name] ?? 0) + 1
          onError(error)
        })
        .finally(() => {
          runs[name] = (runs[name] ?? 0) + 1
        })
    void run()
    return setInterval(run, ms).unref()
  }
  const timers = [
    every(60 * MINUTE_MS, 'forget_sign_ups', () =>
      Promise.all([forgetSignUps(sql), forgetRefreshTokens(sql)]),
    ),
    every(MINUTE_MS, 'purge_removed_upvotes', async () => sql`select private.purge_removed_upvotes()`),
    every(MINUTE_MS, 'mail_invitations', () => mailInvitations(sql, mailer)),
  ]
  return { runs, failures, stop: () => timers.forEach(clearInterval) }
}
