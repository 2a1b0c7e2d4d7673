import type postgres from 'postgres'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible'
import type { Report } from '../../lib/errors.ts'
import { withTimeout } from '../../lib/with-timeout.ts'

/**
 * Creates rate limiters: in memory for a single process, in private.rate_limits where several may share a database
 * (decision 035).
 */
export type Limiters = (limit: Limit) => RateLimiterAbstract

/** Points per duration in seconds. */
interface Limit {
  /** Unique: limits of the same name would share their counts. */
  name: string
  points: number
  seconds: number
  /** Whether counts can be undone. */
  canUndo?: boolean
}

export const limitersInMemory: Limiters = ({ name, points, seconds }) =>
  new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })

/** A database that takes longer counts as unavailable. */
const TIMEOUT_MS = 1000
/** After a failure the database is not asked for this long, so that not every request waits for it. */
const PAUSE_MS = 1000

/** What the library's store needs of its client. */
interface Query {
  text: string
  values: (string | number | null)[]
}

/** Limits counted in the database. While it does not answer each process counts in memory. */
export function openSharedLimiters(sql: postgres.Sql, report: Report): Limiters {
  let askAgainAt = 0

  async function query({ text, values }: Query): Promise<{ rows: postgres.Row[]; rowCount: number }> {
    if (performance.now() < askAgainAt) throw new Error('the database did not answer a moment ago')
    try {
      const rows = await withTimeout(sql.unsafe(text, values, { prepare: true }), TIMEOUT_MS)
      return { rows: [...rows], rowCount: rows.count }
    } catch (error) {
      askAgainAt = performance.now() + PAUSE_MS
      report('rate limits are not shared', error)
      throw error
    }
  }

  return (limit) =>
    new RateLimiterPostgres({
      storeClient: { query },
      storeType: 'client',
      schemaName: 'private',
      tableName: 'rate_limits',
      // The table is made by a migration.
      tableCreated: true,
      // Deletes what expired an hour ago, every five minutes.
      clearExpiredByTimeout: true,
      keyPrefix: limit.name,
      points: limit.points,
      duration: limit.seconds,
      // From this count on the process refuses by itself until the window ends. Such a block cannot be undone, so
      // limits with `canUndo` begin it later.
      inMemoryBlockOnConsumed: (limit.canUndo ? 2 : 1) * limit.points,
      insuranceLimiter: limitersInMemory(limit),
    })
}
