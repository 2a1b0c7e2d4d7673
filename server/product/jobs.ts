import type postgres from 'postgres'
import { forgetGivenUp } from '../host/database/queue.ts'
import { repeatedly } from '../lib/repeatedly.ts'
import { forgetFormerEmails } from '../supabase/auth/email-change.ts'
import { forgetSessions } from '../supabase/auth/sessions.ts'
import { forgetSignUps } from '../supabase/auth/sign-up.ts'

/** Work that is done some at a time, so that writes do not wait. */
async function whileMore(step: () => PromiseLike<readonly postgres.Row[]>): Promise<void> {
  let row: postgres.Row | undefined
  do [row] = await step()
  while (row?.more)
}

/** Weighs recommendations whose authors are no longer new. */
export const seasonUpvotes = (sql: postgres.Sql): Promise<void> =>
  whileMore(() => sql`select private.season_upvotes() as more`)

/** Does so every hour, and when the setting has changed. */
function createSeasoning(sql: postgres.Sql): () => Promise<void> {
  let last = { strictness: '', at: 0 }
  return async () => {
    await sql`select private.raise_alerts()`
    const [row] = await sql<{ value: string }[]>`select private.setting('vote_weights') as value`
    const strictness = row?.value ?? ''
    if (strictness === last.strictness && Date.now() < last.at + 60 * MINUTE_MS) return
    await seasonUpvotes(sql)
    last = { strictness, at: Date.now() }
  }
}

const MINUTE_MS = 60_000

/** Periodic jobs. */
export type Jobs = ReturnType<typeof startJobs>

/**
 * Deletes expired rows, now and at intervals: unverified sign-ups, ended sessions and spent refresh tokens every hour,
 * and what the queue gave up; recommendations deleted by moderators, and logos sent in, within a minute after the undo
 * ends. Weighs recommendations, chooses those shown on home and for categories, and raises alerts.
 */
export function startJobs(sql: postgres.Sql, onError: (error: unknown) => void) {
  /** Finished and failed runs, by name. */
  const runs: Record<string, number> = {}
  const failures: Record<string, number> = {}
  function every(ms: number, name: string, work: () => Promise<unknown>) {
    runs[name] = 0
    failures[name] = 0
    return repeatedly(ms, async () => {
      await work().catch((error: unknown) => {
        failures[name] = (failures[name] ?? 0) + 1
        onError(error)
      })
      runs[name] = (runs[name] ?? 0) + 1
    })
  }
  const jobs = [
    every(60 * MINUTE_MS, 'forget_sign_ups', () =>
      Promise.all([forgetSignUps(sql), forgetSessions(sql), forgetFormerEmails(sql), forgetGivenUp(sql)]),
    ),
    every(MINUTE_MS, 'purge_removed_upvotes', async () => sql`select private.purge_removed_upvotes()`),
    every(60 * MINUTE_MS, 'forget_merges', async () => sql`select private.forget_merges()`),
    every(MINUTE_MS, 'forget_sent_logos', async () => sql`select private.forget_sent_logos()`),
    every(60 * MINUTE_MS, 'forget_notices', async () => sql`select private.forget_notices()`),
    every(24 * 60 * MINUTE_MS, 'forget_counts', async () => sql`select private.forget_counts()`),
    // Of tools they saved, and of what is new where they follow.
    every(MINUTE_MS, 'tell_members', () =>
      whileMore(() => sql`select private.tell_tool_changes() or private.tell_follows() as more`),
    ),
    // After a change of the search's settings.
    every(MINUTE_MS, 'refresh_search', () =>
      whileMore(() => sql`select private.refresh_stale_documents(200) as more`),
    ),
    every(MINUTE_MS, 'season_upvotes', createSeasoning(sql)),
    every(10 * MINUTE_MS, 'choose_recommendations', async () => sql`select private.choose_recommendations()`),
    every(MINUTE_MS, 'queue_notice_mails', async () => sql`select private.queue_notice_mails()`),
    every(MINUTE_MS, 'queue_link_checks', async () => sql`select private.queue_link_checks()`),
    every(MINUTE_MS, 'tend_icons', async () => sql`select private.tend_icons()`),
  ]
  return {
    runs,
    failures,
    /** Resolves when no run is left that might still use the database. */
    stop: () => Promise.all(jobs.map((job) => job.stop())),
  }
}
