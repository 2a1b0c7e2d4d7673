import postgres, { type Sql } from 'postgres'
import { catalogueWrites } from './storm-catalogue.ts'
import { memberWrites } from './storm-members.ts'
import { moderationWrites } from './storm-moderation.ts'
import { anyOf, prepareScene } from './storm-scene.ts'

/**
 * Everybody writes at once, as the API's roles and with nothing that tries again: renames, decisions, upvotes, reports,
 * deletions, suspensions, imports, on few tools, so that they meet.
 */

interface StormResult {
  writes: number
  /** Of the database, also those an import tried again. */
  deadlocks: number
  /** What was refused, with how often, by code and message. */
  refusals: Map<string, number>
}

interface Amounts {
  writes: number
  lanes: number
  /** Writes for as long as this instead, however many. */
  seconds?: number
}

/** `url` leads to a migrated database without rate limits; what it holds is added to and deleted. */
export async function blowStorm(url: string, { writes, lanes, seconds }: Amounts): Promise<StormResult> {
  const sql = postgres(url, { max: lanes + 2, onnotice: () => undefined })
  try {
    const scene = await prepareScene(sql)
    const storm = [memberWrites, moderationWrites, catalogueWrites]
      .flatMap((writesOf) => writesOf(scene))
      .flatMap(([times, write]) => Array.from({ length: times }, () => write))
    const before = await countDeadlocks(sql)
    const refusals = new Map<string, number>()
    const until = seconds && performance.now() + seconds * 1000
    const isOver = () => (until ? performance.now() >= until : done >= writes)
    let done = 0
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (!isOver()) {
          done++
          await anyOf(storm)().catch((error: unknown) => {
            const told =
              error instanceof postgres.PostgresError ? `${error.code} ${error.message}` : String(error)
            refusals.set(told, (refusals.get(told) ?? 0) + 1)
          })
        }
      }),
    )
    return { writes: done, deadlocks: (await countDeadlocks(sql)) - before, refusals }
  } finally {
    await sql.end()
  }
}

async function countDeadlocks(sql: Sql): Promise<number> {
  // Counts reach the view when their session rests for a moment, or says so itself.
  await sql`select pg_stat_force_next_flush()`
  const [row] = await sql<{ deadlocks: number }[]>`
    select deadlocks::int from pg_stat_database where datname = current_database()`
  return row?.deadlocks ?? 0
}
