import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { administrator, member, post, raw } from '../support/actors.ts'
import { row } from '../support/catalogue-lines.ts'
import { logoName, png } from '../support/logos.ts'
import { testServer } from '../support/test-file.ts'
import { bytes } from './storage.ts'

/**
 * Which role opens which door: every function of the API, logos, import and export, with raw requests. Tables:
 * permissions.test.ts. A call that is refused for another reason than the right counts as open.
 */

const server = await testServer({ RATE_LIMITS: 'off' })
const [plain, moderator, editor, admin] = [
  await member(server),
  await administrator(server, 'moderator'),
  await administrator(server, 'editor'),
  await administrator(server),
]
const gone = await administrator(server)
await server.sql`delete from auth.sessions where user_id = ${gone.id}`
const TOKENS = [undefined, ...[plain, moderator, editor, admin, gone].map(({ accessToken }) => accessToken)]

// The outcomes for: visitor, member, moderator, editor, administrator, and an administrator whose session has ended: no POST of theirs is taken.
const EVERYBODY = 'yes yes yes yes yes no'
const MEMBERS = 'no yes yes yes yes no'
const MODERATORS = 'no no yes no yes no'
const EDITORS = 'no no no yes yes no'
const ROLES = 'no no yes yes yes no'
const ADMINISTRATORS = 'no no no no yes no'

const ID = '00000000-0000-4000-8000-000000000000'
const tool = { name: '', slug: 'x', short_description: 'x', website_url: 'x' }

