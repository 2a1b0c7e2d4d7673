import { describe, expect, test } from 'vitest'
import { testServer } from '../support/test-file.ts'
import { startPageless } from '../support/test-server.ts'
import { addCategory, addTool } from './rows.ts'
import { momentOf, readSitemap } from './sitemap.ts'

/** The sitemap of 60,000 tools. */

const server = await testServer()
// Search is not used here, and maintaining its documents takes most of an insert's time.
const indexes = await server.sql<{ name: string }[]>`
  select indexname as name from pg_indexes where tablename = 'tools' and indexdef like '% USING gin %'`
await server.sql`drop index ${server.sql(indexes.map(({ name }) => name))}`
await server.sql`alter table public.tools disable trigger user`
await server.sql`
  insert into public.tools (name, slug, short_description, website_url, created_at)
  select 'Tool ' || n, 'tool-' || n, 'Does one thing well.', 'https://example.org/', now() - interval '1 day' + n * interval '1 second'
  from generate_series(1, 60000) n`
await server.sql`
  insert into private.tool_stats (tool_id, listed_at) select id, created_at from public.tools`
await server.sql`select private.refresh_tool_codes(null)`
await server.sql`alter table public.tools enable trigger user`

const read = (path: string) => readSitemap(server, path)

describe('the sitemap', () => {
  test('lists every part, and the parts every tool once, at most fifty thousand in each', async () => {
    await addCategory(server.sql, { slug: 'only' })
    const parts = (await read('/sitemap.xml')).map(({ path }) => path)
    const ofTools = parts.slice(2)
    expect(parts.slice(0, 2)).toEqual(['/sitemaps/pages.xml', '/sitemaps/categories.xml'])
    expect(ofTools).toEqual([...'0123456789abcdef'].map((digit) => `/sitemaps/tools-${digit}.xml`))
    const all: string[] = []
    for (const part of ofTools) all.push(...(await read(part)).map(({ path }) => path))
    expect(new Set(all)).toEqual(new Set(Array.from({ length: 60_000 }, (_, n) => `/tools/tool-${n + 1}`)))
    expect(all).toHaveLength(60_000)
    expect((await read('/sitemaps/categories.xml')).map(({ path }) => path)).toEqual(['/categories/only'])
    const pages = (await read('/sitemaps/pages.xml')).map(({ path }) => path)
    expect(pages).toEqual(['/', '/categories', '/terms', '/privacy', '/moderation'])
  })

  test('has modification dates of tools, but not of lists', async () => {
    const tool = await addTool(server.sql)
    const part = `/sitemaps/tools-${tool.id[0]}.xml`
    const added = await momentOf(server, part, `/tools/${tool.slug}`)
    await server.sql`update public.tools set short_description = 'Does two.' where id = ${tool.id}`
    expect(await momentOf(server, part, `/tools/${tool.slug}`)).toBeGreaterThan(added)
    const pages = await read('/sitemaps/pages.xml')
    expect(pages.map(({ path, lastmod }) => [path, lastmod !== undefined])).toEqual([
      ['/', false],
      ['/categories', false],
      ['/terms', true],
      ['/privacy', true],
      ['/moderation', false],
    ])
    const own = { terms_date: '2026-01-31', about: 'Us' }
    await server.sql`select private.write_site_settings(${server.sql.json(own)}, null, null)`
    const branded = await read('/sitemaps/pages.xml')
    expect(branded.find(({ path }) => path === '/terms')?.lastmod).toContain('2026-01-31')
    expect(branded.map(({ path }) => path)).toContain('/about')
    for (const file of ['/sitemap.xml', '/sitemaps/categories.xml'])
      for (const { lastmod } of await read(file)) expect(lastmod).toBeUndefined()
  })

  test('of an empty catalogue names the pages', async () => {
    const empty = await startPageless()
    expect((await readSitemap(empty, '/sitemap.xml')).map(({ path }) => path)).toEqual([
      '/sitemaps/pages.xml',
    ])
    for (const part of ['tools', 'tools-3', 'categories'])
      expect((await fetch(`${empty.url}/sitemaps/${part}.xml`)).status).toBe(404)
    await empty.close()
  })

  test('answers 404 for an unknown part', async () => {
    for (const name of ['tools-g', 'tools-012', 'tools-', 'tools--1', 'other'])
      expect((await fetch(`${server.url}/sitemaps/${name}.xml`)).status).toBe(404)
  })

  test('is compressed if accepted, and has no body for HEAD', async () => {
    const packed = await fetch(`${server.url}/sitemaps/tools-2.xml`, {
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(await packed.text()).toContain('</urlset>')
    const refused = await fetch(`${server.url}/sitemaps/tools-2.xml`, {
      headers: { 'accept-encoding': 'gzip;q=0' },
    })
    expect(refused.headers.get('content-encoding')).toBeNull()
    const head = await fetch(`${server.url}/sitemaps/tools-2.xml`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})
