import { expect, test } from 'vitest'
import { administrator, member, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { proveClaim } from './claims.ts'
import { addCategory, addFlag, addTool, addUpvote, first, type Tool } from './rows.ts'

/**
 * Who may do what (section 6), table by table, with raw requests. `owner` wrote the upvote, reported the flag and owns
 * the profile; `other` is another member. Which columns: schema.test.ts.
 */

const ACTORS = ['visitor', 'owner', 'other', 'admin', 'moderator', 'editor'] as const
const VERBS = ['select', 'insert', 'update', 'delete'] as const

const ALL = 'done done done done done done'
const NONE = 'no no no no no no'

/**
 * For each verb the outcomes for each actor. done: succeeded · none: no error, no row · no: refused with 42501. The last
 * tables are read and written through functions only, but for two columns of link_checks (links.test.ts).
 */
const MATRIX: Record<string, [select: string, insert: string, update: string, remove: string]> = {
  categories: [ALL, 'no no no done no done', 'no none none done none done', 'no none none done none done'],
  tools: [ALL, 'no no no done no done', 'no none none done none done', 'no none none done none done'],
  tool_submitters: [ALL, NONE, NONE, NONE],
  tool_makers: [ALL, NONE, NONE, NONE],
  tool_categories: [ALL, 'no no no done no done', NONE, 'no none none done none done'],
  tool_upvotes: [ALL, 'no done no no no no', 'no none none done done none', 'no done none done done none'],
  upvote_flags: ['no done none done done none', 'no done no no no no', 'no none none done done none', NONE],
  upvote_appeals: ['no done none done done none', 'no done no no no no', NONE, NONE],
  profiles: [ALL, NONE, 'no done none none none none', NONE],
  link_checks: [NONE, NONE, NONE, NONE],
  audit_log: ['no none none done done none', NONE, NONE, NONE],
  sign_up_invitations: [NONE, NONE, NONE, NONE],
  site_settings: [NONE, NONE, NONE, NONE],
}

const server = await testServer()
const [owner, other, admin, moderator, editor, writer] = await Promise.all([
  member(server),
  member(server),
  administrator(server),
  administrator(server, 'moderator'),
  administrator(server, 'editor'),
  member(server),
])
const people = { owner, other, admin, moderator, editor, writer }

interface Attempt {
  /** Ids of the row to select, update or delete. */
  id: string | number
  insert: Record<string, unknown>
  update: Record<string, unknown>
}

/** New rows for one attempt on one table; inserts and rows are in the owner's name. */
async function prepare(table: string): Promise<Attempt> {
  const { sql } = server
  const { owner, writer } = people
  const category = await addCategory(sql)
  const tool = await addTool(sql, {}, [category])
  const slug = `new-${tool.slug}`
  if (table === 'categories')
    return { id: category.id, insert: { name: 'New', slug }, update: { name: 'Changed' } }
  if (table === 'tools')
    return {
      id: tool.id,
      insert: { name: 'New', slug, short_description: 'New', website_url: 'https://example.org' },
      update: { name: 'Changed' },
    }
  if (table === 'tool_submitters') {
    const row = first(
      await sql<{ id: string }[]>`
        insert into public.tool_submitters (tool_id, user_id) values (${tool.id}, ${owner.id}) returning id`,
    )
    const another = await addTool(sql)
    return { id: row.id, insert: { tool_id: another.id, user_id: owner.id }, update: { user_id: writer.id } }
  }
  if (table === 'tool_makers') {
    const id = await proveClaim(sql, tool, owner)
    return { id, insert: { id, tool_id: tool.id }, update: { since: '2026-01-01' } }
  }
  if (table === 'link_checks') {
    await sql`insert into public.link_checks (tool_id) values (${tool.id})`
    return { id: tool.id, insert: { tool_id: tool.id }, update: { state: 'ok' } }
  }
  if (table === 'tool_categories') {
    const row = first(
      await sql<{ id: string }[]>`select id from public.tool_categories where tool_id = ${tool.id}`,
    )
    const another = await addCategory(sql)
    return { id: row.id, insert: { tool_id: tool.id, category_id: another.id }, update: { position: 3 } }
  }
  if (table === 'tool_upvotes') {
    const upvote = await addUpvote(sql, tool, owner)
    await addFlag(sql, upvote, writer)
    await sql`update public.tool_upvotes set flag_status = 'approved' where id = ${upvote.id}`
    const unvoted = await addTool(sql)
    const insert = { tool_id: unvoted.id, user_id: owner.id, reason: 'Good' }
    return { id: upvote.id, insert, update: { flag_status: 'rejected' } }
  }
  if (table === 'upvote_flags') {
    const flag = await addFlag(sql, await addUpvote(sql, tool, writer), owner)
    const unflagged = await addUpvote(sql, await addTool(sql), writer)
    const insert = { upvote_id: unflagged.id, flagged_by: owner.id, reason: 'Spam' }
    return { id: flag.id, insert, update: { status: 'approved' } }
  }
  if (table === 'upvote_appeals') {
    // More attempts than the daily limit.
    await sql`delete from private.rate_limits where key like ${`%:${owner.id}`}`
    const [answered, unanswered] = [await rejected(tool), await rejected(await addTool(sql))]
    const insert = { upvote_id: unanswered, reason: 'It is not' }
    const { data } = await owner.client
      .from('upvote_appeals')
      .insert({ ...insert, upvote_id: answered })
      .select('id')
      .single()
    return { id: data?.id ?? '', insert, update: { reason: 'Changed' } }
  }
  if (table === 'profiles') {
    const insert = { id: owner.id, full_name: 'New', username: 'new-name' }
    return { id: owner.id, insert, update: { full_name: 'Changed' } }
  }
  if (table === 'sign_up_invitations') {
    const address = `${slug}@example.org`
    return { id: owner.id, insert: { address }, update: { address } }
  }
  if (table === 'site_settings') return { id: 1, insert: { version: 1 }, update: { version: 1 } }
  const entry = first(await sql<{ id: number }[]>`select id from public.audit_log limit 1`)
  const insert = { action: 'insert', table_name: 'tools', row_id: tool.id }
  return { id: entry.id, insert, update: { action: 'delete' } }
}

/** A reported and rejected recommendation of the owner's. */
async function rejected(tool: Tool): Promise<string> {
  const upvote = await addUpvote(server.sql, tool, people.owner)
  await addFlag(server.sql, upvote, await member(server))
  await server.sql`update public.tool_upvotes set flag_status = 'rejected' where id = ${upvote.id}`
  return upvote.id
}

async function attempt(
  table: string,
  verb: (typeof VERBS)[number],
  { id, ...bodies }: Attempt,
  token?: string,
): Promise<string> {
  const key = { site_settings: 'version', link_checks: 'tool_id' }[table] ?? 'id'
  const path = verb === 'insert' ? `/rest/v1/${table}` : `/rest/v1/${table}?${key}=eq.${id}`
  const method = { select: 'GET', insert: 'POST', update: 'PATCH', delete: 'DELETE' }[verb]
  const body = verb === 'insert' || verb === 'update' ? JSON.stringify(bodies[verb]) : undefined
  const headers = { prefer: 'return=representation' }
  const response = await raw(server, path, { method, body, headers }, token)
  const answer: unknown = await response.json()
  if (Array.isArray(answer)) return answer.length > 0 ? 'done' : 'none'
  if (typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === '42501')
    return response.status === (token ? 403 : 401) ? 'no' : `42501 with status ${response.status}`
  return `${response.status} ${JSON.stringify(answer)}`
}

test.each(Object.entries(MATRIX))('%s', async (table, outcomes) => {
  for (const [place, verb] of VERBS.entries()) {
    const seen: string[] = []
    let ready = await prepare(table)
    for (const actor of ACTORS) {
      const token = actor === 'visitor' ? undefined : people[actor].accessToken
      seen.push(await attempt(table, verb, ready, token))
      // What did nothing leaves the rows to the next.
      if (verb !== 'select' && seen.at(-1) === 'done') ready = await prepare(table)
    }
    expect([verb, seen.join(' ')]).toEqual([verb, outcomes[place]])
  }
})

test('the matrix names every table of the schema', async () => {
  const tables = await server.sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`
  expect(tables.map((table) => table.name)).toEqual(Object.keys(MATRIX).sort())
})

const PAST = '2001-01-01T00:00:00Z'

test('an upvote and a flag in somebody else’s name are refused', async () => {
  const upvote = await addUpvote(server.sql, await addTool(server.sql), writer)
  const recommended = { tool_id: (await addTool(server.sql)).id, user_id: writer.id, reason: 'Good' }
  const flag = { upvote_id: upvote.id, flagged_by: admin.id, reason: 'Spam' }
  expect((await owner.client.from('tool_upvotes').insert(recommended)).error?.code).toBe('42501')
  expect((await owner.client.from('upvote_flags').insert(flag)).error?.code).toBe('42501')
})

test('updated_at of a profile may be sent, and is the time of the database', async () => {
  const profile = owner.client.from('profiles').update({ full_name: '  New Name\u00a0', updated_at: PAST })
  const { data } = await profile.eq('id', owner.id).select().single()
  expect(data?.full_name).toBe('New Name')
  expect(Math.abs(Date.now() - Date.parse(data?.updated_at ?? PAST))).toBeLessThan(60_000)
})
