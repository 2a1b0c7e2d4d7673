import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { generateTypes } from '../../scripts/generate-types.ts'
import { PUBLIC_READS } from '../../server/http/cache/tags.ts'
import { testDatabase } from '../support/test-file.ts'

/** Rules for the whole schema, so that new tables and functions are covered too: who may read, write and call what. */

const { sql } = await testDatabase()

const words = (text: string) => text.split(' ')

describe('every table', () => {
  test('of public has row-level security', async () => {
    const open = await sql`
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not relrowsecurity`
    expect(open).toEqual([])
  })

  test('of private has it too, and is granted to nobody', async () => {
    const open = await sql`
      select relname from pg_class c where relnamespace = 'private'::regnamespace and relkind in ('r', 'p')
        and (not relrowsecurity or exists (
          select from unnest(array['anon', 'authenticated', 'service_role']) role
          where has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate')
            or has_any_column_privilege(role, c.oid, 'select, insert, update')))`
    expect(open).toEqual([])
  })

  test('gives each role exactly the rights the migrations grant, by column', async () => {
    const grants = await sql<{ right: string }[]>`
      select grantee || ' ' || table_name || ' ' || lower(privilege_type) || ' ' ||
        string_agg(column_name, ',' order by column_name) as "right"
      from information_schema.column_privileges
      where table_schema = 'public' and grantee in ('PUBLIC', 'anon', 'authenticated')
        and privilege_type in ('INSERT', 'UPDATE')
      group by grantee, table_name, privilege_type order by 1`
    expect(grants.map((row) => row.right)).toEqual([
      'authenticated categories insert description,name,slug',
      'authenticated categories update description,name,slug',
      'authenticated profiles update full_name,has_page,updated_at,username',
      'authenticated tool_categories insert category_id,tool_id',
      'authenticated tool_upvotes insert author_role,reason,tool_id,used_for,user_id',
      'authenticated tool_upvotes update flag_status',
      'authenticated tools insert category_id,featured,license,logo,long_description,name,open_source,platforms,pricing,repository_url,short_description,slug,website_url',
      'authenticated tools update category_id,featured,license,logo,long_description,name,open_source,platforms,pricing,repository_url,short_description,slug,website_url',
      'authenticated upvote_appeals insert reason,upvote_id',
      'authenticated upvote_flags insert flagged_by,reason,upvote_id',
      'authenticated upvote_flags update resolved_at,status',
    ])
  })

  test('gives rights on whole tables for nothing but reading and deleting', async () => {
    const grants = await sql<{ right: string }[]>`
      select grantee || ' ' || lower(privilege_type) || ' ' || string_agg(table_name, ',' order by table_name) as "right"
      from information_schema.table_privileges
      where table_schema = 'public' and grantee in ('PUBLIC', 'anon', 'authenticated')
      group by grantee, privilege_type order by 1`
    expect(grants.map((row) => row.right)).toEqual([
      'anon select categories,profiles,tool_categories,tool_makers,tool_submitters,tool_upvotes,tools',
      'authenticated delete categories,tool_categories,tool_upvotes,tools',
      'authenticated select audit_log,categories,profiles,tool_categories,tool_makers,tool_submitters,tool_upvotes,tools,upvote_appeals,upvote_flags',
    ])
  })

  test('of public refuses TRUNCATE, which runs no trigger of a row', async () => {
    const tables = await sql<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`
    for (const { name } of tables)
      await expect(sql.unsafe(`truncate ${name} cascade`), name).rejects.toThrow(
        /TRUNCATE is not supported|append-only/,
      )
  })

  test('has a primary key', async () => {
    const without = await sql`
      select c.oid::regclass::text as "table" from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`
    expect(without).toEqual([])
  })

  test('has one permissive policy for an action and a role', async () => {
    const several = await sql`
      select tablename, cmd, role from pg_policies, unnest(roles) role
      where permissive = 'PERMISSIVE' group by tablename, cmd, role having count(*) > 1`
    expect(several).toEqual([])
  })

  test('has a surrogate key: a primary key of two foreign keys would be a second relationship for the API', async () => {
    const joins = await sql`
      select conrelid::regclass::text from pg_constraint
      where contype = 'p' and connamespace = 'public'::regnamespace and cardinality(conkey) > 1`
    expect(joins).toEqual([])
  })

  test('has an index for every foreign key', async () => {
    const bare = await sql`
      select conrelid::regclass::text || '.' || conname as key from pg_constraint k
      where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] = k.conkey)`
    expect(bare).toEqual([])
  })
})

describe('every function', () => {
  test('of public and private has a fixed search path, or a body whose names were resolved when it was created', async () => {
    const loose = await sql`
      select p.oid::regprocedure::text from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and p.prosqlbody is null and p.prokind <> 'a' and not coalesce(p.proconfig, '{}') @> array['search_path=""']`
    expect(loose).toEqual([])
  })

  test('may be executed by exactly the listed roles; one with its owner’s rights is a trigger, or checks its caller', async () => {
    const callable = await sql<{ rights: string; names: string[] }[]>`
      select n.nspname || ', ' || coalesce(roles, 'nobody')
          || case when p.prosecdef then ', with its owner’s rights' else '' end as rights,
        array_agg(distinct p.proname::text collate "C" order by p.proname::text collate "C") as names
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace, lateral (
        select string_agg(role, ' ' order by role) as roles from unnest(array['anon', 'authenticated', 'service_role']) role
        where has_function_privilege(role, p.oid, 'execute')
      ) callers
      where n.nspname in ('public', 'private')
        and (roles is not null or p.prosecdef and p.prorettype <> 'trigger'::regtype)
      group by 1`
    expect(Object.fromEntries(callable.map(({ rights, names }) => [rights, names]))).toEqual({
      // Has no caller but a hosted project's authentication service.
      'private, nobody, with its owner’s rights': words('before_user_created'),
      // For policies; nobody can name them in a call.
      'private, authenticated, with its owner’s rights': words('can_edit can_moderate'),
      'private, anon authenticated, with its owner’s rights': words('is_shown_maker'),
      'private, authenticated service_role': [
        ...words('address_key all_platforms all_pricings bigrams decided_states is_decided is_link'),
        ...words('is_readable known_platforms refuse_hidden_characters squeeze without_hidden_characters'),
      ],
      'public, anon authenticated service_role': words('bytes_within list_category_samples'),
      'public, anon authenticated service_role, with its owner’s rights': [
        ...words('compare_tools count_categories count_facets count_found_categories count_found_facets'),
        ...words('count_moderation_log count_tools find_current_slug get_list get_site_settings is_admin'),
        ...words(
          'list_alternatives list_chosen_recommendations list_moderation_log list_public_lists list_recommendations',
        ),
        ...words('list_sitemap_pages list_tools'),
        ...words('search_catalogue search_similar search_tools'),
      ],
      'public, anon authenticated, with its owner’s rights': words('get_tool_numbers'),
      'public, authenticated, with its owner’s rights': [
        ...words('check_claim check_links_again close_alert confirm_claim count_waiting'),
        ...words('decide_all_of decide_content decide_contributions'),
        ...words('decide_icons decide_several delete_my_account delete_my_list'),
        ...words(
          'dismiss_first_steps edit_recommendation export_my_data find_tools_at get_first_steps get_icon_status get_link_status get_member_record',
        ),
        ...words('get_my_notice_mails get_my_role get_my_standing get_queue_status'),
        ...words('get_search_settings give_up_claim grant_administrator invite lift_suspension'),
        ...words('list_admin_categories list_admin_tools list_alerts list_audit_actors list_audit_log'),
        ...words(
          'list_contributions list_daily_numbers list_duplicates list_flagged list_invitations list_link_checks list_makers',
        ),
        ...words('list_members list_my_claims list_my_contributions list_my_follows list_my_helpful'),
        ...words('list_my_lists list_my_marks list_my_notices list_my_outcomes list_my_reports'),
        ...words('list_my_saved list_reported_content'),
        ...words(
          'list_site_versions list_suggested_icons list_top_numbers may_list_profiles merge_categories',
        ),
        ...words('merge_tools preview_merge read_notices remove_answer'),
        ...words('replace_addresses report_content'),
        ...words('require_open_account'),
        ...words('restore_site_settings revoke_administrator revoke_claim revoke_invitation'),
        ...words('save_answer save_contribution save_my_list save_my_notice_mails'),
        ...words(
          'save_search_settings save_site_settings save_tool set_counted set_followed set_helpful set_listed set_not_duplicates set_saved',
        ),
        ...words('set_submitter_named start_claim suggest_icons suspend_member undo_contributions'),
        ...words('undo_decisions undo_icons undo_merge watch_flagged withdraw_contribution'),
      ],
    })
  })
})

describe('change notices, on which the cache depends: every table', () => {
  test('that what is kept in memory reads is notified, or its comment says what it follows from', async () => {
    const silent = await sql<{ name: string; readers: string[]; comment: string | null }[]>`
      select * from (
        select c.oid::regclass::text as name, obj_description(c.oid, 'pg_class') as comment,
          array(
            select p.proname::text from pg_proc p
            where p.pronamespace = 'public'::regnamespace and 'rpc/' || p.proname = any (${Object.keys(PUBLIC_READS)})
              and p.prosrc ~ ('\\m' || c.relname || '\\M')
            union all select 'select' where has_any_column_privilege('anon', c.oid, 'select')
          ) as readers
        from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'm')
          and (
            select count(distinct bit) from pg_trigger t, unnest(array[4, 8, 16]) bit
            where t.tgrelid = c.oid and t.tgname like '%notify%' and t.tgtype & bit > 0 and t.tgtype & 1 = 0
          ) < 3
      ) tables where readers <> '{}'`
    expect(silent.length).toBeGreaterThan(3)
    for (const { name, readers, comment } of silent)
      expect(comment ?? '', `${name}, read by ${readers.join()}`).toMatch(
        /follows from a change of|a trigger per row names the tool|tells of which tools/,
      )
  })

  test('read by a public function is among its declared dependencies, and no function depends on the time', async () => {
    const bodies = await sql<{ name: string; source: string }[]>`
      select 'rpc/' || proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`
    const derived = await sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'private'::regnamespace
        and obj_description(oid, 'pg_class') like 'Not notified: %follows from a change of%'`
    const relations = await sql<{ name: string }[]>`
      select relname as name from pg_class where relkind in ('r', 'p', 'v', 'm')`
    const isRead = (name = '') => relations.some((relation) => relation.name === name)
    for (const [name, tagsOf] of Object.entries(PUBLIC_READS).filter(([each]) => each.startsWith('rpc/'))) {
      const source = bodies.find((body) => body.name === name)?.source
      expect(source, name).toBeDefined()
      expect(source, name).not.toMatch(/\b(now|clock_timestamp|current_date|current_timestamp|random)\b/i)
      const tables = [...(source ?? '').matchAll(/\b(?:public|private)\.([a-z_]+)(?!\w*\s*\()/g)].map(
        (match) => match[1],
      )
      // A row without an id: for others only the counts may have changed.
      const tags = tagsOf({ parameters: new URLSearchParams(), rows: [{}] })
      const known = ['tools', 'categories', 'tool_categories', ...derived.map((table) => table.name)]
      if (tags.includes('recommendations')) known.push('tool_upvotes', 'profiles')
      if (tags.includes('moderation')) known.push('moderation_log')
      if (tags.includes('responses')) known.push('maker_answers')
      if (tags.includes('lists')) known.push('member_lists', 'member_list_tools')
      if (tags.includes('chosen')) known.push('chosen_recommendations')
      for (const table of tables.filter(isRead)) expect(known, name).toContain(table)
      // Invalidated by the catalogue only: it must not depend on counts or recommendations.
      if (!tags.includes('counts'))
        expect(source, name).not.toMatch(/upvote|trend|profiles|\.\*|to_json|select \*/i)
    }
  })
})

test('schema private is closed to every role of the API', async () => {
  const [open] = await sql`
    select bool_or(has_schema_privilege(role, 'private', 'usage')) as usage
    from unnest(array['anon', 'authenticated', 'service_role']) role`
  expect(open).toEqual({ usage: false })
})

test('objects of later migrations have no grants by default', async () => {
  await sql.begin(async (sql) => {
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
  expect(await readFile(file, 'utf8')).toBe(await generateTypes(sql))
})
