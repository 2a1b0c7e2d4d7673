import { describe, expect, test } from 'vitest'
import { administrator, member, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, addUpvote, type Tool } from './rows.ts'

/** The calls of section 7 on upvotes, reports and profiles, as a client of Supabase makes them and as raw requests. */

const server = await testServer()
const db = visitor(server)
const [admin, author] = [await administrator(server), await member(server, { username: 'Author' })]
const tools: [Tool, Tool, Tool] = [
  await addTool(server.sql, { name: 'Old', slug: 'old' }),
  await addTool(server.sql, { name: 'Both', slug: 'both' }),
  await addTool(server.sql, { name: 'New', slug: 'new' }),
]
const upvote = await addUpvote(server.sql, tools[1], author)

describe('tool_upvotes', () => {
  test('inserted once, refused with 23505 and 409 the second time', async () => {
    const { id: user_id, client } = await member(server)
    const row = { tool_id: tools[0].id, user_id, reason: 'Good' }
    expect((await client.from('tool_upvotes').insert(row)).status).toBe(201)
    const again = await client.from('tool_upvotes').insert(row)
    expect([again.status, again.error?.code]).toEqual([409, '23505'])
  })

  test('counted by a head request', async () => {
    const { count, data } = await db
      .from('tool_upvotes')
      .select('*', { count: 'exact', head: true })
      .eq('tool_id', tools[1].id)
    expect([count, data]).toEqual([1, null])
    const head = await raw(server, `/rest/v1/tool_upvotes?tool_id=eq.${tools[1].id}`, {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    })
    expect(head.headers.get('content-range')).toBe('0-0/1')
  })

  test('of a tool with the visibility rule, newest first, and with their writer', async () => {
    const { data } = await db
      .from('tool_upvotes')
      .select('id, reason, created_at, user_id, is_flagged, flag_status, profiles(username)')
      .eq('tool_id', tools[1].id)
      .or('is_flagged.eq.false,and(is_flagged.eq.true,flag_status.eq.approved)')
      .order('created_at', { ascending: false })
    expect(data).toEqual([
      expect.objectContaining({
        id: upvote.id,
        user_id: author.id,
        is_flagged: false,
        flag_status: null,
        profiles: { username: 'Author' },
      }),
    ])
    expect(data?.[0]?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  })

  test('of a person, newest first, each with its tool; and the diagnostic read', async () => {
    const { data } = await author.client
      .from('tool_upvotes')
      .select('id, tool_id, reason, created_at, tools(name, slug)')
      .eq('user_id', author.id)
      .order('created_at', { ascending: false })
    expect(data).toEqual([expect.objectContaining({ tools: { name: 'Both', slug: 'both' } })])
    const diagnostic = await admin.client
      .from('tool_upvotes')
      .select('flag_count, is_flagged')
      .gt('flag_count', 0)
    expect(diagnostic.data).toEqual([])
  })

  test('deleted by their writer', async () => {
    const own = await addUpvote(server.sql, tools[2], author)
    expect((await author.client.from('tool_upvotes').delete().eq('id', own.id)).status).toBe(204)
    expect(await server.sql`select from public.tool_upvotes where id = ${own.id}`).toHaveLength(0)
  })
})

test('upvote_flags, all and by status, with the reporter and the recommendation', async () => {
  const target = await addUpvote(server.sql, tools[2], await member(server, { username: 'Writer' }))
  await author.client
    .from('upvote_flags')
    .insert({ upvote_id: target.id, reason: 'Spam', flagged_by: author.id })
  const columns = '*, profiles(username), tool_upvotes(reason, profiles(username), tools(name))'
  const { data } = await admin.client.from('upvote_flags').select(columns).eq('status', 'pending')
  expect(data).toEqual([
    expect.objectContaining({
      status: 'pending',
      resolved_at: null,
      profiles: { username: 'Author' },
      tool_upvotes: { reason: target.reason, profiles: { username: 'Writer' }, tools: { name: 'New' } },
    }),
  ])
  expect((await admin.client.from('upvote_flags').select('*')).data).toHaveLength(1)
  expect((await admin.client.from('upvote_flags').select('*').eq('status', 'rejected')).data).toEqual([])
})

describe('profiles', () => {
  test('looked up by username, whatever its case', async () => {
    const { data } = await db.from('profiles').select('username').eq('username', 'aUTHOR').single()
    expect(data?.username).toBe('Author')
    const response = await raw(server, '/rest/v1/profiles?select=username&username=eq.AUTHOR')
    expect(await response.json()).toEqual([{ username: 'Author' }])
    expect((await db.from('profiles').select('username').eq('username', 'nobody').single()).error?.code).toBe(
      'PGRST116',
    )
    expect((await db.from('profiles').select('username').eq('username', 'Autho_').single()).error?.code).toBe(
      'PGRST116',
    )
  })

  test('full name and username of a recommendation’s writer', async () => {
    const { data } = await db.from('profiles').select('full_name, username').eq('id', author.id).single()
    expect(data).toEqual({ full_name: 'A Member', username: 'Author' })
  })

  test('read and updated by id, with updated_at as the client sends it', async () => {
    const person = await member(server)
    const { error } = await person.client
      .from('profiles')
      .update({ full_name: 'New Name', username: 'new-name', updated_at: new Date().toISOString() })
      .eq('id', person.id)
    expect(error).toBeNull()
    const { data } = await person.client.from('profiles').select('*').eq('id', person.id).single()
    expect(data).toMatchObject({ full_name: 'New Name', username: 'new-name' })
  })
})
