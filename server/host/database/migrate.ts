import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type postgres from 'postgres'
import { StartError } from '../../lib/config.ts'

/** A file of supabase/migrations: `YYYYMMDDHHMMSS_verb_object.sql`. */
interface Migration {
  version: string
  name: string
  text: string
}

const FILE_NAME = /^(\d{14})_([a-z0-9_]+)\.sql$/

/** A migration waits this long for a lock and then fails, because readers would queue behind it. */
export const LOCK_TIMEOUT = '10s'

/** The migrations in the order they are applied. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => FILE_NAME.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const [, version = '', name = ''] = FILE_NAME.exec(file) ?? []
      return { version, name, text: await readFile(path.join(folder, file), 'utf8') }
    }),
  )
}

/**
 * The migrations a database lacks. Throws a StartError where its history does not match ours: a file that was edited
 * after it was applied, one that comes before an applied one, or migrations that no longer exist. Those of a newer
 * version are ignored.
 */
export async function pendingMigrations(
  sql: postgres.Sql,
  folder: string,
  databaseName: string,
): Promise<Migration[]> {
  const migrations = await readMigrations(folder)
  const applied = await readHistory(sql)
  const known = new Set(migrations.map(({ version }) => version))
  const last = migrations.findLastIndex(({ version }) => applied.has(version))
  const newest = migrations.at(-1)?.version ?? ''
  if ([...applied.keys()].some((version) => version <= newest && !known.has(version)))
    throw new StartError(
      `${databaseName} holds a database of an earlier version of Plaudit, which this one cannot take over: export its ` +
        'catalogue with that version, then start this one on an empty database (another DATA_DIR or DATABASE_URL)',
    )
  for (const [index, { version, name, text }] of migrations.entries()) {
    const file = `supabase/migrations/${version}_${name}.sql`
    const statements = applied.get(version)
    if (!statements) {
      if (index < last)
        throw new StartError(
          `${file} comes before a migration that ${databaseName} has already: give it a later time`,
        )
    } else if (!isSame(statements, text))
      throw new StartError(
        `${file} was changed after it was applied to ${databaseName}: put it back and write a new migration. Or, if ` +
          `nothing in that database is needed any more (such as in development, after db:baseline), stop, ${
            databaseName.startsWith('DATA_DIR ')
              ? `delete ${path.join(databaseName.slice('DATA_DIR '.length), 'postgres')}`
              : 'make it anew, empty,'
          } and start again`,
      )
  }
  return migrations.slice(last + 1)
}

/**
 * Applies migrations, each file in its own transaction. The history is the Supabase command line's, so `supabase db
 * push` and this agree. The caller holds the lock against a second process.
 */
export async function applyMigrations(
  sql: postgres.Sql,
  migrations: readonly Migration[],
  signal?: AbortSignal,
): Promise<void> {
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text
    );`)
  for (const { version, name, text } of migrations) {
    signal?.throwIfAborted()
    await sql.begin(async (transaction) => {
      await transaction.unsafe(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
      await transaction.unsafe(text).simple()
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${version}, ${name}, ${[text]})`
    })
  }
}

/** The applied migrations: by version, the statements that were run. */
async function readHistory(sql: postgres.Sql): Promise<Map<string, string[]>> {
  const [found] = await sql<{ exists: boolean }[]>`
    select to_regclass('supabase_migrations.schema_migrations') is not null as exists`
  if (!found?.exists) return new Map()
  // As JSON: the driver reads an array character by character, and these are long.
  const rows = await sql<{ version: string; statements: string[] | null }[]>`
    select version, to_jsonb(statements) as statements from supabase_migrations.schema_migrations`
  return new Map(rows.map(({ version, statements }) => [version, statements ?? []]))
}

/** We store a file unchanged; the Supabase command line splits it into statements and drops what is between them. */
function isSame(statements: readonly string[], text: string): boolean {
  const essence = (sql: string) => sql.replaceAll(/[\s;]/g, '')
  return statements.length === 1 ? statements[0] === text : essence(statements.join('')) === essence(text)
}
