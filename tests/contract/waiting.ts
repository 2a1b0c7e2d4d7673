import type { Sql } from 'postgres'

/** Statements in this database that wait for a lock; those of other tests are in other databases. */
export async function countWaiting(sql: Sql): Promise<number> {
  const waiting = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return waiting.length
}
