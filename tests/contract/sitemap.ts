import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect } from 'vitest'
import * as z from 'zod'
import type { TestServer } from '../support/test-server.ts'

/** Reads the sitemap as a search engine does. */

const rows = z.array(z.object({ loc: z.string(), lastmod: z.iso.datetime().optional() }))
const file = z.object({
  sitemapindex: z.object({ sitemap: rows }).optional(),
  urlset: z.object({ url: rows }).optional(),
})

/** The paths in a file, with their modification dates. */
export async function readSitemap(
  server: TestServer,
  path: string,
): Promise<{ path: string; lastmod: string | undefined }[]> {
  const response = await fetch(server.url + path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const xml = await response.text()
  expect(XMLValidator.validate(xml)).toBe(true)
  const parser = new XMLParser({ isArray: (name) => name === 'url' || name === 'sitemap' })
  const document = file.parse(parser.parse(xml))
  return (document.sitemapindex?.sitemap ?? document.urlset?.url ?? []).map(({ loc, lastmod }) => {
    expect(loc.startsWith(`${server.url}/`)).toBe(true)
    return { path: loc.slice(server.url.length), lastmod }
  })
}

/** The modification date of a URL. */
export async function momentOf(server: TestServer, file: string, path: string): Promise<number> {
  const entry = (await readSitemap(server, file)).find((other) => other.path === path)
  return Date.parse(entry?.lastmod ?? '')
}
