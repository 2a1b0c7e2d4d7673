import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addTool } from './rows.ts'

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

const entry = z.object({ loc: z.string(), lastmod: z.iso.datetime().optional() })

async function read(path: string): Promise<z.infer<typeof entry>[]> {
  const response = await fetch(server.url + path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const xml = await response.text()
  expect(XMLValidator.validate(xml)).toBe(true)
  const rows = z.array(entry)
  const document = z
    .object({
      sitemapindex: z.object({ sitemap: rows }).optional(),
      urlset: z.object({ url: rows }).optional(),
    })
    .parse(new XMLParser({ isArray: (name) => name === 'url' || name === 'sitemap' }).parse(xml))
  return document.sitemapindex?.sitemap ?? document.urlset?.url ?? []
}

describe('the sitemap', () => {
  test('names every part, and the parts every tool once, fifty thousand at most in each', async () => {
    await addCategory(server.sql, { slug: 'only' })
    const parts = (await read('/sitemap.xml')).map(({ loc }) => loc.slice(server.url.length))
    expect(parts).toEqual([
      '/sitemaps/pages.xml',
      '/sitemaps/categories.xml',
      '/sitemaps/tools-1.xml',
      '/sitemaps/tools-2.xml',
    ])
    const [first, second] = [await read('/sitemaps/tools-1.xml'), await read('/sitemaps/tools-2.xml')]
    expect([first.length, second.length]).toEqual([50_000, 10_000])
    const all = new Set([...first, ...second].map(({ loc }) => loc))
    expect(all.size).toBe(60_000)
    expect(all).toContain(`${server.url}/tools/tool-1`)
    expect(all).toContain(`${server.url}/tools/tool-60000`)
    expect((await read('/sitemaps/categories.xml')).map(({ loc }) => loc)).toEqual([
      `${server.url}/categories/only`,
    ])
    const pages = (await read('/sitemaps/pages.xml')).map(({ loc }) => loc.slice(server.url.length))
    expect(pages).toEqual(['/', '/categories', '/terms', '/privacy'])
  })

  test('says when a page last showed something else: the tool, or a recommendation of it', async () => {
    const since = async (slug: string) => {
      const found = (await read('/sitemaps/tools-2.xml')).find(({ loc }) => loc.endsWith(`/tools/${slug}`))
      return Date.parse(found?.lastmod ?? '')
    }
    const tool = await addTool(server.sql)
    const added = await since(tool.slug)
    await server.sql`update public.tools set short_description = 'Does two.' where id = ${tool.id}`
    const changed = await since(tool.slug)
    expect(changed).toBeGreaterThan(added)
    const parts = await read('/sitemap.xml')
    expect(Date.parse(parts.at(-1)?.lastmod ?? '')).toBeGreaterThanOrEqual(changed)
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
    const head = await fetch(`${server.url}/sitemaps/tools-2.xml`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })
})
