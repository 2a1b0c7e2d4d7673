import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import bcrypt from '@node-rs/bcrypt'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { applyMigrations } from '../../server/host/database/migrate.ts'
import { createRolesAndSchemas } from '../../server/host/database/prepare-database.ts'
import { blowStorm } from './write-storm.ts'

/**
 * The data of a version: what a database of it holds, and what it was made with, so that later versions can be tried on
 * it without that version's code. `npm run db:release` keeps one file a release.
 */
export interface VersionData {
  /** server/supabase/auth/schema.sql as it was. */
  accounts: string
  /** The migrations that were applied, in their order. */
  migrations: { version: string; name: string; text: string }[]
  /** The rows of every table as one JSON text. */
  tables: Record<string, string>
  /** The last value each sequence gave. */
  sequences: Record<string, string>
}

const RELEASES = path.join(import.meta.dirname, '../fixtures/releases')
const SUFFIX = '.json.gz'

/** The versions that were released, as far as their data is kept. */
export const listReleases = (): string[] =>
  (existsSync(RELEASES) ? readdirSync(RELEASES) : [])
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
export const fileOfRelease = (version: string) => path.join(RELEASES, version + SUFFIX)

export const packVersion = (data: VersionData): Buffer => gzipSync(JSON.stringify(data), { level: 9 })
export const readPacked = (packed: Buffer): VersionData => JSON.parse(gunzipSync(packed).toString())
export const readRelease = (version: string): VersionData => readPacked(readFileSync(fileOfRelease(version)))

/** Of the one account that is somebody's in this data: an administrator. */
export const OWNER = { email: 'owner@example.org', username: 'the-owner', password: 'correct horse' }

/** Fills the database of this address, migrated and empty, with made-up people and what they do, and reads it. */
export async function makeVersionData(url: string, writes = 300): Promise<VersionData> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    await blowStorm(url, { writes, lanes: 4 })
    const [owner] = await sql<{ id: string }[]>`
      insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
      values (gen_random_uuid(), ${OWNER.email}, ${await bcrypt.hash(OWNER.password, 4)}, now(),
        ${sql.json({ username: OWNER.username, full_name: 'The Owner' })}) returning id`
    await sql`insert into private.administrators (user_id, granted_by) values (${owner?.id ?? ''}, 'test')`
    await sql`insert into public.tool_upvotes (tool_id, user_id, reason)
      select id, ${owner?.id ?? ''}, 'It held through every update' from public.tools limit 3`
    // One case waits for sure.
    await sql`insert into public.upvote_flags (upvote_id, flagged_by, reason)
      select v.id, p.id, 'Too long' from public.tool_upvotes v, public.profiles p
      where v.user_id = ${owner?.id ?? ''} and p.id <> v.user_id limit 1`
    return await readVersionData(sql)
  } finally {
    await sql.end()
  }
}

async function readVersionData(sql: Sql): Promise<VersionData> {
  const tables: Record<string, string> = {}
  for (const name of await listTables(sql)) {
    const [all] = await sql.unsafe<{ rows: string }[]>(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as rows from ${name} t`,
    )
    tables[name] = all?.rows ?? '[]'
  }
  const sequences = await sql<{ name: string; value: string }[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
    from pg_sequences where last_value is not null`
  return {
    accounts: await readFile(path.join(import.meta.dirname, '../../server/supabase/auth/schema.sql'), 'utf8'),
    migrations: await sql<VersionData['migrations']>`
      select version, name, statements[1] as text from supabase_migrations.schema_migrations order by version`,
    tables,
    sequences: Object.fromEntries(sequences.map(({ name, value }) => [name, value])),
  }
}

/** Makes an empty database what one of that version was. */
export async function restoreVersion(sql: Sql, data: VersionData): Promise<void> {
  await createRolesAndSchemas(sql)
  await sql.unsafe(data.accounts).simple()
  await applyMigrations(sql, data.migrations)
  await sql.begin(async (transaction) => {
    const tables = Object.entries(data.tables)
    const keys = await transaction<{ table: string; name: string; was: string }[]>`
      select conrelid::regclass::text as table, quote_ident(conname) as name,
        case when not condeferrable then 'not deferrable' when condeferred then 'deferrable initially deferred'
          else 'deferrable initially immediate' end as was
      from pg_constraint where contype = 'f' and conparentid = 0`
    // The rows come as they were, in any order: what triggers would make of them is among them.
    for (const key of keys)
      await transaction.unsafe(
        `alter table ${key.table} alter constraint ${key.name} deferrable initially deferred`,
      )
    for (const [name] of tables) await transaction.unsafe(`alter table ${name} disable trigger user`)
    // Also rows a migration wrote.
    for (const [name] of tables) await transaction.unsafe(`delete from ${name}`)
    for (const [name, rows] of tables) await insertRows(transaction, name, rows)
    for (const [name, value] of Object.entries(data.sequences))
      await transaction`select setval(${name}::regclass, ${value}::bigint)`
    await transaction`set constraints all immediate`
    for (const [name] of tables) await transaction.unsafe(`alter table ${name} enable trigger user`)
    for (const key of keys)
      await transaction.unsafe(`alter table ${key.table} alter constraint ${key.name} ${key.was}`)
  })
}

async function insertRows(sql: TransactionSql, table: string, rows: string): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
  const list = columns.map(({ name }) => name).join()
  await sql.unsafe(
    `insert into ${table} (${list}) overriding system value
      select ${list} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
    [rows],
  )
}

/** How many rows each table holds. */
export async function countRows(sql: Sql): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const name of await listTables(sql)) {
    const [row] = await sql.unsafe<{ count: number }[]>(`select count(*)::integer from ${name}`)
    counts[name] = row?.count ?? 0
  }
  return counts
}

async function listTables(sql: Sql): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('auth', 'public', 'private', 'supabase_migrations')
    order by 1`
  return tables.map(({ name }) => name)
}
