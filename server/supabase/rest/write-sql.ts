import { sql } from 'kysely'
import { ANSWER_ROWS } from '#shared/api-rules.ts'
import type { Caller } from './caller.ts'
import type { Row } from './read-body.ts'
import { isEmbed, type RestQuery, type Selection } from './read-query.ts'
import { RestError } from './rest-error.ts'
import type { ApiTable } from './schema.ts'
import { fromTable, type SelectSql } from './select-sql.ts'
import { list, type Sql } from './sql.ts'

/** What `Prefer` requests of a write. */
export interface WritePreferences {
  /** A missing column is stored as its default, not as null. */
  hasDefaults: boolean
  /** On conflict with an existing row. */
  onConflict: 'merge' | 'ignore' | undefined
}

/**
 * How many rows a PATCH or DELETE may affect. Throws a RestError if it has no filter, as the extension `safeupdate` of a
 * Supabase project does: a forgotten filter would change the whole table. The secret key may, if it names the number.
 */
export function maxAffected(
  method: string,
  { root }: RestQuery,
  role: Caller['role'],
  { maxAffected }: { maxAffected: number | undefined },
): number | undefined {
  if (method !== 'PATCH' && method !== 'DELETE') return undefined
  const isService = role === 'service_role'
  if (root.where.length === 0 && !(isService && maxAffected !== undefined))
    throw new RestError(400, '21000', `${method === 'PATCH' ? 'UPDATE' : 'DELETE'} requires a WHERE clause`)
  return isService ? maxAffected : Math.min(maxAffected ?? ANSWER_ROWS, ANSWER_ROWS)
}

/** The protocol counts parameters in two bytes. */
const MOST_VALUES = 65_000

export function insertSql(
  table: ApiTable,
  rows: readonly Row[],
  query: RestQuery,
  preferences: WritePreferences,
): Sql {
  const columns = columnsOf(table, rows, query.columns)
  if (columns.length * rows.length > MOST_VALUES)
    throw new RestError(400, '54000', `One request writes at most ${MOST_VALUES} values`)
  const into = sql`insert into ${fromTable(table, table.name)}`
  // `{}` is a row of defaults; PostgreSQL has no INSERT with an empty column list.
  if (columns.length === 0 && rows.length > 1)
    throw new RestError(400, 'PGRST102', 'Only one row can be written that names no column')
  if (columns.length === 0) return sql`${into} default values`
  const missing = preferences.hasDefaults ? sql`default` : sql`null`
  const values = rows.map(
    (row) => sql`(${list(columns.map((name) => (Object.hasOwn(row, name) ? sql`${row[name]}` : missing)))})`,
  )
  return sql`${into} (${list(columns.map((name) => sql.id(name)))}) values ${list(values)}${conflictSql(
    table,
    columns,
    query.conflictColumns ?? table.primaryKey,
    preferences.onConflict,
  )}`
}

function conflictSql(
  table: ApiTable,
  columns: readonly string[],
  target: readonly string[],
  onConflict: WritePreferences['onConflict'],
): Sql {
  if (!onConflict || target.length === 0) return sql``
  expectColumns(table, target)
  const conflict = sql` on conflict (${list(target.map((name) => sql.id(name)))})`
  if (onConflict === 'ignore') return sql`${conflict} do nothing`
  const changes = columns.map((name) => sql`${sql.id(name)} = ${sql.id('excluded', name)}`)
  return sql`${conflict} do update set ${list(changes)}`
}

/** Undefined when there is nothing to change. */
export function updateSql(
  table: ApiTable,
  rows: readonly Row[],
  query: RestQuery,
  select: SelectSql,
): Sql | undefined {
  const [row, ...others] = rows
  if (!row || others.length > 0) throw new RestError(400, 'PGRST102', 'A change must be one JSON object')
  const columns = columnsOf(table, rows, query.columns).filter((name) => Object.hasOwn(row, name))
  if (columns.length === 0) return undefined
  const changes = columns.map((name) => sql`${sql.id(name)} = ${row[name]}`)
  return sql`update ${fromTable(table, table.name)} set ${list(changes)} where ${ownWhere(table, query, select)}`
}

export const deleteSql = (table: ApiTable, query: RestQuery, select: SelectSql): Sql =>
  sql`delete from ${fromTable(table, table.name)} where ${ownWhere(table, query, select)}`

/** The filters of the table itself: embedded tables only shape the response. */
function ownWhere(table: ApiTable, { root }: RestQuery, select: SelectSql): Sql {
  const source = { from: fromTable(table, table.name), alias: table.name, table }
  return select.where({ ...root, entries: [] }, source)
}

/** The columns the response to a write needs: more could exceed what the caller may read. */
export function returnedColumns(table: ApiTable, { entries, order }: Selection): Sql {
  const columns = new Set(order.flatMap(({ column, embed }) => (embed ? [] : [column])))
  for (const entry of entries) {
    if (!isEmbed(entry)) columns.add(entry.name)
    else for (const link of table.links) for (const name of link.columns) columns.add(name)
    if (isEmbed(entry)) for (const name of table.primaryKey) columns.add(name)
  }
  if (columns.has('*')) return sql`${sql.id(table.name)}.*`
  return columns.size > 0 ? list([...columns].map((name) => sql.id(table.name, name))) : sql`1`
}

function columnsOf(
  table: ApiTable,
  rows: readonly Row[],
  named: readonly string[] | undefined,
): readonly string[] {
  const columns = named ?? Object.keys(rows[0] ?? {})
  expectColumns(table, columns)
  if (!named)
    for (const row of rows)
      if (Object.keys(row).length !== columns.length || !columns.every((name) => Object.hasOwn(row, name)))
        throw new RestError(400, 'PGRST102', 'All object keys must match')
  return columns
}

function expectColumns(table: ApiTable, names: readonly string[]): void {
  for (const name of names)
    if (!table.columns.includes(name))
      throw new RestError(
        400,
        'PGRST204',
        `Could not find the '${name}' column of '${table.name}' in the schema cache`,
      )
}
