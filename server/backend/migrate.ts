import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type postgres from 'postgres'

/** A file of supabase/migrations: `YYYYMMDDHHMMSS_verb_object.sql`. */
interface Migration {
  version: string
  name: string
  file: string
}

const FILE_NAME = /^(\d{14})_([a-z0-9_]+)\.sql$/

/** The migrations in the order they are applied. */
export async function listMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => FILE_NAME.test(file)).sort()
  return files.map((file) => {
    const [, version = '', name = ''] = FILE_NAME.exec(file) ?? []
    return { version, name, file: path.join(folder, file) }
  })
}

/**
 * Applies what is missing, each file in a transaction of its own, and returns the versions applied. The history is
 * the one the Supabase command line keeps, so `supabase db push` and this agree about what is done.
 * The caller holds the lock that keeps a second process from migrating at the same time.
 */
export async function applyMigrations(
  sql: postgres.Sql,
  folder: string,
  signal?: AbortSignal,
): Promise<string[]> {
  await sql.unsafe(`
    create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (
      version text primary key, statements text[], name text
    );`)
  const done = new Set(
    (await sql<{ version: string }[]>`select version from supabase_migrations.schema_migrations`).map(
      (row) => row.version,
    ),
  )
  const applied: string[] = []
  for (const migration of await listMigrations(folder)) {
    if (done.has(migration.version)) continue
    signal?.throwIfAborted()
    const text = await readFile(migration.file, 'utf8')
    await sql.begin(async (transaction) => {
      await transaction.unsafe(text).simple()
      await transaction`
        insert into supabase_migrations.schema_migrations (version, name, statements)
        values (${migration.version}, ${migration.name}, ${[text]})`
    })
    applied.push(migration.version)
  }
  return applied
}
