import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { administrator } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool, type Category } from './rows.ts'

/** The administrator's lists of tools and categories (section 2, Admin); orders and pages are in admin-search.test.ts. */

const server = await testServer()
const admin = await administrator(server)

describe.each(['list_admin_tools', 'list_admin_categories'] as const)('%s', (name) => {
  test('refuses an unknown order, and replaces an invalid page by the nearest valid one', async () => {
    await addCategory(server.sql)
    await addTool(server.sql)
    const refused = await admin.client.rpc(name, { sort: 'id; drop table public.tools' })
    expect(refused).toMatchObject({ status: 400, error: { code: '22023' } })
    for (const page of [-5, 0, 1, 1_000_000]) {
      const { data, error } = await admin.client.rpc(name, { page, page_size: 1 })
      expect(error).toBeNull()
      expect(data).toHaveLength(1)
    }
    expect((await admin.client.rpc(name, { page_size: 0 })).data).toHaveLength(1)
  })
})

describe('list_admin_tools', () => {
  let writing: Category
  let music: Category
  const names = ['Beta', 'alpha', 'écrivain', '100% sure', 'under_score', 'a*b,c(d)"e\\f', "O'Neil.ai"]
  beforeAll(async () => {
    await server.sql`delete from public.tools`
    await server.sql`delete from public.categories`
    writing = await addCategory(server.sql, { name: 'Writing & Text', slug: 'words' })
    music = await addCategory(server.sql, { name: 'Music' })
    for (const [index, name] of names.entries())
      await addTool(
        server.sql,
        { name, slug: `slug-${index}`, featured: index === 3, created_at: `2026-01-0${index + 1}` },
        index < 2 ? [index === 0 ? writing : music] : [],
      )
    await addTool(server.sql, { name: 'Second', slug: 'second', created_at: '2026-01-09' }, [music, writing])
  })

  type Request = Parameters<typeof list>[0]
  async function list(request: {
    search?: string
    sort?: string
    descending?: boolean
    page?: number
    page_size?: number
  }) {
    const { data, error } = await admin.client.rpc('list_admin_tools', request, { get: true })
    expect(error).toBeNull()
    return data ?? []
  }
  const namesOf = async (request: Request) => (await list(request)).map((row) => row.name)

  test('returns name, slug, primary category, featured and the total, by name', async () => {
    const rows = await list({ page_size: 2, page: 2 })
    expect(rows).toHaveLength(2)
    expect(rows.every(({ total }) => total === 8)).toBe(true)
    expect(await namesOf({})).toEqual([
      '100% sure',
      'a*b,c(d)"e\\f',
      'alpha',
      'Beta',
      'écrivain',
      "O'Neil.ai",
      'Second',
      'under_score',
    ])
    expect((await list({ search: 'beta' }))[0]).toMatchObject({
      name: 'Beta',
      slug: 'slug-0',
      category_name: 'Writing & Text',
      featured: false,
      logo: null,
      upvote_count: 0,
      total: 1,
    })
  })

  test('finds by name, slug and primary category, in any case', async () => {
    expect(await namesOf({ search: 'ALPH' })).toEqual(['alpha'])
    expect(await namesOf({ search: 'ÉCRI' })).toEqual(['écrivain'])
    expect(await namesOf({ search: 'Slug-4' })).toEqual(['under_score'])
    expect(await namesOf({ search: 'writing' })).toEqual(['Beta'])
    expect(await namesOf({ search: 'MUSIC' })).toEqual(['alpha', 'Second'])
    expect(await namesOf({ search: 'words' })).toEqual([])
    expect(await namesOf({ search: '  alpha  ' })).toEqual(['alpha'])
    expect(await namesOf({ search: '   ' })).toHaveLength(8)
    expect(await namesOf({ search: 'x'.repeat(2000) })).toEqual([])
  })

  test('takes every character literally', async () => {
    const slugs = names.map((_, index) => `slug-${index}`)
    const texts = names.map((name, index) => [
      name,
      slugs[index],
      ['Writing & Text', 'Music'][index < 2 ? index : 2],
    ])
    const unit = fc.constantFrom('a', 'B', '%', '_', '\\', '*', '.', ',', '(', ')', '"', "'", '-', '1', '&')
    const typed = fc.oneof(
      fc
        .constantFrom(...texts.flat().filter((text) => text !== undefined))
        .chain((text) =>
          fc.tuple(fc.nat(text.length), fc.nat(text.length)).map(([from, to]) => text.slice(from, to)),
        ),
      fc.string({ unit, maxLength: 3 }),
    )
    await fc.assert(
      fc.asyncProperty(typed, async (search) => {
        const wanted = search.trim().toLowerCase()
        const expected = names.filter((_, index) =>
          texts[index]?.some((text) => text?.toLowerCase().includes(wanted)),
        )
        const found = (await namesOf({ search })).filter((name) => name !== 'Second')
        expect(found.sort()).toEqual(expected.sort())
      }),
    )
  })
})

describe('list_admin_categories', () => {
  const list = async (request: { search?: string; sort?: string; descending?: boolean }) =>
    (await admin.client.rpc('list_admin_categories', request, { get: true })).data ?? []

  test('finds by name, slug and description, gives the number of tools, and sorts', async () => {
    await server.sql`delete from public.tools`
    await server.sql`delete from public.categories`
    const a = await addCategory(server.sql, { name: 'Zeta', slug: 'aa-1', description: 'For 50% of people' })
    const b = await addCategory(server.sql, { name: 'Eta', slug: 'bb-2' })
    await addTool(server.sql, {}, [a, b])
    await addTool(server.sql, {}, [a])
    const names = async (request: Parameters<typeof list>[0]) => (await list(request)).map((row) => row.name)
    expect(await list({})).toMatchObject([
      { name: 'Eta', slug: 'bb-2', description: null, tool_count: 1, total: 2 },
      { name: 'Zeta', slug: 'aa-1', description: 'For 50% of people', tool_count: 2, total: 2 },
    ])
    expect(await names({ search: 'ZET' })).toEqual(['Zeta'])
    expect(await names({ search: 'BB-' })).toEqual(['Eta'])
    expect(await names({ search: '50% OF' })).toEqual(['Zeta'])
    expect(await names({ search: '%' })).toEqual(['Zeta'])
    expect(await names({ search: '_' })).toEqual([])
    expect(await names({ sort: 'slug' })).toEqual(['Zeta', 'Eta'])
    expect(await names({ sort: 'tools', descending: true })).toEqual(['Zeta', 'Eta'])
    expect(await names({ sort: 'created', descending: true })).toEqual(['Eta', 'Zeta'])
  })
})
