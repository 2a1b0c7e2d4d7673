import type postgres from 'postgres'
import { forgetGivenUp } from '../host/database/queue.ts'
import { repeatedly } from '../lib/repeatedly.ts'
import { forgetFormerEmails } from '../supabase/auth/email-change.ts'
import { forgetSessions } from '../supabase/auth/sessions.ts'
import { forgetSignUps } from '../supabase/auth/sign-up.ts'

/** Weighs recommendations whose authors are no longer new. */
export async function seasonUpvotes(sql: postgres.Sql): Promise<void> {
  let more = true
  while (more) more = await isUnfinished(sql`select private.season_upvotes() as more`)
}

/** Work that is done some at a time, so that writes do not wait: whether there may be more, as a truth or as how many were done. */
const isUnfinished = async (step: PromiseLike<readonly postgres.Row[]>): Promise<boolean> =>
  Boolean((await step)[0]?.more)

/** Weighs some every hour, and when the setting has changed. */
function createSeasoning(sql: postgres.Sql): () => Promise<boolean> {
  let last = { strictness: '', at: 0 }
  return async () => {
    await sql`select private.raise_alerts()`
    const [row] = await sql<{ value: string }[]>`select private.setting('vote_weights') as value`
    const strictness = row?.value ?? ''
    if (strictness === last.strictness && Date.now() < last.at + 60 * MINUTE_MS) return false
    if (await isUnfinished(sql`select private.season_upvotes() as more`)) return true
    last = { strictness, at: Date.now() }
    return false
  }
}

const MINUTE_MS = 60_000
/** In minutes. */
const HOUR = 60
const DAY = 24 * HOUR
/** How often is looked whether a job is due. */
const LOOK_MS = 1000
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
  /** By name: the interval in minutes, and the work; one that resolves to true goes on when the others have had their turn. */
  const jobs: Record<string, [number, () => PromiseLike<unknown>]> = {
    forget_sign_ups: [HOUR, () => forgetSignUps(sql)],
    forget_sessions: [HOUR, () => forgetSessions(sql)],
    forget_former_emails: [HOUR, () => forgetFormerEmails(sql)],
    forget_given_up: [HOUR, () => forgetGivenUp(sql)],
    purge_removed_upvotes: [1, () => sql`select private.purge_removed_upvotes()`],
    forget_undos: [1, () => sql`select private.forget_undos()`],
    forget_notices: [HOUR, () => isUnfinished(sql`select private.forget_notices() as more`)],
    forget_counts: [DAY, () => sql`select private.forget_counts()`],
    // Of tools they saved, and of what is new where they follow.
    tell_members: [
      1,
      () => isUnfinished(sql`select private.tell_tool_changes() or private.tell_follows() as more`),
    ],
    // After a change of the search's settings.
    refresh_search: [1, () => isUnfinished(sql`select private.refresh_stale_documents(200) as more`)],
    season_upvotes: [1, createSeasoning(sql)],
    choose_recommendations: [10, () => sql`select private.choose_recommendations()`],
    queue_notice_mails: [1, () => sql`select private.queue_notice_mails()`],
    queue_link_checks: [1, () => sql`select private.queue_link_checks()`],
    tend_icons: [1, () => sql`select private.tend_icons()`],
  }
  const names = Object.keys(jobs)
  /** When each is done next. */
  const due = new Map(names.map((name) => [name, Date.now() + FIRST_MS]))
  /** Finished and failed runs. */
  const runs = Object.fromEntries(names.map((name) => [name, 0]))
  const failures = { ...runs }
  let isStopped = false

  async function doOne(name: string, [minutes, work]: [number, () => PromiseLike<unknown>]): Promise<void> {
    const started = Date.now()
    let pause = minutes * MINUTE_MS
    try {
      if ((await work()) === true) pause = 0
    } catch (error) {
      if (isStopped) return
      pause = MINUTE_MS
      failures[name] = (failures[name] ?? 0) + 1
      onError(error)
    }
    due.set(name, started + pause)
    runs[name] = (runs[name] ?? 0) + 1
  }

  const findDue = () => Object.entries(jobs).filter(([name]) => Date.now() >= (due.get(name) ?? 0))
  const repeated = repeatedly(LOOK_MS, async () => {
    for (let found = findDue(); found.length > 0 && !isStopped; found = findDue())
      for (const [name, job] of found) if (!isStopped) await doOne(name, job)
  })
  return {
    runs,
    failures,
    /** Resolves when nothing is left that might still use the database. */
    stop: () => {
      isStopped = true
      return repeated.stop()
    },
  }
}