/** Arguments with which nothing is changed, and who is not refused. */
const FUNCTIONS: Record<string, [given: object, outcomes: string]> = {
  compare_tools: [{ slugs: ['x'] }, EVERYBODY],
  count_categories: [{ selected: [] }, EVERYBODY],
  count_facets: [{}, EVERYBODY],
  count_found_categories: [{ query: 'x' }, EVERYBODY],
  count_found_facets: [{ query: 'x' }, EVERYBODY],
  count_moderation_log: [{ since: '2026-01-01T00:00:00Z' }, EVERYBODY],
  count_tools: [{}, EVERYBODY],
  find_current_slug: [{ kind: 'tool', former_slug: 'x' }, EVERYBODY],
  get_list: [{ address: 'x' }, EVERYBODY],
  get_site_settings: [{}, EVERYBODY],
  get_tool_numbers: [{ tool_id: ID }, EVERYBODY],
  list_chosen_recommendations: [{}, EVERYBODY],
  is_admin: [{}, EVERYBODY],
  list_alternatives: [{ tool_id: ID }, EVERYBODY],
  list_category_samples: [{}, EVERYBODY],
  list_moderation_log: [{}, EVERYBODY],
  list_public_lists: [{ member_id: ID }, EVERYBODY],
  list_recommendations: [{ tool_id: ID }, EVERYBODY],
  list_sitemap_pages: [{ kind: 'members' }, EVERYBODY],
  list_tools: [{}, EVERYBODY],
  search_catalogue: [{ query: 'x' }, EVERYBODY],
  search_similar: [{ query: 'x' }, EVERYBODY],
  search_tools: [{ query: 'x' }, EVERYBODY],

  delete_my_list: [{ list_id: ID }, MEMBERS],
  check_claim: [{ claim_id: ID }, MEMBERS],
  confirm_claim: [{ claim_id: ID, link: 'x' }, MEMBERS],
  delete_my_account: [{ confirm_username: '' }, MEMBERS],
  edit_recommendation: [{ upvote_id: ID, reason: 'x' }, MEMBERS],
  export_my_data: [{}, MEMBERS],
  find_tools_at: [{ address: 'x' }, MEMBERS],
  get_my_role: [{}, MEMBERS],
  give_up_claim: [{ claim_id: ID }, MEMBERS],
  get_my_notice_mails: [{}, MEMBERS],
  get_my_standing: [{}, MEMBERS],
  list_my_claims: [{}, MEMBERS],
  list_my_contributions: [{}, MEMBERS],
  list_my_follows: [{}, MEMBERS],
  list_my_lists: [{}, MEMBERS],
  list_my_helpful: [{ upvote_ids: [ID] }, MEMBERS],
  list_my_marks: [{ tool_ids: [ID] }, MEMBERS],
  list_my_notices: [{}, MEMBERS],
  list_my_saved: [{}, MEMBERS],
  list_my_reports: [{}, MEMBERS],
  list_my_outcomes: [{}, MEMBERS],
  read_notices: [{ up_to: 0 }, MEMBERS],
  remove_answer: [{ upvote_id: ID }, MEMBERS],
  report_content: [{ kind: 'list', subject_id: ID, reason: 'x' }, MEMBERS],
  require_open_account: [{}, MEMBERS],
  save_answer: [{ upvote_id: ID, answer: 'x' }, MEMBERS],
  save_contribution: [{ kind: 'x' }, MEMBERS],
  start_claim: [{ tool_id: ID, method: 'tag' }, MEMBERS],
  set_submitter_named: [{ contribution_id: ID, is_named: true }, MEMBERS],
  withdraw_contribution: [{ contribution_id: ID }, MEMBERS],
  save_my_notice_mails: [{ wishes: {} }, MEMBERS],
  save_my_list: [{ name: '' }, MEMBERS],
  set_followed: [{ category_id: ID, followed: false }, MEMBERS],
  set_listed: [{ list_id: ID, tool_id: ID }, MEMBERS],
  set_helpful: [{ upvote_id: ID }, MEMBERS],
  set_saved: [{ tool_id: ID, saved: false }, MEMBERS],

  count_waiting: [{}, ROLES],

  close_alert: [{ alert_id: ID }, MODERATORS],
  decide_all_of: [{ username: 'x', decision: 'approved' }, MODERATORS],
  decide_content: [{ kind: 'list', subject_id: ID, decision: 'kept' }, MODERATORS],
  decide_several: [{ cases: [{ id: ID, seen: 1 }], decision: 'approved' }, MODERATORS],
  get_member_record: [{ username: 'x' }, MODERATORS],
  lift_suspension: [{ member_id: ID }, MODERATORS],
  list_alerts: [{}, MODERATORS],
  list_audit_actors: [{}, MODERATORS],
  list_audit_log: [{}, MODERATORS],
  list_flagged: [{}, MODERATORS],
  list_members: [{}, MODERATORS],
  list_reported_content: [{}, MODERATORS],
  may_list_profiles: [{}, MODERATORS],
  suspend_member: [{ member_id: ID, reason: 'x' }, MODERATORS],
  undo_decisions: [{ decision_ids: [0] }, MODERATORS],
  set_counted: [{ upvote_ids: [ID], counted: true }, MODERATORS],
  watch_flagged: [{ ids: [] }, MODERATORS],

  decide_contributions: [{ cases: [{ id: ID, seen: 1 }], decision: 'declined' }, EDITORS],
  check_links_again: [{ tool_ids: [] }, EDITORS],
  decide_icons: [{ choices: [] }, EDITORS],
  get_icon_status: [{}, EDITORS],
  get_link_status: [{}, EDITORS],
  list_admin_categories: [{}, EDITORS],
  list_admin_tools: [{}, EDITORS],
  list_contributions: [{}, EDITORS],
  list_duplicates: [{}, EDITORS],
  list_link_checks: [{}, EDITORS],
  list_suggested_icons: [{}, EDITORS],
  list_makers: [{ of_tool: ID }, EDITORS],
  merge_categories: [{ gone: ID, kept: ID }, EDITORS],
  merge_tools: [{ gone: ID, kept: ID }, EDITORS],
  preview_merge: [{ gone: ID, kept: ID }, EDITORS],
  replace_addresses: [{ changes: [] }, EDITORS],
  revoke_claim: [{ claim_id: ID }, EDITORS],
  save_tool: [tool, EDITORS],
  set_not_duplicates: [{ one: ID, other: ID, are_two: false }, EDITORS],
  suggest_icons: [{ tool_ids: [] }, EDITORS],
  undo_contributions: [{ contribution_ids: [] }, EDITORS],
  undo_icons: [{ tool_ids: [] }, EDITORS],
  undo_merge: [{ gone: ID }, EDITORS],

  dismiss_first_steps: [{}, ADMINISTRATORS],
  get_first_steps: [{}, ADMINISTRATORS],
  get_queue_status: [{}, ADMINISTRATORS],
  get_search_settings: [{}, ADMINISTRATORS],
  grant_administrator: [{ member_id: ID }, ADMINISTRATORS],
  invite: [{ address: 'x' }, ADMINISTRATORS],
  list_daily_numbers: [{}, ADMINISTRATORS],
  list_invitations: [{}, ADMINISTRATORS],
  list_site_versions: [{}, ADMINISTRATORS],
  list_top_numbers: [{}, ADMINISTRATORS],
  restore_site_settings: [{ old_version: 99 }, ADMINISTRATORS],
  revoke_administrator: [{ member_id: ID }, ADMINISTRATORS],
  revoke_invitation: [{ address: 'x' }, ADMINISTRATORS],
  save_search_settings: [{ language: 'x', synonyms: '', expected_version: 99 }, ADMINISTRATORS],
  save_site_settings: [{ settings: {}, expected_version: 99 }, ADMINISTRATORS],
}

