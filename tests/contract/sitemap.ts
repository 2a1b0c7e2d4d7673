import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect } from 'vitest'
import * as z from 'zod'
import type { TestServer } from '../support/test-server.ts'

/** Reading the site map as a search engine does. */

const rows = z.array(z.object({ loc: z.string(), lastmod: z.iso.datetime().optional() }))
const file = z.object({
  sitemapindex: z.object({ sitemap: rows }).optional(),
  urlset: z.object({ url: rows }).optional(),
})

/** The addresses a file names, without the site's own, and since when each is as it is. */
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

/** The moment a file says of an address. */
export async function momentOf(server: TestServer, file: string, path: string): Promise<number> {
  const entry = (await readSitemap(server, file)).find((other) => other.path === path)
  return Date.parse(entry?.lastmod ?? '')
}
