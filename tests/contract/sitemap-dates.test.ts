import type { ISql } from 'postgres'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { member } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addTool, addUpvote, type Category, type Tool } from './rows.ts'
import { momentOf, readSitemap } from './sitemap.ts'
import { countWaiting } from './waiting.ts'

/** Since when the pages of lists show what they show, as the site map says: with every change of them, and never back. */

let server: TestServer
let category: Category
let other: Category
/** A page of tools of `category` and two that stand behind it; the newest first. */
let tools: Tool[]

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

beforeEach(async () => {
  await server.sql`delete from public.tools`
  await server.sql`delete from public.categories`
  category = await addCategory(server.sql)
  other = await addCategory(server.sql)
  tools = []
  for (let n = 0; n < 17; n++)
    tools.push(await addTool(server.sql, { created_at: new Date(Date.now() - n * 60_000).toISOString() }))
  await server.sql`insert into public.tool_categories ${server.sql(tools.map(({ id }) => ({ tool_id: id, category_id: category.id })))}`
})

const page = (place: number) => tools[place] ?? expect.unreachable()
const pathOf = ({ slug }: Category) => `/categories/${slug}`
const join = (tool: Tool, joined: Category) =>
  server.sql`insert into public.tool_categories (tool_id, category_id) values (${tool.id}, ${joined.id})`
const leave = (tool: Tool, left: Category) =>
  server.sql`delete from public.tool_categories where tool_id = ${tool.id} and category_id = ${left.id}`

const putBehind = (tool: Tool) =>
  server.sql`update public.tools set created_at = '2020-01-01' where id = ${tool.id}`

/** What the whole site map says, by address: of its parts, of pages and of categories. */
async function readMoments(): Promise<Map<string, number>> {
  const files = ['/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/categories.xml']
  const entries = await Promise.all(files.map((file) => readSitemap(server, file)))
  return new Map(entries.flat().map(({ path, lastmod }) => [path, Date.parse(lastmod ?? '')]))
}

/** The addresses of which something newer is said after `change`; of none may be said something older. */
async function movedBy(change: () => PromiseLike<unknown>): Promise<Set<string>> {
  const before = await readMoments()
  const started = Date.now()
  await change()
  const after = await readMoments()
  const moved = [...after].filter(([path, moment]) => moment !== before.get(path))
  for (const [path, moment] of moved) expect(moment, `${path} changed now`).toBeGreaterThanOrEqual(started)
  return new Set(moved.map(([path]) => path))
}

/** Of which tools the page of all categories shows the logos is a matter of their ids. */
const withoutLogos = (moved: Set<string>) => new Set([...moved].filter((path) => path !== '/categories'))

const PAGES = '/sitemaps/pages.xml'
const CATEGORIES = '/sitemaps/categories.xml'
const TOOLS = '/sitemaps/tools-1.xml'

describe('the page of a category is another one', () => {
  test('when a tool that was there before comes to it, or leaves it', async () => {
    const inOther = page(16)
    await leave(inOther, category)
    const expected = new Set([PAGES, CATEGORIES, TOOLS, '/categories', pathOf(other)])
    expect(await movedBy(() => join(inOther, other))).toEqual(expected)
    expect(await movedBy(() => leave(inOther, other))).toEqual(expected)
  })

  test('when its newest tool is deleted, and does not seem older than it was', async () => {
    await addTool(server.sql, {}, [category])
    const moved = await movedBy(
      () =>
        server.sql`delete from public.tools where created_at = (select max(created_at) from public.tools)`,
    )
    expect(moved).toEqual(new Set([PAGES, CATEGORIES, TOOLS, '/', '/categories', pathOf(category)]))
  })

  test('when a card on it changes, and no other', async () => {
    const change = (tool: Tool) =>
      server.sql`update public.tools set short_description = 'Does two things.' where id = ${tool.id}`
    const moved = await movedBy(() => change(page(14)))
    expect(withoutLogos(moved)).toEqual(new Set(['/', pathOf(category), PAGES, CATEGORIES, TOOLS]))
    const behind = await movedBy(() => change(page(15)))
    expect([behind.has(pathOf(category)), behind.has('/'), behind.has(TOOLS)]).toEqual([false, false, true])
  })

  test('when a tool on it takes another place', async () => {
    const newest = await addTool(server.sql, {}, [category])
    const moved = await movedBy(() => putBehind(newest))
    expect(withoutLogos(moved)).toEqual(new Set(['/', pathOf(category), PAGES, CATEGORIES, TOOLS]))
  })

  test('when a tool on it is recommended, and the page of all categories is not', async () => {
    const person = await member(server)
    const moved = await movedBy(() => addUpvote(server.sql, page(3), person))
    expect(moved).toEqual(new Set([PAGES, CATEGORIES, TOOLS, '/', pathOf(category)]))
  })

  test('when another category that its cards name is renamed, not when that one is described', async () => {
    const both = await addTool(server.sql, {}, [other, category])
    const rename = await movedBy(
      () => server.sql`update public.categories set name = 'Renamed' where id = ${other.id}`,
    )
    expect(rename).toEqual(new Set([PAGES, CATEGORIES, '/', '/categories', pathOf(category), pathOf(other)]))
    const describe = await movedBy(
      () => server.sql`update public.categories set description = 'Described.' where id = ${other.id}`,
    )
    expect(describe).toEqual(new Set([CATEGORIES, pathOf(other)]))
    await putBehind(both)
    const behind = await movedBy(
      () => server.sql`update public.categories set name = 'Again' where id = ${other.id}`,
    )
    expect(behind).toEqual(new Set([PAGES, CATEGORIES, '/categories', pathOf(other)]))
  })

  test('the same when a thousand rows come in one statement', async () => {
    const moved = await movedBy(
      () => server.sql`
        insert into public.tools (name, slug, short_description, website_url, category_id, created_at)
        select 'Tool ' || n, 'many-' || n, 'Does one thing well.', 'https://example.org/', ${other.id}, '2020-01-01'
        from generate_series(1, 1000) n`,
    )
    expect(moved).toEqual(new Set([PAGES, CATEGORIES, TOOLS, '/', '/categories', pathOf(other)]))
  })
})

