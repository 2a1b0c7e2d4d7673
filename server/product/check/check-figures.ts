import type postgres from 'postgres'
import { type OwnTable, readOwnTables } from '../../host/backup/own-tables.ts'
import { seasonUpvotes } from '../jobs.ts'
import type { Findings } from './check-rows.ts'

const MOST_EXAMPLES = 3

/** Thrown to roll back the transaction. */
class TakeBack extends Error {}

/**
 * Compares derived figures with what the rows say: rebuilds everything in a transaction that is rolled back, and
 * reports what that changed. Other writers wait meanwhile.
 */
export async function checkFigures(sql: postgres.Sql): Promise<Findings> {
  const tables = await readOwnTables(sql)
  const findings: Findings = { checked: '', problems: [] }
  // What the hourly job has not weighed yet is no mistake.
  await seasonUpvotes(sql)
  await sql
    .begin(async (rebuilt) => {
      await rebuilt`select private.rebuild()`
      const written = await rebuilt<{ oid: number }[]>`
        select relid::integer as oid from pg_stat_xact_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0`
      for (const table of tables.filter(({ oid }) => written.some((one) => one.oid === oid))) {
        // The other session does not see the transaction, so it reads the previous values.
        const [computed, kept] = await Promise.all([summarise(rebuilt, table), summarise(sql, table)])
        if (computed === kept) continue
        const keys = differences(await readRows(rebuilt, table), await readRows(sql, table))
        const isOne = keys.length === 1
        const shown = keys.slice(0, MOST_EXAMPLES).join(', ')
        findings.problems.push(
          `${table.name}: ${isOne ? '1 row is not what it is' : `${keys.length} rows are not what they are`} computed from, such as ${shown}`,
        )
      }
      findings.checked = `derived figures of ${tables.length} tables`
      throw new TakeBack()
    })
    .catch((error: unknown) => {
      if (!(error instanceof TakeBack)) throw error
    })
  return findings
}

/** A row as text. Floating-point sums are rounded: they depend on the order of summation. */
const textOf = ({ columns }: OwnTable) =>
  `row(${columns
    .map(({ name, type }) => (type === 'double precision' ? `round(${name}::numeric, 6)` : name))
    .join(', ')})::text`

/** What changes with any row of a table. */
export async function summarise(sql: postgres.ISql, table: OwnTable): Promise<string> {
  const [found] = await sql.unsafe<{ summary: string }[]>(
    `select concat(count(*), ' ', sum(hashtextextended(${textOf(table)}, 0)::numeric)) as summary from ${table.name}`,
  )
  return found?.summary ?? ''
}

/** A hash of each row by its primary key, or by its position without one. */
async function readRows(sql: postgres.ISql, table: OwnTable): Promise<Map<string, string>> {
  const [index] = await sql<{ key: string }[]>`
    select string_agg(format('%I::text', a.attname), ', ') as key
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
    where i.indrelid = ${table.oid} and i.indisprimary`
  const rows = await sql.unsafe<{ key: string; hash: string }[]>(
    `select concat_ws(' ', ${index?.key ?? 'ctid::text'}) as key, md5(${textOf(table)}) as hash from ${table.name}`,
  )
  return new Map(rows.map(({ key, hash }) => [key, hash]))
}

const differences = (one: Map<string, string>, other: Map<string, string>): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key))
