import type postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { administrator, type Client, member, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { proveClaim } from './claims.ts'
import { sendIn } from './contributions.ts'
import { cardOf, remove, reported } from './queue.ts'
import { addCategory, addTool, addUpvote, type Upvote } from './rows.ts'
import { countWaiting } from './waiting.ts'

/**
 * Every function of administrators checks the right before it waits, so that strangers wait for nobody, and after it: who
 * was revoked meanwhile is refused.
 */

const server = await testServer({ RATE_LIMITS: 'off' })
const stranger = await member(server)
// Another one always remains.
await administrator(server)

type Call = (client: Client) => PromiseLike<{ status: number; error: { code: string } | null }>
interface Case {
  call: Call
  /** Takes the lock for which the call waits. */
  hold: (holder: postgres.TransactionSql) => Promise<unknown>
}

const advisory = (name: string) => (holder: postgres.TransactionSql) =>
  holder`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
const ofAdministrators = advisory('plaudit administrators')
const row = (table: string, id: string) => (holder: postgres.TransactionSql) =>
  holder`select from ${holder(table)} where id = ${id} for update`

const newTool = () => ({
  name: 'Waiting',
  slug: `waiting-${crypto.randomUUID()}`,
  short_description: 'Text',
  website_url: 'https://example.org',
})

/** Something sent in by a new member, which waits. */
async function sentIn(given: Parameters<typeof sendIn>[1] = {}) {
  return { id: await sendIn(await member(server), given) }
}

const holdsOfUndo = ({ tool_id }: Upvote) => [
  advisory('plaudit recommendations'),
  row('public.tools', tool_id),
]

/** `by` is the administrator who calls. */
const CASES: Record<string, (by: Person) => Promise<Case[]>> = {
  save_tool: async () => {
    const tool = await addTool(server.sql)
    const changed = { ...newTool(), tool_id: tool.id }
    return [
      { call: (client) => client.rpc('save_tool', newTool()), hold: advisory('plaudit catalogue') },
      { call: (client) => client.rpc('save_tool', changed), hold: row('public.tools', tool.id) },
    ]
  },
  decide_contributions: async () => {
    const { id } = await sentIn()
    const tool = await addTool(server.sql)
    const change = await sentIn({ kind: 'correction', tool_id: tool.id, proposed: { name: 'Other' } })
    const seen = { seen: 1, tool_seen: String(tool.updated_at) }
    const accept: Call = (client) =>
      client.rpc('decide_contributions', { cases: [{ id, seen: 1 }], decision: 'accepted' })
    const decline: Call = (client) =>
      client.rpc('decide_contributions', { cases: [{ id, seen: 1 }], decision: 'declined' })
    const correct: Call = (client) =>
      client.rpc('decide_contributions', { cases: [{ id: change.id, ...seen }], decision: 'accepted' })
    return [
      { call: accept, hold: advisory('plaudit catalogue') },
      { call: decline, hold: row('private.contributions', id) },
      { call: correct, hold: row('public.tools', tool.id) },
    ]
  },
  check_links_again: async () => [
    {
      call: (client) => client.rpc('check_links_again', { tool_ids: [] }),
      hold: advisory('plaudit catalogue'),
    },
  ],
  suggest_icons: async () => [
    { call: (client) => client.rpc('suggest_icons', { tool_ids: [] }), hold: advisory('plaudit catalogue') },
  ],
  decide_icons: async () => [
    { call: (client) => client.rpc('decide_icons', { choices: [] }), hold: advisory('plaudit catalogue') },
  ],
  undo_icons: async () => [
    { call: (client) => client.rpc('undo_icons', { tool_ids: [] }), hold: advisory('plaudit catalogue') },
  ],
  replace_addresses: async () => [
    {
      call: (client) => client.rpc('replace_addresses', { changes: [] }),
      hold: advisory('plaudit catalogue'),
    },
  ],
  merge_tools: async () => {
    const request = { gone: (await addTool(server.sql)).id, kept: (await addTool(server.sql)).id }
    return [
      { call: (client) => client.rpc('merge_tools', request), hold: advisory('plaudit catalogue') },
      { call: (client) => client.rpc('merge_tools', request), hold: row('public.tools', request.kept) },
    ]
  },
  merge_categories: async () => {
    const request = { gone: (await addCategory(server.sql)).id, kept: (await addCategory(server.sql)).id }
    return [
      { call: (client) => client.rpc('merge_categories', request), hold: advisory('plaudit catalogue') },
    ]
  },
  undo_merge: async (by) => {
    const [gone, kept] = [(await addTool(server.sql)).id, (await addTool(server.sql)).id]
    await by.client.rpc('merge_tools', { gone, kept })
    return [{ call: (client) => client.rpc('undo_merge', { gone }), hold: advisory('plaudit catalogue') }]
  },
  set_not_duplicates: async () => {
    const request = { one: (await addTool(server.sql)).id, other: (await addTool(server.sql)).id }
    return [
      { call: (client) => client.rpc('set_not_duplicates', request), hold: advisory('plaudit catalogue') },
    ]
  },
  revoke_claim: async () => {
    const [tool, maker] = [await addTool(server.sql), await member(server)]
    const claim_id = await proveClaim(server.sql, tool, maker)
    return [
      { call: (client) => client.rpc('revoke_claim', { claim_id }), hold: row('public.tools', tool.id) },
    ]
  },
  undo_contributions: async (by) => {
    const { id } = await sentIn()
    await by.client.rpc('decide_contributions', { cases: [{ id, seen: 1 }], decision: 'declined' })
    const call: Call = (client) => client.rpc('undo_contributions', { contribution_ids: [id] })
    return [advisory('plaudit catalogue'), advisory('plaudit recommendations')].map((hold) => ({
      call,
      hold,
    }))
  },
  decide_several: async (by) => {
    const { upvote } = await reported(server, await member(server))
    const { version } = await cardOf(by.client, upvote)
    const wanted = { cases: [{ id: upvote.id, seen: version }], decision: 'rejected' }
    const call: Call = (client) => client.rpc('decide_several', wanted)
    const holds = [
      advisory('plaudit recommendations'),
      row('public.tool_upvotes', upvote.id),
      row('public.tools', upvote.tool_id),
    ]
    return holds.map((hold) => ({ call, hold }))
  },
  decide_all_of: async () => {
    const author = await member(server)
    const { upvote } = await reported(server, author)
    const wanted = { username: author.username, decision: 'rejected' }
    const suspending = { ...wanted, suspend: true, suspension_reason: 'Spam' }
    return [
      {
        call: (client) => client.rpc('decide_all_of', wanted),
        hold: row('public.tool_upvotes', upvote.id),
      },
      { call: (client) => client.rpc('decide_all_of', suspending), hold: ofAdministrators },
    ]
  },
  undo_decisions: async (by) => {
    const { upvote } = await reported(server, await member(server))
    const decision_ids = [await remove(by.client, upvote)]
    const call: Call = (client) => client.rpc('undo_decisions', { decision_ids })
    return holdsOfUndo(upvote).map((hold) => ({ call, hold }))
  },
  grant_administrator: async () => {
    const { id } = await member(server)
    return [
      { call: (client) => client.rpc('grant_administrator', { member_id: id }), hold: ofAdministrators },
    ]
  },
  revoke_administrator: async () => {
    const { id } = await administrator(server)
    return [
      { call: (client) => client.rpc('revoke_administrator', { member_id: id }), hold: ofAdministrators },
    ]
  },
  suspend_member: async () => {
    const { id } = await member(server)
    const wanted = { member_id: id, reason: 'Spam' }
    return [{ call: (client) => client.rpc('suspend_member', wanted), hold: ofAdministrators }]
  },
  lift_suspension: async (by) => {
    const { id } = await member(server)
    await by.client.rpc('suspend_member', { member_id: id, reason: 'Spam' })
    return [
      {
        call: (client) => client.rpc('lift_suspension', { member_id: id }),
        hold: row('public.profiles', id),
      },
    ]
  },
  save_site_settings: async () => {
    const { data } = await stranger.client.rpc('get_site_settings')
    const wanted = {
      settings: { name: `N ${crypto.randomUUID()}` },
      expected_version: data?.[0]?.version ?? 0,
    }
    return [
      { call: (client) => client.rpc('save_site_settings', wanted), hold: advisory('public.site_settings') },
    ]
  },
  restore_site_settings: async () => [
    {
      call: (client) => client.rpc('restore_site_settings', { old_version: 0 }),
      hold: advisory('public.site_settings'),
    },
  ],
  invite: async () => {
    const address = `${crypto.randomUUID()}@example.org`
    return [
      {
        call: (client) => client.rpc('invite', { address }),
        hold: (holder) => holder`insert into public.sign_up_invitations (address) values (${address})`,
      },
    ]
  },
  revoke_invitation: async (by) => {
    const address = `${crypto.randomUUID()}@example.org`
    await by.client.rpc('invite', { address })
    return [
      {
        call: (client) => client.rpc('revoke_invitation', { address }),
        hold: (holder) =>
          holder`select from public.sign_up_invitations where address = ${address} for update`,
      },
    ]
  },
  save_search_settings: async () => [
    {
      call: (client) =>
        client.rpc('save_search_settings', { language: 'english', synonyms: '', expected_version: 1 }),
      hold: (holder) => holder`select from private.search_settings for update`,
    },
  ],
  set_counted: async () => {
    const { id } = await addUpvote(server.sql, await addTool(server.sql), await member(server))
    const call: Call = (client) =>
      client.rpc('set_counted', { upvote_ids: [id], counted: false, reason: 'Bought' })
    return [{ call, hold: row('public.tool_upvotes', id) }]
  },
  close_alert: async () => {
    const tool = await addTool(server.sql)
    const [alert] = await server.sql<{ id: string }[]>`
      insert into private.alerts (tool_id, reasons, usual) values (${tool.id}, '{young}', 0) returning id`
    const alert_id = alert?.id ?? ''
    return [
      { call: (client) => client.rpc('close_alert', { alert_id }), hold: row('private.alerts', alert_id) },
    ]
  },
  decide_content: async () => {
    const [owner, reporter] = [await member(server), await member(server)]
    const { data: list_id = '' } = await owner.client.rpc('save_my_list', { name: 'Mine', is_public: true })
    const list = { kind: 'list', subject_id: list_id ?? '' }
    await reporter.client.rpc('report_content', { ...list, reason: 'Spam' })
    return [
      {
        call: (client) => client.rpc('decide_content', { ...list, decision: 'hidden' }),
        hold: row('private.member_lists', list.subject_id),
      },
    ]
  },
  // It raises those of a crowd.
  list_alerts: async () => {
    const tool = await addTool(server.sql)
    for (let count = 0; count < 3; count++) await addUpvote(server.sql, tool, await member(server))
    return [{ call: (client) => client.rpc('list_alerts'), hold: advisory('plaudit recommendations') }]
  },
  dismiss_first_steps: async () => [
    {
      call: (client) => client.rpc('dismiss_first_steps'),
      hold: (holder) => holder`lock table private.first_steps in exclusive mode`,
    },
  ],
}

describe.each(Object.entries(CASES))('%s', (_name, prepare) => {
  test('refuses a stranger without waiting, and who was revoked while it waited', async () => {
    const { length } = await prepare(await administrator(server))
    for (let place = 0; place < length; place++) {
      const leaving = await administrator(server)
      const current = (await prepare(leaving))[place]
      if (!current) throw new Error('there are as many each time')
      const { call, hold } = current
      const logged = () => server.sql`select from public.audit_log where actor_id = ${leaving.id}`
      const before = await logged()
      const { answer } = await server.sql.begin(async (holder) => {
        await hold(holder)
        // If it waited, it would time out with another code.
        expect(await call(stranger.client)).toMatchObject({ status: 403, error: { code: '42501' } })
        const answer = Promise.resolve(call(leaving.client))
        await expect.poll(() => countWaiting(server.sql)).toBe(1)
        await holder`delete from private.administrators where user_id = ${leaving.id}`
        return { answer }
      })
      expect(await answer).toMatchObject({ status: 403, error: { code: '42501' } })
      expect(await logged()).toHaveLength(before.length)
    }
  }, 30_000)
})

test('every function of administrators that writes is among them', async () => {
  const functions = await server.sql<{ name: string }[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and provolatile = 'v'
      and prosrc ~ 'require_(current_)?administrator|private\\.(begin_|set_counted)' order by 1`
  expect(functions.map(({ name }) => name)).toEqual(Object.keys(CASES).sort())
})
