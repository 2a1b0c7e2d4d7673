import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generateTypes } from '../../scripts/generate-types.ts'
import { member, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** What holds for the whole schema, so that the next table and the next function are covered too. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // The API must not change any right while it serves (design.md, "Traps already met").
  await visitor(server).from('tools').select('id')
  await (await member(server)).client.from('tools').select('id')
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
      'authenticated tool_categories insert category_id,position,tool_id',
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

  test('of public refuses to be emptied without its rows being told', async () => {
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

  test('has a key of its own: a key made of two foreign keys opens a second way for the API to embed', async () => {
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

describe('every function', () => {
  test('of public and private has a fixed search path, or a body whose names were resolved when it was created', async () => {
    const loose = await server.sql`
      select p.oid::regprocedure::text from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and p.prosqlbody is null and not coalesce(p.proconfig, '{}') @> array['search_path=""']`
    expect(loose).toEqual([])
  })

  test('may be executed by those it is meant for and by nobody else', async () => {
    const callable = await server.sql<{ name: string; roles: string }[]>`
      select n.nspname || '.' || p.proname as name, string_agg(role, ' ' order by role) as roles
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
        unnest(array['anon', 'authenticated', 'service_role']) role
      where n.nspname in ('public', 'private') and has_function_privilege(role, p.oid, 'execute')
      group by 1 order by 1`
    expect(Object.fromEntries(callable.map((row) => [row.name, row.roles]))).toEqual({
      'private.bigrams': 'authenticated service_role',
      'private.known_platforms': 'authenticated service_role',
      'private.squeeze': 'authenticated service_role',
      'private.without_hidden_characters': 'authenticated service_role',
      'public.compare_tools': 'anon authenticated service_role',
      'public.count_facet_values': 'anon authenticated service_role',
      'public.count_facets': 'anon authenticated service_role',
      'public.count_found_categories': 'anon authenticated service_role',
      'public.count_found_facets': 'anon authenticated service_role',
      'public.count_tools': 'anon authenticated service_role',
      'public.decide_flagged': 'authenticated',
      'public.delete_my_account': 'authenticated',
      'public.dismiss_first_steps': 'authenticated',
      'public.export_my_data': 'authenticated',
      'public.find_current_slug': 'anon authenticated service_role',
      'public.get_first_steps': 'authenticated',
      'public.get_last_backup': 'authenticated',
      'public.get_site_settings': 'anon authenticated service_role',
      'public.grant_administrator': 'authenticated',
      'public.invite': 'authenticated',
      'public.is_admin': 'anon authenticated service_role',
      'public.lift_suspension': 'authenticated',
      'public.list_admin_categories': 'authenticated',
      'public.list_admin_tools': 'authenticated',
      'public.list_alternatives': 'anon authenticated service_role',
      'public.list_audit_actors': 'authenticated',
      'public.list_audit_log': 'authenticated',
      'public.list_category_samples': 'anon authenticated service_role',
      'public.list_flagged': 'authenticated',
      'public.list_invitations': 'authenticated',
      'public.list_members': 'authenticated',
      'public.list_my_reports': 'authenticated',
      'public.list_site_versions': 'authenticated',
      'public.list_tools': 'anon authenticated service_role',
      'public.require_open_account': 'authenticated',
      'public.restore_site_settings': 'authenticated',
      'public.revoke_administrator': 'authenticated',
      'public.revoke_invitation': 'authenticated',
      'public.save_site_settings': 'authenticated',
      'public.save_tool': 'authenticated',
      'public.search_catalogue': 'anon authenticated service_role',
      'public.search_similar': 'anon authenticated service_role',
      'public.search_tools': 'anon authenticated service_role',
      'public.suspend_member': 'authenticated',
      'public.undo_decision': 'authenticated',
      'public.watch_flagged': 'authenticated',
    })
  })

  test('that runs with its owner’s rights is a trigger, or one of those that ask who calls', async () => {
    const definers = await server.sql<{ name: string }[]>`
      select p.proname as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and p.prosecdef and p.prorettype <> 'trigger'::regtype order by 1`
    expect(definers.map((row) => row.name)).toEqual([
      'can_undo',
      'compare_tools',
      'count_facet_values',
      'count_facets',
      'count_found_categories',
      'count_found_facets',
      'decide_flagged',
      'delete_my_account',
      'dismiss_first_steps',
      'export_my_data',
      'find_current_slug',
      'flagged_card',
      'get_first_steps',
      'get_last_backup',
      'get_site_settings',
      'grant_administrator',
      'has_conflict',
      'has_ended_session',
      'invite',
      'is_admin',
      'is_being_undone',
      'lift_suspension',
      'list_admin_categories',
      'list_admin_tools',
      'list_alternatives',
      'list_audit_actors',
      'list_audit_log',
      'list_flagged',
      'list_invitations',
      'list_members',
      'list_my_reports',
      'list_site_versions',
      'list_tools',
      'refuse_conflict',
      'removal_reason',
      'require_open_account',
      'require_session',
      'restore_site_settings',
      'revoke_administrator',
      'revoke_invitation',
      'save_site_settings',
      'save_tool',
      'search_catalogue',
      'search_similar',
      'search_tools',
      'suspend_member',
      'undo_decision',
      'watch_flagged',
    ])
  })
})

test('schema private is closed to every role of the API', async () => {
  const [open] = await server.sql`
    select bool_or(has_schema_privilege(role, 'private', 'usage')) as usage
    from unnest(array['anon', 'authenticated', 'service_role']) role`
  expect(open).toEqual({ usage: false })
})

test('what a later migration creates is nobody’s until it grants it', async () => {
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

test('src/database.types.ts is what the database says', async () => {
  const file = path.join(import.meta.dirname, '../../src/database.types.ts')
  expect(await readFile(file, 'utf8')).toBe(await generateTypes(server.sql))
})
