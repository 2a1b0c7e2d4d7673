import fc from 'fast-check'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { administrator, member, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, type Category, type Tool } from './rows.ts'

/** The functions behind /rest/v1/rpc, by GET where they only read. */

const server = await testServer()
const db = visitor(server)
const admin = await administrator(server)

test('is_admin answers for the caller', async () => {
  const answers = [db, (await member(server)).client, admin.client].map(
    async (client) => (await client.rpc('is_admin')).data,
  )
  expect(await Promise.all(answers)).toEqual([false, false, true])
  const response = await raw(server, '/rest/v1/rpc/is_admin', {}, admin.accessToken)
  expect(await response.json()).toBe(true)
})

describe('search_catalogue', () => {
  const names = [
    ...['Writer', 'Ghost Writer', 'écrivain', '100% sure', 'under_score'],
    ...['a*b,c(d)"e\\f', "O'Neil.ai", 'Lib C++ 2', 'Мой Переводчик', '日本語ツール'],
  ]
  beforeAll(async () => {
    for (const [index, name] of names.entries())
      await addTool(server.sql, { name, created_at: `2026-01-0${index + 1}` })
    await addCategory(server.sql, { name: 'Writing' })
  })
  const search = async (query: string, max_results?: number) => {
    const { data, error } = await db.rpc('search_catalogue', { query, max_results })
    expect(error).toBeNull()
    return data?.map((row) => `${row.kind} ${row.name}`)
  }

  test('finds tools before categories, in any case, names that begin with the query first', async () => {
    expect(await search('wRIT')).toEqual(['tool Writer', 'tool Ghost Writer', 'category Writing'])
    expect(await search('ÉCRI')).toEqual(['tool écrivain'])
    expect(await search('i')).toContain('tool écrivain')
  })

  test('lists the exact name first, then names that begin with the query, then those that contain it', async () => {
    onTestFinished(async () => {
      await server.sql`delete from public.tools where name ilike '%chatone%'`
      await server.sql`delete from public.categories where name ilike '%chatone%'`
    })
    const added = ['Talk to ChatOne', 'chatone', 'ChatOne Pro', 'My ChatOne', 'ChatOne', 'ChatOne Writer']
    for (const [index, name] of added.entries())
      await addTool(server.sql, { name, created_at: `2026-02-0${index + 1}` })
    for (const name of ['A ChatOne shelf', 'ChatOne add-ons', 'ChatOne'])
      await addCategory(server.sql, { name })
    const tools = ['ChatOne', 'chatone', 'ChatOne Writer', 'ChatOne Pro', 'My ChatOne', 'Talk to ChatOne']
    const categories = ['ChatOne', 'ChatOne add-ons', 'A ChatOne shelf']
    expect(await search(' CHATONE ')).toEqual([
      ...tools.map((name) => `tool ${name}`),
      ...categories.map((name) => `category ${name}`),
    ])
    expect(await search('chatone', 1)).toEqual(['tool ChatOne', 'category ChatOne'])
    expect(await search('chatone', 3)).toEqual([
      ...tools.slice(0, 3).map((name) => `tool ${name}`),
      ...categories.map((name) => `category ${name}`),
    ])
  })

  const EXAMPLES = [
    ...['c++', 'B C', '++', '+2', '%', '_', '*', '*b,c(d)"e\\f', "o'neil.", '"e\\f', '"Writer"'],
    ...['true', 'null', 'eq.writer', 'r%r', '', '  ', 'ревод', 'ВОДЧ', 'о', '語ツール', '日本'],
  ]
  test('finds exactly the names that contain the query, for any text', async () => {
    const piece = fc.oneof(
      fc
        .constantFrom(...names)
        .chain((name) =>
          fc.tuple(fc.nat(name.length), fc.nat(name.length)).map(([from, to]) => name.slice(from, to)),
        ),
      fc.string({
        unit: fc.constantFrom('a', 'W', '%', '_', '\\', '*', '.', ',', '(', ')', '"', "'", ' '),
        maxLength: 4,
      }),
    )
    await fc.assert(
      fc.asyncProperty(piece, async (query) => {
        const wanted = query.trim().toLowerCase()
        const expected = names.filter((name) => wanted !== '' && name.toLowerCase().includes(wanted))
        const found = (await search(query))
          ?.filter((row) => row.startsWith('tool '))
          .map((row) => row.slice(5))
        expect(found?.sort()).toEqual(expected.sort())
      }),
      { examples: EXAMPLES.map((query) => [query]) },
    )
  })

  test('answers GET too', async () => {
    const { data } = await db.rpc('search_catalogue', { query: 'ghost w', max_results: 5 }, { get: true })
    expect(data).toEqual([expect.objectContaining({ kind: 'tool', name: 'Ghost Writer', logo: null })])
  })

  test('returns the requested number of each kind, at most fifty', async () => {
    expect(await search('writ', 1)).toEqual(['tool Writer', 'category Writing'])
    expect(await search('writ', 0)).toHaveLength(2)
    expect(await search('writ', 1000)).toHaveLength(3)
  })
})

