import type postgres from 'postgres'
import { forgetGivenUp } from '../host/database/queue.ts'
import { repeatedly } from '../lib/repeatedly.ts'
import { forgetFormerEmails } from '../supabase/auth/email-change.ts'
import { forgetSessions } from '../supabase/auth/sessions.ts'
import { forgetSignUps } from '../supabase/auth/sign-up.ts'

/** Work that is done some at a time, so that writes do not wait. */
async function whileMore(
  step: () => PromiseLike<readonly postgres.Row[]>,
  signal?: AbortSignal,
): Promise<void> {
  let row: postgres.Row | undefined
  do [row] = await step()
  while (row?.more && !signal?.aborted)
}

/** Weighs recommendations whose authors are no longer new. */
export const seasonUpvotes = (sql: postgres.Sql, signal?: AbortSignal): Promise<void> =>
  whileMore(() => sql`select private.season_upvotes() as more`, signal)

/** Does so every hour, and when the setting has changed. */
function createSeasoning(sql: postgres.Sql, signal: AbortSignal): () => Promise<void> {
  let last = { strictness: '', at: 0 }
  return async () => {
    await sql`select private.raise_alerts()`
    const [row] = await sql<{ value: string }[]>`select private.setting('vote_weights') as value`
    const strictness = row?.value ?? ''
    if (strictness === last.strictness && Date.now() < last.at + HOUR * MINUTE_MS) return
    await seasonUpvotes(sql, signal)
    last = { strictness, at: Date.now() }
  }
}

const MINUTE_MS = 60_000
/** In minutes. */
const HOUR = 60
const DAY = 24 * HOUR
/** After a start visitors' first requests find the database cold: nobody waits for these jobs. */
const FIRST_MS = 10_000

/** Periodic jobs. */
export type Jobs = ReturnType<typeof startJobs>

/**
 * Does the periodic jobs, one at a time so that visitors notice little: soon after the start and then at intervals.
 * Deletes expired rows: unverified sign-ups, ended sessions and spent refresh tokens, and what the queue gave up;
 * recommendations deleted by moderators, and logos sent in, within a minute after the undo ends. Weighs
 * recommendations, chooses those shown on home and for categories, and raises alerts.
 */
export function startJobs(sql: postgres.Sql, onError: (error: unknown) => void) {
  const stopping = new AbortController()
  const { signal } = stopping
  const more = (step: () => PromiseLike<readonly postgres.Row[]>) => () => whileMore(step, signal)
  /** By name: the interval in minutes, and the work. */
  const jobs: Record<string, [number, () => PromiseLike<unknown>]> = {
    forget_sign_ups: [HOUR, () => forgetSignUps(sql)],
    forget_sessions: [HOUR, () => forgetSessions(sql)],
    forget_former_emails: [HOUR, () => forgetFormerEmails(sql)],
    forget_given_up: [HOUR, () => forgetGivenUp(sql)],
    purge_removed_upvotes: [1, () => sql`select private.purge_removed_upvotes()`],
    forget_merges: [HOUR, () => sql`select private.forget_merges()`],
    forget_sent_logos: [1, () => sql`select private.forget_sent_logos()`],
    forget_notices: [HOUR, () => sql`select private.forget_notices()`],
    forget_counts: [DAY, () => sql`select private.forget_counts()`],
    // Of tools they saved, and of what is new where they follow.
    tell_members: [1, more(() => sql`select private.tell_tool_changes() or private.tell_follows() as more`)],
    // After a change of the search's settings.
    refresh_search: [1, more(() => sql`select private.refresh_stale_documents(200) as more`)],
    season_upvotes: [1, createSeasoning(sql, signal)],
    choose_recommendations: [10, () => sql`select private.choose_recommendations()`],
    queue_notice_mails: [1, () => sql`select private.queue_notice_mails()`],
    queue_link_checks: [1, () => sql`select private.queue_link_checks()`],
    tend_icons: [1, () => sql`select private.tend_icons()`],
  }
  /** Finished and failed runs. */
  const runs = Object.fromEntries(Object.keys(jobs).map((name) => [name, 0]))
  const failures = { ...runs }
  let minute = 0

  async function runDue(): Promise<void> {
    for (const [name, [minutes, work]] of Object.entries(jobs)) {
      if (signal.aborted || minute % minutes !== 0) continue
      try {
        await work()
      } catch (error) {
        failures[name] = (failures[name] ?? 0) + 1
        onError(error)
      }
      runs[name] = (runs[name] ?? 0) + 1
    }
    minute++
  }
  let repeated: ReturnType<typeof repeatedly> | undefined
  const first = setTimeout(() => {
    repeated = repeatedly(MINUTE_MS, runDue)
  }, FIRST_MS).unref()
  return {
    runs,
    failures,
    /** Resolves when nothing is left that might still use the database. */
    stop: async (): Promise<void> => {
      clearTimeout(first)
      stopping.abort()
      await repeated?.stop()
    },
  }
}
