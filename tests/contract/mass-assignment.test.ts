import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addFlag, addTool, addUpvote } from './rows.ts'

/** Columns no client may write, tried one by one in an otherwise valid row. */

let server: TestServer
let people: Record<'author' | 'reader' | 'admin', Person>
beforeAll(async () => {
  server = await startTestServer()
  people = { author: await member(server), reader: await member(server), admin: await administrator(server) }
})
afterAll(() => server?.close())

const PAST = '2001-01-01T00:00:00Z'
const ID = '00000000-0000-4000-8000-000000000000'

/** table, who tries, columns and values */
const INSERTS: [string, keyof typeof people, Record<string, unknown>][] = [
  ['categories', 'admin', { id: ID, tool_count: 99, created_at: PAST }],
  ['tools', 'admin', { id: ID, upvote_count: 99, created_at: PAST, updated_at: PAST }],
  ['tool_categories', 'admin', { id: ID }],
  [
    'tool_upvotes',
    'reader',
    { id: ID, created_at: PAST, is_flagged: true, flag_status: 'approved', flag_count: 9 },
  ],
  [
    'upvote_flags',
    'reader',
    { id: ID, status: 'approved', flagged_at: PAST, resolved_at: PAST, is_automatic: true },
  ],
]

const UPDATES: [string, keyof typeof people, Record<string, unknown>][] = [
  ['profiles', 'author', { id: ID, created_at: PAST }],
  ['categories', 'admin', { id: ID, tool_count: 99, created_at: PAST }],
  ['tools', 'admin', { id: ID, upvote_count: 99, created_at: PAST, updated_at: PAST }],
  ['tool_categories', 'admin', { id: ID, tool_id: ID, category_id: ID, position: 3 }],
  [
    'tool_upvotes',
    'author',
    {
      id: ID,
      tool_id: ID,
      user_id: ID,
      reason: 'Changed',
      created_at: PAST,
      is_flagged: false,
      flag_count: 0,
    },
  ],
  [
    'tool_upvotes',
    'admin',
    { user_id: ID, reason: 'Changed', created_at: PAST, is_flagged: false, flag_count: 0 },
  ],
  ['upvote_flags', 'reader', { id: ID, upvote_id: ID, flagged_by: ID, reason: 'Changed' }],
  ['upvote_flags', 'admin', { flagged_by: ID, reason: 'Changed', flagged_at: PAST }],
]

/** A valid row of each table for the person who tries, and an existing one. */
async function prepare(table: string): Promise<{ id: string; valid: Record<string, unknown> }> {
  const { sql } = server
  const category = await addCategory(sql)
  const tool = await addTool(sql)
  const upvote = await addUpvote(sql, tool, people.author)
  const slug = `new-${tool.slug}`
  switch (table) {
    case 'categories':
      return { id: category.id, valid: { name: 'New', slug } }
    case 'tools':
      return {
        id: tool.id,
        valid: { name: 'New', slug, short_description: 'New', website_url: 'https://example.org' },
      }
    case 'tool_categories': {
      await sql`insert into public.tool_categories (tool_id, category_id) values (${tool.id}, ${category.id})`
      const [row] = await sql<
        { id: string }[]
      >`select id from public.tool_categories where tool_id = ${tool.id}`
      const valid = { tool_id: tool.id, category_id: (await addCategory(sql)).id }
      return { id: row?.id ?? '', valid }
    }
    case 'tool_upvotes':
      return { id: upvote.id, valid: { tool_id: tool.id, user_id: people.reader.id, reason: 'Good' } }
    case 'upvote_flags': {
      const another = await addUpvote(sql, await addTool(sql), people.author)
      const valid = { upvote_id: upvote.id, flagged_by: people.reader.id, reason: 'Spam' }
      return { id: (await addFlag(sql, another, people.reader)).id, valid }
    }
    default:
      return { id: people.author.id, valid: {} }
  }
}

const cases = (list: typeof INSERTS) =>
  list.flatMap(([table, actor, columns]) =>
    Object.entries(columns).map(([column, value]) => ({ table, actor, column, value })),
  )

const prefer = { prefer: 'return=minimal' }

describe('insert', () => {
  test.each(cases(INSERTS))('$table $column by $actor', async ({ table, actor, column, value }) => {
    const { valid } = await prepare(table)
    const count = async () =>
      (await server.sql`select count(*)::int from ${server.sql(`public.${table}`)}`)[0]
    const before = await count()
    const send = (body: unknown) =>
      raw(
        server,
        `/rest/v1/${table}`,
        { method: 'POST', body: JSON.stringify(body), headers: prefer },
        people[actor].accessToken,
      )
    const refused = await send({ ...valid, [column]: value })
    expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ code: '42501' })])
    expect(await count()).toEqual(before)
    expect((await send(valid)).status).toBe(201)
  })
})

describe('update', () => {
  test.each(cases(UPDATES))('$table $column by $actor', async ({ table, actor, column, value }) => {
    const { id } = await prepare(table)
    const row = async () =>
      (await server.sql`select * from ${server.sql(`public.${table}`)} where id = ${id}`)[0]
    const before = await row()
    const refused = await raw(
      server,
      `/rest/v1/${table}?id=eq.${id}`,
      { method: 'PATCH', body: JSON.stringify({ [column]: value }), headers: prefer },
      people[actor].accessToken,
    )
    expect([refused.status, await refused.json()]).toEqual([403, expect.objectContaining({ code: '42501' })])
    expect(await row()).toEqual(before)
  })
})

test('an upvote and a flag in somebody else’s name are refused', async () => {
  const { client } = people.reader
  const upvote = await addUpvote(server.sql, await addTool(server.sql), people.author)
  const tool = await addTool(server.sql)
  const asAuthor = await client
    .from('tool_upvotes')
    .insert({ tool_id: tool.id, user_id: people.author.id, reason: 'Good' })
  const asAdmin = await client
    .from('upvote_flags')
    .insert({ upvote_id: upvote.id, flagged_by: people.admin.id, reason: 'Spam' })
  expect([asAuthor.error?.code, asAdmin.error?.code]).toEqual(['42501', '42501'])
})

test('updated_at of a profile may be sent, and is the time of the database', async () => {
  const { data } = await people.author.client
    .from('profiles')
    .update({ full_name: '  New Name\u00a0', updated_at: PAST })
    .eq('id', people.author.id)
    .select()
    .single()
  expect(data?.full_name).toBe('New Name')
  expect(Math.abs(Date.now() - Date.parse(data?.updated_at ?? PAST))).toBeLessThan(60_000)
})