describe('the parts', () => {
  test('each say when something in them last changed', async () => {
    for (const [part, path] of [
      ['pages', '/sitemaps/pages.xml'],
      ['categories', '/sitemaps/categories.xml'],
      ['tools-1', '/sitemaps/tools-1.xml'],
    ] as const) {
      const entries = await readSitemap(server, path)
      const newest = Math.max(...entries.flatMap(({ lastmod }) => (lastmod ? [Date.parse(lastmod)] : [])))
      expect(await momentOf(server, '/sitemap.xml', path), part).toBeGreaterThanOrEqual(newest)
    }
  })

  test('change when an address is gone from them, tools or categories', async () => {
    const removed = page(0)
    await leave(removed, category)
    expect(await movedBy(() => server.sql`delete from public.tools where id = ${removed.id}`)).toEqual(
      new Set([PAGES, TOOLS, '/']),
    )
    const empty = await addCategory(server.sql)
    expect(await movedBy(() => server.sql`delete from public.categories where id = ${empty.id}`)).toEqual(
      new Set([PAGES, CATEGORIES, '/categories']),
    )
  })

  test('are named when there is nothing in the catalogue', async () => {
    await server.sql`delete from public.tools`
    await server.sql`delete from public.categories`
    const entries = await readSitemap(server, '/sitemap.xml')
    expect(entries.map(({ path }) => path)).toEqual([PAGES])
    expect(entries[0]?.lastmod).toBeDefined()
  })
})

describe('writers', () => {
  const rowsOf = async (list: string) => {
    const rows = await server.sql<{ changed_at: Date }[]>`
      select changed_at from private.list_changes where list = ${list} order by changed_at`
    return rows.map(({ changed_at }) => changed_at.getTime())
  }

  test('of one list leave the moment of those that came through when another one fails', async () => {
    const insert = (sql: ISql, slug: string) => sql`
      insert into public.tools (name, slug, short_description, website_url)
      values (${slug}, ${slug}, 'Does one thing well.', 'https://example.org/')`
    const moment = Date.now()
    const inserted = Promise.withResolvers<void>()
    const failed = server.sql.begin(async (first) => {
      await insert(first, 'first')
      inserted.resolve()
      await expect.poll(() => countWaiting(server.sql)).toBe(1)
      await first`select 1 / 0`
    })
    const expected = expect(failed).rejects.toThrow('division by zero')
    await inserted.promise
    await insert(server.sql, 'second')
    await expected
    expect(await momentOf(server, PAGES, '/')).toBeGreaterThanOrEqual(moment)
    expect((await rowsOf('tools')).at(-1)).toBeGreaterThanOrEqual(moment)
  })

  test('that come one after the other share a row, and none is left of a list there is no more', async () => {
    const before = await rowsOf('tools')
    for (let n = 0; n < 20; n++) await addTool(server.sql, {}, [category])
    expect(await rowsOf(category.id)).toHaveLength(1)
    expect(await rowsOf('tools')).toHaveLength(before.length)
    await server.sql`delete from public.categories where id = ${category.id}`
    expect(await rowsOf(category.id)).toEqual([])
  })
})
