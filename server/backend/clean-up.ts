import type postgres from 'postgres'

/** How long an address may wait to be verified before its account is removed and its username is free again. */
const DAYS = 7
const MINUTE_MS = 60_000

/**
 * Takes away what has had its time, now and again and again: accounts that were never verified, every hour, and what
 * moderators deleted, a minute after it can no longer be undone at the latest. `stop` ends it.
 */
export function cleanUp(sql: postgres.Sql, onError: (error: unknown) => void): { stop(): void } {
  const removeUnverified = () =>
    sql`
      delete from auth.users
      where email_confirmed_at is null
        and greatest(created_at, confirmation_sent_at) < now() - make_interval(days => ${DAYS})`
  const purgeDeleted = () => sql`select private.purge_deleted_upvotes()`
  const timers = [
    every(60 * MINUTE_MS, () => removeUnverified().catch(onError)),
    every(MINUTE_MS, () => purgeDeleted().catch(onError)),
  ]
  return { stop: () => timers.forEach(clearInterval) }
}

function every(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
  void work()
  return setInterval(work, ms).unref()
}
