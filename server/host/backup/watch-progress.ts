import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from '../../lib/errors.ts'
import { withTimeout } from '../../lib/with-timeout.ts'
import type { Database } from '../database/open-database.ts'

/** Longer than any network recovers from by itself. */
export const STALLED_MS = 60_000

/**
 * Runs the work, which calls `moved` whenever something happened. Ends its connections and throws a Failure when for so
 * long nothing happened and no statement of ours was at work either: one that waits for us, for somebody else's lock, or
 * is not known to the server any more would be waited for for ever. A statement may take as long as it needs.
 */
export async function withProgress<Result>(
  databases: readonly Database[],
  stalledMs: number,
  work: (moved: () => void) => Promise<Result>,
): Promise<Result> {
  let steps = 0
  let hasStalled = false
  const over = new AbortController()
  const watch = async () => {
    for (let last = -1; ; last = steps) {
      await sleep(stalledMs, undefined, { signal: over.signal })
      if (
        steps === last &&
        !(await Promise.all(databases.map((one) => isAtWork(one, stalledMs)))).includes(true)
      )
        break
    }
    hasStalled = true
    await Promise.all(databases.map(({ sql }) => sql.end({ timeout: 0 })))
  }
  void watch().catch(() => undefined)
  try {
    return await work(() => steps++)
  } catch (error) {
    if (!hasStalled) throw error
    throw new Failure(
      `nothing has moved for ${stalledMs / 1000} seconds, and neither database is at work: is the network broken, or ` +
        'does another session hold a lock? Run it again',
    )
  } finally {
    over.abort()
  }
}

const isAtWork = ({ sql }: Database, timeoutMs: number): Promise<boolean> =>
  withTimeout(
    sql<{ busy: boolean }[]>`
      select exists (select from pg_stat_activity
        where datname = current_database() and application_name = 'plaudit' and pid <> pg_backend_pid()
          and state = 'active' and wait_event_type is distinct from 'Client'
          and wait_event_type is distinct from 'Lock') as busy`,
    Math.min(timeoutMs, 10_000),
  ).then(
    ([found]) => found?.busy === true,
    () => false,
  )
