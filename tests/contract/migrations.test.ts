import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyMigrations, pendingMigrations } from '../../server/host/database/migrate.ts'
import { prepareDatabase } from '../../server/host/database/prepare-database.ts'
import { type ClonedDatabase, cloneDatabase } from '../support/clone-database.ts'

/** Applied migrations stay unchanged and in order. */

let database: ClonedDatabase
let folder: string
beforeEach(async () => {
  database = await cloneDatabase()
  await database.sql`drop schema supabase_migrations cascade`
  folder = await mkdtemp(path.join(tmpdir(), 'plaudit-migrations-'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const FIRST = '20300101000000_create_first.sql'
const write = (file: string, text: string) => writeFile(path.join(folder, file), text)
const pending = () => pendingMigrations(database.sql, folder, 'DATA_DIR here')
const migrate = async () => {
  const migrations = await pending()
  await applyMigrations(database.sql, migrations)
  return migrations.map(({ name }) => name)
}

describe('migrations', () => {
  test('are applied once, each in order', async () => {
    await write(FIRST, 'create table public.first (id int);\n')
    expect(await migrate()).toEqual(['create_first'])
    await write('20300102000000_create_second.sql', 'create table public.second (id int);\n')
    expect(await migrate()).toEqual(['create_second'])
    expect(await migrate()).toEqual([])
  })

  test('that were edited after they were applied are refused', async () => {
    await write(FIRST, 'create table public.first (id int);\n')
    await migrate()
    await write(FIRST, 'create table public.first (id bigint);\n')
    await expect(pending()).rejects.toThrow(
      `supabase/migrations/${FIRST} was changed after it was applied to DATA_DIR here: put it back and write a new migration. Or, if nothing in that database is needed any more (such as in development, after db:baseline), stop, delete here/postgres and start again`,
    )
  })

  test('that come before an applied one are refused', async () => {
    await write(FIRST, 'select 1;\n')
    await migrate()
    await write('20290101000000_come_late.sql', 'select 1;\n')
    await expect(pending()).rejects.toThrow(
      'supabase/migrations/20290101000000_come_late.sql comes before a migration that DATA_DIR here has already',
    )
  })

  test('the Supabase command line applied statement by statement are the same', async () => {
    const text =
      '-- A table.\ncreate table public.first (id int);\n\n-- Another.\ncreate table public.second (id int);\n'
    await write(FIRST, text)
    await applyMigrations(database.sql, [])
    await database.sql`insert into supabase_migrations.schema_migrations (version, name, statements) values
      ('20300101000000', 'create_first', ${['-- A table.\ncreate table public.first (id int)', '-- Another.\ncreate table public.second (id int)']})`
    expect(await pending()).toEqual([])
    await write(FIRST, text.replace('int', 'bigint'))
    await expect(pending()).rejects.toThrow('was changed after it was applied')
  })

  test('of a newer version are left alone', async () => {
    await write(FIRST, 'select 1;\n')
    await migrate()
    await database.sql`insert into supabase_migrations.schema_migrations values ('20310101000000', '{}', 'later')`
    expect(await pending()).toEqual([])
  })

  test('that are no more: the database is refused in one sentence', async () => {
    await write(FIRST, 'select 1;\n')
    await applyMigrations(database.sql, [])
    await database.sql`insert into supabase_migrations.schema_migrations values ('20261121100000', '{}', 'old')`
    await expect(pending()).rejects.toThrow(
      /^DATA_DIR here holds a database of an earlier version of Plaudit/,
    )
  })

  test('that the role may not apply are refused in one sentence', async () => {
    await write(FIRST, "do $$ begin raise insufficient_privilege using message = 'not yours'; end $$;\n")
    await expect(
      prepareDatabase({ sql: database.sql, name: 'DATABASE_URL' }, undefined, { folder }),
    ).rejects.toThrow('the role of DATABASE_URL must own the database and everything in it: not yours')
  })

  test('give up when a table is held for long', async () => {
    await write(
      FIRST,
      "do $$ begin if current_setting('lock_timeout') = '0' then raise 'endless'; end if; end $$;\n",
    )
    expect(await migrate()).toEqual(['create_first'])
  })
})

test('a start on a migrated database waits for no table that a dump reads', async () => {
  const another = await cloneDatabase()
  const sql = postgres(another.url, {
    max: 2,
    connection: { lock_timeout: 1_000 },
    onnotice: () => undefined,
  })
  try {
    await another.sql.begin(async (dump) => {
      const tables = await dump<{ name: string }[]>`
        select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname in ('auth', 'private', 'public', 'supabase_migrations')`
      await dump.unsafe(`lock table ${tables.map(({ name }) => name).join(', ')} in access share mode`)
      await prepareDatabase({ sql, name: 'this database' })
    })
  } finally {
    await sql.end()
    await another.close()
  }
})
