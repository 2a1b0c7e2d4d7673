import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateTypes } from '../../scripts/generate-types.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Rules for the whole schema, so that new tables and functions are covered too. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

describe('every table', () => {
  test('of public has row-level security', async () => {
    const open = await server.sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relrowsecurity`
    expect(open).toEqual([])
  })

  test('of private has it too, and is granted to nobody', async () => {
    const open = await server.sql`
      select relname from pg_class c where relnamespace = 'private'::regnamespace and relkind in ('r', 'p')
        and (not relrowsecurity or exists (
          select from unnest(array['anon', 'authenticated', 'service_role']) role
          where has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate')
            or has_any_column_privilege(role, c.oid, 'select, insert, update')))`
    expect(open).toEqual([])
  })

  test('gives each role exactly the rights the migrations grant, by column', async () => {
    const grants = await server.sql<{ right: string }[]>`
      select grantee || ' ' || table_name || ' ' || lower(privilege_type) || ' ' ||
        string_agg(column_name, ',' order by column_name) as "right"
      from information_schema.column_privileges
      where table_schema = 'public' and grantee in ('PUBLIC', 'anon', 'authenticated')
        and privilege_type in ('INSERT', 'UPDATE')
      group by grantee, table_name, privilege_type order by 1`
    expect(grants.map((row) => row.right)).toEqual([
      'authenticated categories insert description,name,slug',
      'authenticated categories update description,name,slug',
      'authenticated profiles update full_name,updated_at,username',
      'authenticated tool_categories insert category_id,tool_id',
      'authenticated tool_upvotes insert reason,tool_id,user_id',
      'authenticated tool_upvotes update flag_status',
      'authenticated tools insert category_id,featured,license,logo,long_description,name,open_source,platforms,pricing,repository_url,short_description,slug,website_url',
      'authenticated tools update category_id,featured,license,logo,long_description,name,open_source,platforms,pricing,repository_url,short_description,slug,website_url',
      'authenticated upvote_appeals insert reason,upvote_id',
      'authenticated upvote_flags insert flagged_by,reason,upvote_id',
      'authenticated upvote_flags update resolved_at,status',
    ])
  })

  test('gives rights on whole tables for nothing but reading and deleting', async () => {
    const grants = await server.sql<{ right: string }[]>`
      select grantee || ' ' || lower(privilege_type) || ' ' || string_agg(table_name, ',' order by table_name) as "right"
      from information_schema.table_privileges
      where table_schema = 'public' and grantee in ('PUBLIC', 'anon', 'authenticated')
      group by grantee, privilege_type order by 1`
    expect(grants.map((row) => row.right)).toEqual([
      'anon select categories,profiles,tool_categories,tool_upvotes,tools',
      'authenticated delete categories,tool_categories,tool_upvotes,tools',
      'authenticated select audit_log,categories,profiles,tool_categories,tool_upvotes,tools,upvote_appeals,upvote_flags',
    ])
  })

  test('of public refuses TRUNCATE, which runs no trigger of a row', async () => {
    const tables = await server.sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`
    for (const { name } of tables)
      await expect(server.sql.unsafe(`truncate ${name} cascade`), name).rejects.toThrow(
        /TRUNCATE is not supported|append-only/,
      )
  })

  test('has a primary key', async () => {
    const without = await server.sql`
      select c.oid::regclass::text as "table" from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`
    expect(without).toEqual([])
  })

  test('has one permissive policy for an action and a role', async () => {
    const several = await server.sql`
      select tablename, cmd, role from pg_policies, unnest(roles) role
      where permissive = 'PERMISSIVE' group by tablename, cmd, role having count(*) > 1`
    expect(several).toEqual([])
  })

  test('has a surrogate key: a primary key of two foreign keys would be a second relationship for the API', async () => {
    const joins = await server.sql`
      select conrelid::regclass::text from pg_constraint
      where contype = 'p' and connamespace = 'public'::regnamespace and cardinality(conkey) > 1`
    expect(joins).toEqual([])
  })

  test('has an index for every foreign key', async () => {
    const bare = await server.sql`
      select conrelid::regclass::text || '.' || conname as key from pg_constraint k
      where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] = k.conkey)`
    expect(bare).toEqual([])
  })
})

test('schema private is closed to every role of the API', async () => {
  const [open] = await server.sql`
    select bool_or(has_schema_privilege(role, 'private', 'usage')) as usage
    from unnest(array['anon', 'authenticated', 'service_role']) role`
  expect(open).toEqual({ usage: false })
})

test('objects of later migrations have no grants by default', async () => {
  await server.sql.begin(async (sql) => {
    await sql`create table public.later (id int)`
    await sql`create function public.later() returns int language sql as 'select 1'`
    const [rights] = await sql`
      select bool_or(has_table_privilege(role, 'public.later', 'select, insert, update, delete')) as "table",
        bool_or(has_function_privilege(role, 'public.later()', 'execute')) as "function"
      from unnest(array['anon', 'authenticated', 'service_role']) role`
    expect(rights).toEqual({ table: false, function: false })
    await sql`drop table public.later`
    await sql`drop function public.later()`
  })
})

test('src/database.types.ts matches the database', async () => {
  const file = path.join(import.meta.dirname, '../../src/database.types.ts')
  expect(await readFile(file, 'utf8')).toBe(await generateTypes(server.sql))
})
