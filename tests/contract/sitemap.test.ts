import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addTool } from './rows.ts'
import { momentOf, readSitemap } from './sitemap.ts'

/** The sitemap of 60,000 tools. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await server.sql`
    insert into public.tools (name, slug, short_description, website_url, created_at)
    select 'Tool ' || n, 'tool-' || n, 'Does one thing well.', 'https://example.org/', now() - interval '1 day' + n * interval '1 second'
    from generate_series(1, 60000) n`
}, 120_000)
afterAll(() => server?.close())

const read = (path: string) => readSitemap(server, path)

describe('the sitemap', () => {
  test('names every part, and the parts every tool once, fifty thousand at most in each', async () => {
    await addCategory(server.sql, { slug: 'only' })
    const parts = (await read('/sitemap.xml')).map(({ path }) => path)
    expect(parts).toEqual([
      '/sitemaps/pages.xml',
      '/sitemaps/categories.xml',
      '/sitemaps/tools-1.xml',
      '/sitemaps/tools-2.xml',
    ])
    const [first, second] = [await read('/sitemaps/tools-1.xml'), await read('/sitemaps/tools-2.xml')]
    expect([first.length, second.length]).toEqual([50_000, 10_000])
    const all = new Set([...first, ...second].map(({ path }) => path))
    expect(all.size).toBe(60_000)
    expect(all).toContain('/tools/tool-1')
    expect(all).toContain('/tools/tool-60000')
    expect((await read('/sitemaps/categories.xml')).map(({ path }) => path)).toEqual(['/categories/only'])
    const pages = (await read('/sitemaps/pages.xml')).map(({ path }) => path)
    expect(pages).toEqual(['/', '/categories', '/terms', '/privacy'])
  })

  test('says when a page last showed something else: the tool, or a recommendation of it', async () => {
    const tool = await addTool(server.sql)
    const since = () => momentOf(server, '/sitemaps/tools-2.xml', `/tools/${tool.slug}`)
    const added = await since()
    await server.sql`update public.tools set short_description = 'Does two.' where id = ${tool.id}`
    const changed = await since()
    expect(changed).toBeGreaterThan(added)
    const parts = await read('/sitemap.xml')
    expect(Date.parse(parts.at(-1)?.lastmod ?? '')).toBeGreaterThanOrEqual(changed)
  })

  test('changes a part with the tools in it: a new one comes to the last, a deleted one leaves its own', async () => {
    const since = async () =>
      (await read('/sitemap.xml')).slice(2).map(({ lastmod }) => Date.parse(lastmod ?? ''))
    const addresses = async (part: number) =>
      new Set((await read(`/sitemaps/tools-${part}.xml`)).map(({ path }) => path))
    const before = await since()
    await server.sql`update public.tools set short_description = 'Does three.' where slug = 'tool-7'`
    const [first = 0, second] = await since()
    expect(first).toBeGreaterThan(Math.max(...before))
    expect(second).toBe(before[1])
    const kept = await addresses(2)
    await server.sql`delete from public.tools where slug = any (${['tool-1', 'tool-2', 'tool-3']})`
    const old = await addTool(server.sql, { created_at: '2020-01-01' })
    expect(await addresses(2)).toEqual(kept.add(`/tools/${old.slug}`))
    const left = await addresses(1)
    expect(left.size).toBe(49_997)
    expect(left).not.toContain('/tools/tool-2')
  })

  test('lists no part of which nothing is left, and the others under their names', async () => {
    await server.sql`delete from private.listings where part = 1`
    const parts = (await read('/sitemap.xml')).slice(2).map(({ path }) => path)
    expect(parts).toEqual(['/sitemaps/tools-2.xml'])
    expect((await fetch(`${server.url}/sitemaps/tools-1.xml`)).status).toBe(404)
  })

  test('has no part beyond the last, and none by another name', async () => {
    for (const name of ['tools-3', 'tools-0', 'tools-01', 'tools--1', 'tools-9999999', 'tools', 'other'])
      expect((await fetch(`${server.url}/sitemaps/${name}.xml`)).status).toBe(404)
  })

  test('is sent packed to whoever takes it, and headless to whoever asks for the head', async () => {
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
