import { describe, expect, test } from 'vitest'
import { administrator, member, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, addUpvote, type Tool } from './rows.ts'

/** The calls of section 7 on tools and categories, as a client of Supabase makes them and as raw requests. */

const server = await testServer()
const db = visitor(server)
const admin = await administrator(server)
const writing = await addCategory(server.sql, { name: 'Writing', slug: 'writing', created_at: '2026-01-01' })
const coding = await addCategory(server.sql, { name: 'Coding', slug: 'coding', created_at: '2026-01-02' })
const tools: [Tool, Tool, Tool] = [
  await addTool(server.sql, { name: 'Old', slug: 'old', created_at: '2026-01-01' }, [writing]),
  await addTool(server.sql, { name: 'Both', slug: 'both', created_at: '2026-01-02' }, [coding, writing]),
  await addTool(server.sql, { name: 'New', slug: 'new', created_at: '2026-01-03' }),
]
await addUpvote(server.sql, tools[1], await member(server))

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
      .select('*, categories(id, name, slug), tool_categories(categories(name))')
      .eq('slug', 'both')
      .order('position', { referencedTable: 'tool_categories' })
      .single()
    expect(data).toMatchObject({
      name: 'Both',
      upvote_count: 1,
      categories: { name: 'Coding' },
      tool_categories: [{ categories: { name: 'Coding' } }, { categories: { name: 'Writing' } }],
    })
  })

  test('that does not exist: PGRST116 with 406 for single, null for maybeSingle', async () => {
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
