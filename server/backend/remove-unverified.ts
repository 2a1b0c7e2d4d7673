import type postgres from 'postgres'

/** How long an address may wait to be verified before its account is removed and its username is free again. */
const DAYS = 7
const EVERY_MS = 60 * 60 * 1000

/** Removes accounts that were never verified, now and every hour. `stop` ends it. */
export function removeUnverified(sql: postgres.Sql, onError: (error: unknown) => void): { stop(): void } {
  const sweep = () =>
    sql`
      delete from auth.users
      where email_confirmed_at is null
        and greatest(created_at, confirmation_sent_at) < now() - make_interval(days => ${DAYS})`.catch(
      onError,
    )
  void sweep()
  const timer = setInterval(sweep, EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