describe('list_alternatives', () => {
  const list = async (tool: Tool) =>
    (await db.rpc('list_alternatives', { tool_id: tool.id }, { get: true })).data

  test('lists at most five others of the same categories, the closest first, each once', async () => {
    const a = await addCategory(server.sql, { name: 'Shared A' })
    const b = await addCategory(server.sql)
    const tool = await addTool(server.sql, {}, [a, b])
    const loose = await Promise.all(Array.from({ length: 6 }, () => addTool(server.sql, {}, [b])))
    const close = await addTool(server.sql, { name: 'Close' }, [a, b])
    await addTool(server.sql)
    const found = (await list(tool)) ?? []
    expect(found).toHaveLength(5)
    expect(found[0]).toMatchObject({ id: close.id, name: 'Close', category_name: 'Shared A', logo: null })
    const others = new Set([close, ...loose].map((other) => other.id))
    expect(found.every((row) => others.has(row.id))).toBe(true)
    expect(new Set(found.map((row) => row.id)).size).toBe(5)
  })

  test('lists nothing for a tool without categories and for one that is not there', async () => {
    const tool = await addTool(server.sql)
    expect(await list(tool)).toEqual([])
    expect(await list({ ...tool, id: '00000000-0000-4000-8000-000000000000' })).toEqual([])
  })
})

test('list_category_samples gives up to three tools of each category, of every one also where there are hundreds', async () => {
  const [empty, one, many] = [
    await addCategory(server.sql),
    await addCategory(server.sql),
    await addCategory(server.sql),
  ]
  const logo = 'https://example.org/a.png'
  const single = await addTool(server.sql, { logo }, [one])
  for (let count = 0; count < 4; count++) await addTool(server.sql, {}, [many])
  await server.sql`
    insert into public.categories (name, slug) select 'Sampled ' || n, 'sampled-' || n from generate_series(1, 400) n`
  await server.sql`
    insert into public.tools (name, slug, short_description, website_url, category_id)
    select 'Sample', c.slug || '-' || n, 'Does one thing.', 'https://tool.example', c.id
    from public.categories c, generate_series(1, 3) n where c.slug like 'sampled-%'`
  const { data } = await db.rpc('list_category_samples', undefined, { get: true })
  const of = (category: Category) => data?.filter((row) => row.category_id === category.id)
  expect(of(empty)).toEqual([])
  expect(of(one)).toEqual([{ category_id: one.id, names: [single.name], logos: [logo] }])
  expect(of(many)).toMatchObject([{ names: { length: 3 }, logos: ['', '', ''] }])
  expect(data?.filter(({ names }) => names.length === 3 && names[0] === 'Sample')).toHaveLength(400)
})

describe('save_tool', () => {
  const valid = {
    name: 'Saved',
    slug: 'saved',
    short_description: 'Text',
    website_url: 'https://example.org',
  }
  const read = async (id: string | null) =>
    (
      await db
        .from('tools')
        .select('name, featured, logo, category_id, tool_categories(category_id)')
        .eq('id', id ?? '')
        .order('position', { referencedTable: 'tool_categories' })
        .single()
    ).data

  test('creates a tool with its categories in order and saves it with others', async () => {
    const add = () => addCategory(server.sql)
    const [a, b, c] = [await add(), await add(), await add()]
    const made = await admin.client.rpc('save_tool', {
      ...valid,
      category_ids: [b.id, a.id, b.id],
      featured: true,
    })
    expect(await read(made.data)).toEqual({
      ...{ name: 'Saved', featured: true, logo: null, category_id: b.id },
      tool_categories: [{ category_id: b.id }, { category_id: a.id }],
    })
    const change = {
      ...valid,
      name: 'Changed',
      category_ids: [c.id, b.id],
      logo: '/a.png',
      tool_id: made.data,
    }
    expect((await admin.client.rpc('save_tool', change)).data).toBe(made.data)
    expect(await read(made.data)).toEqual({
      ...{ name: 'Changed', featured: false, logo: '/a.png', category_id: c.id },
      tool_categories: [{ category_id: c.id }, { category_id: b.id }],
    })
    await admin.client.rpc('save_tool', { ...change, category_ids: [] })
    expect(await read(made.data)).toMatchObject({ category_id: null, tool_categories: [] })
  })
})