/** 42501: refused for want of the right; PT401: of a session; PT400: the refusal of may_list_profiles. */
const REFUSALS = ['42501', 'PT401', 'PT400']

test.each(Object.entries(FUNCTIONS))('%s', async (name, [given, outcomes]) => {
  const seen: string[] = []
  for (const token of TOKENS) {
    const response = await post(server, `/rest/v1/rpc/${name}`, given, token)
    const text = await response.text()
    expect(response.status, text).toBeLessThan(500)
    // The function is known, and the arguments fit it.
    expect(text).not.toContain('PGRST202')
    const refused = REFUSALS.some((code) => text.includes(`"code":"${code}"`))
    seen.push(refused ? 'no' : 'yes')
  }
  expect(seen.join(' ')).toBe(outcomes)
})

test('every function of the API is among them', async () => {
  const functions = await server.sql<{ name: string }[]>`
    select distinct proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f' and prorettype <> 'trigger'::regtype
      and has_function_privilege('authenticated', oid, 'execute')`
  expect(functions.map(({ name }) => name).sort()).toEqual(Object.keys(FUNCTIONS).sort())
})

const CSV = 'name,slug\n'
const picture = await png()
const BUCKET = '/storage/v1/object/tool-logos'

/** Doors that are not the database's own; the server asks it about the caller. */
const DOORS: Record<string, [path: string, init: () => RequestInit, outcomes: string]> = {
  'upload of a logo': [
    `${BUCKET}/`,
    () => ({ method: 'POST', body: bytes(picture), headers: { 'content-type': 'image/png' } }),
    EDITORS,
  ],
  'deletion of logos': [
    BUCKET,
    () => ({ method: 'DELETE', body: JSON.stringify({ prefixes: ['none.png'] }) }),
    EDITORS,
  ],
  'list of logos': [
    '/storage/v1/object/list/tool-logos',
    () => ({ method: 'POST', body: JSON.stringify({ prefix: '' }) }),
    EDITORS,
  ],
  preview: ['/transfer/v1/preview?name=a.jsonl', () => ({ method: 'POST', body: row('door') }), EDITORS],
  import: ['/transfer/v1/import?name=a.csv', () => ({ method: 'POST', body: CSV }), EDITORS],
  'undoing an import': [`/transfer/v1/undo?import=${randomUUID()}`, () => ({ method: 'POST' }), EDITORS],
  export: ['/transfer/v1/catalogue.csv', () => ({}), EDITORS],
  'starter catalogue': ['/transfer/v1/starter', () => ({}), EDITORS],
}

test.each(Object.entries(DOORS))('%s', async (_name, [path, init, outcomes]) => {
  const seen: string[] = []
  for (const token of TOKENS) {
    const address = path.endsWith('/') ? path + logoName() : path
    const { status } = await raw(server, address, init(), token)
    expect(status).toBeLessThan(500)
    seen.push(status === 401 || status === 403 ? 'no' : 'yes')
  }
  expect(seen.join(' ')).toBe(outcomes)
})
