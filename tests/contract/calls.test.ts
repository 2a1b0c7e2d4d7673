import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, type Client, member, type Person, raw, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addTool, addUpvote, type Category, type Tool, type Upvote } from './rows.ts'

/** The table calls of section 7, as a client of Supabase makes them and as raw requests. */

let server: TestServer
let db: Client
let admin: Person
let author: Person
let writing: Category
let coding: Category
let tools: [Tool, Tool, Tool]
let upvote: Upvote
beforeAll(async () => {
  server = await startTestServer()
  db = visitor(server)
  ;[admin, author] = [await administrator(server), await member(server, { username: 'Author' })]
  writing = await addCategory(server.sql, { name: 'Writing', slug: 'writing', created_at: '2026-01-01' })
  coding = await addCategory(server.sql, { name: 'Coding', slug: 'coding', created_at: '2026-01-02' })
  tools = [
    await addTool(server.sql, { name: 'Old', slug: 'old', created_at: '2026-01-01' }, [writing]),
    await addTool(server.sql, { name: 'Both', slug: 'both', created_at: '2026-01-02' }, [coding, writing]),
    await addTool(server.sql, { name: 'New', slug: 'new', created_at: '2026-01-03' }),
  ]
  upvote = await addUpvote(server.sql, tools[1], author)
})
afterAll(() => server?.close())

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await raw(server, `/rest/v1/${path}`, { headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

describe('tools', () => {
  test('newest first', async () => {
    const { data } = await db
      .from('tools')
      .select('id, name, slug, logo')
      .order('created_at', { ascending: false })
    expect(data?.map((tool) => tool.slug)).toEqual(['new', 'both', 'old'])
    const { body } = await get('tools?select=id,name,slug,logo&order=created_at.desc')
    expect(body).toEqual(data)
  })

  test('with the primary category as one object, null without one', async () => {
    const { data } = await db
      .from('tools')
      .select('slug, categories(id, name, slug)')
      .order('created_at', { ascending: false })
    const category = { id: coding.id, name: 'Coding', slug: 'coding' }
    expect(data?.slice(0, 2)).toEqual([
      { slug: 'new', categories: null },
      { slug: 'both', categories: category },
    ])
    const { body } = await get('tools?select=*,categories(id,name,slug)&slug=eq.both')
    expect(body[0].categories).toEqual(category)
  })

  test('one by slug, with every category in its order', async () => {
    const { data } = await db
      .from('tools')
      .select('*, categories(id, name, slug), tool_categories(position, categories(name))')
      .eq('slug', 'both')
      .order('position', { referencedTable: 'tool_categories' })
      .single()
    expect(data).toMatchObject({
      name: 'Both',
      upvote_count: 1,
      categories: { name: 'Coding' },
      tool_categories: [
        { position: 0, categories: { name: 'Coding' } },
        { position: 1, categories: { name: 'Writing' } },
      ],
    })
  })

  test('that is not there: PGRST116 with 406 for single, null for maybeSingle', async () => {
    const single = await db.from('tools').select('*').eq('slug', 'nowhere').single()
    expect([single.status, single.error?.code]).toEqual([406, 'PGRST116'])
    const maybe = await db.from('tools').select('*').eq('slug', 'nowhere').maybeSingle()
    expect([maybe.data, maybe.error]).toEqual([null, null])
    const answer = await get('tools?slug=eq.nowhere', { accept: 'application/vnd.pgrst.object+json' })
    expect([answer.status, answer.body.code]).toEqual([406, 'PGRST116'])
  })

  test('by name for administrators, with the name of the category', async () => {
    const { data } = await admin.client.from('tools').select('name, categories(name)').order('name')
    expect(data?.map((tool) => `${tool.name} ${tool.categories?.name}`)).toEqual([
      'Both Coding',
      'New undefined',
      'Old Writing',
    ])
  })

  test('counted by a head request, and three of a category', async () => {
    const counted = await db
      .from('tools')
      .select('*', { count: 'exact', head: true })
      .eq('category_id', coding.id)
    expect([counted.count, counted.data]).toEqual([1, null])
    const { data } = await db.from('tools').select('id, name, logo').eq('category_id', coding.id).limit(3)
    expect(data).toEqual([{ id: tools[1].id, name: 'Both', logo: null }])
  })

  test('of several categories, each once, a page at a time, with the total', async () => {
    const page = (from: number, to: number) =>
      db
        .from('tools')
        .select('slug, tool_categories!inner(category_id)', { count: 'exact' })
        .in('tool_categories.category_id', [writing.id, coding.id])
        .order('created_at', { ascending: false })
        .order('id', { ascending: false })
        .range(from, to)
    const first = await page(0, 0)
    expect([first.count, first.data?.map((tool) => tool.slug)]).toEqual([2, ['both']])
    expect((await page(1, 15)).data?.map((tool) => tool.slug)).toEqual(['old'])
  })

  test('written and deleted by an administrator', async () => {
    const tool = {
      ...{ name: 'Made', slug: 'made', short_description: 'Made here', website_url: 'https://example.org' },
      ...{ category_id: null, featured: true, logo: null },
    }
    const made = await admin.client.from('tools').insert(tool).select().single()
    expect(made.data).toMatchObject(tool)
    const id = made.data?.id ?? ''
    await admin.client
      .from('tools')
      .update({ ...tool, name: 'Changed', featured: false })
      .eq('id', id)
    expect((await db.from('tools').select('name, featured').eq('id', id).single()).data).toEqual({
      name: 'Changed',
      featured: false,
    })
    expect((await admin.client.from('tools').delete().eq('id', id)).status).toBe(204)
    expect((await db.from('tools').select().eq('id', id)).data).toEqual([])
  })
})

describe('categories', () => {
  test('all, some columns, by name, one by slug or id', async () => {
    expect((await db.from('categories').select('*')).data).toHaveLength(2)
    const { data } = await db.from('categories').select('id, name').order('name')
    expect(data?.map((row) => row.name)).toEqual(['Coding', 'Writing'])
    const bySlug = await db.from('categories').select('*').eq('slug', 'writing').single()
    expect(bySlug.data).toMatchObject({ name: 'Writing', description: null, tool_count: 2 })
    expect((await db.from('categories').select('*').eq('id', writing.id).single()).data).toEqual(bySlug.data)
  })

  test('written and deleted by an administrator', async () => {
    const made = await admin.client
      .from('categories')
      .insert({ name: 'Made', slug: 'made', description: 'By hand' })
      .select()
      .single()
    const id = made.data?.id ?? ''
    await admin.client.from('categories').update({ name: 'Changed' }).eq('id', id)
    expect((await db.from('categories').select('name').eq('id', id).single()).data?.name).toBe('Changed')
    expect((await admin.client.from('categories').delete().eq('id', id)).error).toBeNull()
  })
})

test('tool_categories, filtered each way section 7 does', async () => {
  const ofCategories = await db
    .from('tool_categories')
    .select('tool_id')
    .in('category_id', [writing.id, coding.id])
  expect(new Set(ofCategories.data?.map((row) => row.tool_id))).toEqual(new Set([tools[0].id, tools[1].id]))
  const ofTool = await db
    .from('tool_categories')
    .select('category_id')
    .eq('tool_id', tools[1].id)
    .order('position')
  expect(ofTool.data?.map((row) => row.category_id)).toEqual([coding.id, writing.id])
  const others = await db
    .from('tool_categories')
    .select('tool_id')
    .eq('category_id', writing.id)
    .neq('tool_id', tools[1].id)
    .limit(10)
  expect(others.data).toEqual([{ tool_id: tools[0].id }])
})

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
      .select('id, reason, created_at, user_id, is_flagged, flag_status, profiles(username, full_name)')
      .eq('tool_id', tools[1].id)
      .or('is_flagged.eq.false,and(is_flagged.eq.true,flag_status.eq.approved)')
      .order('created_at', { ascending: false })
    expect(data).toEqual([
      expect.objectContaining({
        id: upvote.id,
        user_id: author.id,
        is_flagged: false,
        flag_status: null,
        profiles: { username: 'Author', full_name: 'A Member' },
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
    expect((await get('profiles?select=username&username=eq.AUTHOR')).body).toEqual([{ username: 'Author' }])
    expect((await db.from('profiles').select('username').eq('username', 'nobody').single()).error?.code).toBe(
      'PGRST116',
    )
    expect((await db.from('profiles').select('username').eq('username', 'Autho_').single()).error?.code).toBe(
      'PGRST116',
    )
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
