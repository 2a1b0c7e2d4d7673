import type postgres from 'postgres'
import { forgetGivenUp } from '../host/database/queue.ts'
import { forgetFormerEmails } from '../supabase/auth/email-change.ts'
import { forgetSessions } from '../supabase/auth/sessions.ts'
import { forgetSignUps } from '../supabase/auth/sign-up.ts'
import { queueNoticeMails } from './mails/notice-mails.ts'

/** After a change of the search's settings: makes documents anew, some at a time so that writes do not wait. */
async function refreshSearch(sql: postgres.Sql): Promise<void> {
  let made: number | undefined
  do {
    const [row] = await sql<{ made: number }[]>`select private.refresh_stale_documents(200) as made`
    made = row?.made
  } while (made)
}

/**
 * Weighs recommendations whose authors are no longer new, some at a time so that writes do not wait: every hour, and when
 * the setting has changed.
 */
function createSeasoning(sql: postgres.Sql): () => Promise<void> {
  let last = { strictness: '', at: 0 }
  return async () => {
    await sql`select private.raise_alerts()`
    const [row] = await sql<{ value: string }[]>`select private.setting('vote_weights', 'normal') as value`
    const strictness = row?.value ?? ''
    if (strictness === last.strictness && Date.now() < last.at + 60 * MINUTE_MS) return
    let weighed: number | undefined
    do {
      const [done] = await sql<{ weighed: number }[]>`select private.season_upvotes() as weighed`
      weighed = done?.weighed
    } while (weighed)
    last = { strictness, at: Date.now() }
  }
}

/** Tells members what became of tools they saved, and what is new where they follow, some at a time. */
async function tellMembers(sql: postgres.Sql): Promise<void> {
  let more: boolean | undefined
  do {
    const [row] = await sql<{ more: boolean }[]>`
      select private.tell_tool_changes() or private.tell_follows() as more`
    more = row?.more
  } while (more)
}

const MINUTE_MS = 60_000

/** Periodic jobs. */
export interface Jobs {
  /** Finished and failed runs, by name. */
  readonly runs: Readonly<Record<string, number>>
  readonly failures: Readonly<Record<string, number>>
  /** Resolves when no run is left that might still use the database. */
  stop(): Promise<void>
}

/**
 * Deletes expired rows, now and at intervals: unverified sign-ups, ended sessions and spent refresh tokens every hour,
 * and what the queue gave up; recommendations deleted by moderators, and logos sent in, within a minute after the undo
 * ends. Weighs recommendations, chooses those shown on home and for categories, and raises alerts. `stop` ends it.
 */
export function startJobs(sql: postgres.Sql, onError: (error: unknown) => void): Jobs {
  const runs: Record<string, number> = {}
  const failures: Record<string, number> = {}
  const running = new Set<Promise<void>>()
  function every(ms: number, name: string, work: () => Promise<unknown>): NodeJS.Timeout {
    runs[name] = 0
    failures[name] = 0
    const run = () => {
      const done = work()
        .catch((error: unknown) => {
          failures[name] = (failures[name] ?? 0) + 1
          onError(error)
        })
        .then(() => {
          runs[name] = (runs[name] ?? 0) + 1
          running.delete(done)
        })
      running.add(done)
    }
    run()
    return setInterval(run, ms).unref()
  }
  const timers = [
    every(60 * MINUTE_MS, 'forget_sign_ups', () =>
      Promise.all([forgetSignUps(sql), forgetSessions(sql), forgetFormerEmails(sql), forgetGivenUp(sql)]),
    ),
    every(MINUTE_MS, 'purge_removed_upvotes', async () => sql`select private.purge_removed_upvotes()`),
    every(60 * MINUTE_MS, 'forget_merges', async () => sql`select private.forget_merges()`),
    every(MINUTE_MS, 'forget_sent_logos', async () => sql`select private.forget_sent_logos()`),
    every(60 * MINUTE_MS, 'forget_notices', async () => sql`select private.forget_notices()`),
    every(24 * 60 * MINUTE_MS, 'forget_counts', async () => sql`select private.forget_counts()`),
    every(MINUTE_MS, 'tell_members', () => tellMembers(sql)),
    every(MINUTE_MS, 'refresh_search', () => refreshSearch(sql)),
    every(MINUTE_MS, 'season_upvotes', createSeasoning(sql)),
    every(10 * MINUTE_MS, 'choose_recommendations', async () => sql`select private.choose_recommendations()`),
    every(MINUTE_MS, 'queue_notice_mails', () => queueNoticeMails(sql)),
    every(MINUTE_MS, 'queue_link_checks', async () => sql`select private.queue_link_checks()`),
    every(MINUTE_MS, 'tend_icons', async () => sql`select private.tend_icons()`),
  ]
  return {
    runs,
    failures,
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.allSettled(running)
    },
  }
}
