import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Rules for every function of the schema: who may call it, and with whose rights it runs. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

describe('every function', () => {
  test('of public and private has a fixed search path, or a body whose names were resolved when it was created', async () => {
    const loose = await server.sql`
      select p.oid::regprocedure::text from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and p.prosqlbody is null and p.prokind <> 'a' and not coalesce(p.proconfig, '{}') @> array['search_path=""']`
    expect(loose).toEqual([])
  })

  test('may be executed by exactly the listed roles', async () => {
    const callable = await server.sql<{ name: string; roles: string }[]>`
      select n.nspname || '.' || p.proname as name, string_agg(role, ' ' order by role) as roles
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace,
        unnest(array['anon', 'authenticated', 'service_role']) role
      where n.nspname in ('public', 'private') and has_function_privilege(role, p.oid, 'execute')
      group by 1 order by 1`
    expect(Object.fromEntries(callable.map((row) => [row.name, row.roles]))).toEqual({
      'private.all_platforms': 'authenticated service_role',
      'private.all_pricings': 'authenticated service_role',
      'private.bigrams': 'authenticated service_role',
      'private.is_link': 'authenticated service_role',
      'private.is_readable': 'authenticated service_role',
      'private.known_platforms': 'authenticated service_role',
      'private.refuse_hidden_characters': 'authenticated service_role',
      'private.squeeze': 'authenticated service_role',
      'private.without_hidden_characters': 'authenticated service_role',
      'public.bytes_within': 'anon authenticated service_role',
      'public.compare_tools': 'anon authenticated service_role',
      'public.count_categories': 'anon authenticated service_role',
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
      'public.get_search_settings': 'authenticated',
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
      'public.may_list_profiles': 'authenticated',
      'public.require_open_account': 'authenticated',
      'public.restore_site_settings': 'authenticated',
      'public.revoke_administrator': 'authenticated',
      'public.revoke_invitation': 'authenticated',
      'public.save_search_settings': 'authenticated',
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

  test('that runs with its owner’s rights is a trigger, or checks its caller', async () => {
    const definers = await server.sql<{ name: string }[]>`
      select p.proname as name from pg_proc p
      where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and p.prosecdef and p.prorettype <> 'trigger'::regtype order by 1`
    expect(definers.map((row) => row.name)).toEqual([
      // Has no caller but a hosted project's authentication service.
      'before_user_created',
      'compare_tools',
      'count_categories',
      'count_facets',
      'count_found_categories',
      'count_found_facets',
      'count_tools',
      'decide_flagged',
      'delete_my_account',
      'dismiss_first_steps',
      'export_my_data',
      'find_current_slug',
      'get_first_steps',
      'get_last_backup',
      'get_search_settings',
      'get_site_settings',
      'grant_administrator',
      'invite',
      'is_admin',
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
      'may_list_profiles',
      'require_open_account',
      'restore_site_settings',
      'revoke_administrator',
      'revoke_invitation',
      'save_search_settings',
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
