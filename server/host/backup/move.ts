import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type postgres from 'postgres'
import { Failure } from '../../lib/errors.ts'
import type { Database } from '../database/open-database.ts'
import { prepareDatabase, UNFINISHED_MOVE } from '../database/prepare-database.ts'
import { type OwnTable, readOwnTables } from './own-tables.ts'
import { STALLED_MS, withProgress } from './watch-progress.ts'

interface MoveOptions {
  /** How long nothing may happen. */
  stalledMs?: number
  signal?: AbortSignal
  /** `done` from 0 to 1. */
  onProgress?(done: number, table: string): void
}

/**
 * Copies everything into another, empty database: tables by our migrations, rows by COPY, from one snapshot and in one
 * transaction. Until it commits nothing starts on the new database, and the move can be repeated; the source is
 * unchanged. Throws a Failure with the reason.
 */
export const moveDatabase = (
  from: Database,
  to: Database,
  { stalledMs = STALLED_MS, ...options }: MoveOptions = {},
): Promise<{ tables: number; rows: number }> =>
  withProgress([from, to], stalledMs, (moved) => copyDatabase(from, to, options, moved))

async function copyDatabase(
  from: Database,
  to: Database,
  { signal, onProgress = () => undefined }: MoveOptions,
  moved: () => void,
): Promise<{ tables: number; rows: number }> {
  await expectNobody(from)
  // First, so that whatever comes after it can be interrupted: nothing starts on a database that is to be moved into.
  await expectEmpty(to)
  await prepareDatabase(from, signal)
  await prepareDatabase(to, signal, { moving: true })
  const copied = await from.sql.begin('isolation level repeatable read read only', (source) =>
    to.sql.begin(async (target) => {
      const tables = await matchTables(source, target, from.name)
      const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
      // Triggers would change and log the copied rows again. Foreign keys stay on and are verified, none of them later:
      // a table with checks to come cannot be altered.
      await target`set constraints all immediate`
      for (const { name } of tables) await target.unsafe(`alter table ${name} disable trigger user`)
      for (const { name } of tables.toReversed()) await target.unsafe(`delete from ${name}`)
      await source.unsafe(FORMATS).simple()
      await target.unsafe(FORMATS).simple()
      let rows = 0
      let bytes = 0
      for (const table of tables) {
        signal?.throwIfAborted()
        onProgress(bytes / total, table.name)
        rows += await copyRows(source, target, table, moved)
        bytes += table.bytes
      }
      await copySequences(source, target)
      for (const { name } of tables) await target.unsafe(`alter table ${name} enable trigger user`)
      await target.unsafe(`drop table ${UNFINISHED_MOVE}`)
      return { tables: tables.length, rows }
    }),
  )
  await to.sql`analyze`
  return copied
}

/** A running site's further writes would be lost. */
async function expectNobody({ sql, name }: Database): Promise<void> {
  const [found] = await sql<{ running: boolean }[]>`
    select exists (select from pg_stat_activity
      where datname = current_database() and application_name like 'plaudit-%') as running`
  if (found?.running) throw new Failure(`the site is running on ${name}: stop it first`)
}

/** Empty, or left by an interrupted move. */
async function expectEmpty({ sql, name }: Database): Promise<void> {
  const [found] = await sql<{ taken: boolean }[]>`
    select (to_regclass('supabase_migrations.schema_migrations') is not null or to_regclass('public.tools') is not null)
      and to_regclass(${UNFINISHED_MOVE}) is null as taken`
  if (found?.taken) throw new Failure(`${name} holds a directory already: move into an empty database`)
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists ${UNFINISHED_MOVE} ();`)
}

/**
 * The tables of the new database, referenced tables first. Both databases have the same migrations and so the same
 * tables.
 */
async function matchTables(
  source: postgres.TransactionSql,
  target: postgres.TransactionSql,
  sourceName: string,
): Promise<OwnTable[]> {
  const [old, tables] = await Promise.all([readOwnTables(source), readOwnTables(target)])
  const references = await target<{ from: number; to: number }[]>`
    select conrelid::integer as from, confrelid::integer as to from pg_constraint
    where contype = 'f' and conrelid <> confrelid`
  const described = ({ columns }: OwnTable) =>
    JSON.stringify(columns.map(({ name, type }) => [name, type]).sort())
  const sorted: OwnTable[] = []
  let waiting = tables.map((table) => {
    const same = old.find(({ name }) => name === table.name)
    if (!same || described(same) !== described(table))
      throw new Failure(`${sourceName} has another table ${table.name} than this version of Plaudit`)
    return { ...table, bytes: same.bytes }
  })
  while (waiting.length > 0) {
    const blocked = new Set(
      references.filter((one) => waiting.some(({ oid }) => oid === one.to)).map((one) => one.from),
    )
    const free = waiting.filter(({ oid }) => !blocked.has(oid))
    if (free.length === 0) throw new Failure('tables refer to each other in a circle')
    sorted.push(...free)
    waiting = waiting.filter(({ oid }) => blocked.has(oid))
  }
  return sorted
}

/** Both sides use one text format of values, whatever their servers' settings. */
const FORMATS = `
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1;`

async function copyRows(
  source: postgres.TransactionSql,
  target: postgres.TransactionSql,
  { name, columns }: OwnTable,
  moved: () => void,
): Promise<number> {
  const list = columns.flatMap((column) => (column.isStored ? [column.name] : [])).join(', ')
  await pipeline(
    await source.unsafe(`copy ${name} (${list}) to stdout`).readable(),
    new Transform({
      transform(rows, _encoding, done) {
        moved()
        done(null, rows)
      },
    }),
    await target.unsafe(`copy ${name} (${list}) from stdin`).writable(),
  )
  const count = (sql: postgres.TransactionSql) =>
    sql.unsafe<{ count: number }[]>(`select count(*)::integer from ${name}`)
  const [[had], [has]] = await Promise.all([count(source), count(target)])
  if (!had || had.count !== has?.count)
    throw new Failure(`${name} has ${had?.count} rows, and ${has?.count} arrived`)
  return had.count
}

async function copySequences(
  source: postgres.TransactionSql,
  target: postgres.TransactionSql,
): Promise<void> {
  const sequences = await target<{ name: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name from pg_sequences
    where sequenceowner = current_user and schemaname !~ '^pg_'`
  for (const { name } of sequences) {
    const [at] = await source.unsafe<{ last: string; called: boolean }[]>(
      `select last_value as last, is_called as called from ${name}`,
    )
    if (at) await target`select setval(${name}::regclass, ${at.last}, ${at.called})`
  }
}
