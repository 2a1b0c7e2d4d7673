import * as z from 'zod'
import { encodingOf } from '../cache/answer.ts'
import { answerText } from './answer.ts'
import type { Reader } from './reader.ts'
import { escapeXml, XML_HEAD } from './xml.ts'

/**
 * What search engines may find here: /sitemap.xml names the parts, each part at most 50,000 addresses (the protocol's
 * limit). A part is read and sent in pages of a thousand, so none is ever whole in memory. A tool stays in the part it came
 * into when it was added: a new one changes the last part only.
 */

const PART_SIZE = 50_000
/** What one answer of /rest/v1 may hold, here and on a hosted project. */
const PAGE_SIZE = 1000
const MAX_AGE = 600

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const moment = z.string()
const parts = z.array(z.object({ part: z.string(), changed_at: moment }))
const lists = z.array(z.object({ path: z.string(), changed_at: moment.nullable() }))
const tools = z.array(z.object({ id: z.string(), slug: z.string(), changed_at: moment }))
const categories = z.array(z.object({ slug: z.string(), changed_at: moment }))

interface Entry {
  path: string
  changedAt: string | null
}

/** Answers /sitemap.xml and /sitemaps/…; undefined for a part there is not. */
export async function answerSitemap(
  request: Request,
  pathname: string,
  reader: Reader,
  publicUrl: string,
): Promise<Response | undefined> {
  if (pathname === '/sitemap.xml') return answerIndex(request, reader, publicUrl)
  const part = /^\/sitemaps\/(?:tools-(?<number>[1-9]\d{0,5})|(?<name>pages|categories))\.xml$/.exec(pathname)
  if (!part?.groups) return undefined
  const { number, name } = part.groups
  if (name === 'pages') return answerText(request, wrap(await listPages(reader), publicUrl), XML, MAX_AGE)
  const pages = name ? readCategories(reader) : readTools(reader, Number(number))
  const first = await pages.next()
  if (first.done) return undefined
  return stream(request, first.value, pages, publicUrl)
}

const XML = 'application/xml'

async function answerIndex(request: Request, reader: Reader, publicUrl: string): Promise<Response> {
  const [pages, others] = await Promise.all([listPages(reader), reader.call('list_sitemap_parts', {}, parts)])
  const entries = [
    { path: '/sitemaps/pages.xml', changedAt: latestOf(pages) },
    ...others.map(({ part, changed_at }) => ({ path: `/sitemaps/${part}.xml`, changedAt: changed_at })),
  ]
  const body = `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${list('sitemap', entries, publicUrl)}</sitemapindex>\n`
  return answerText(request, body, XML, MAX_AGE)
}

/** The pages that are no tool and no category. */
async function listPages(reader: Reader): Promise<Entry[]> {
  const found = await reader.call('list_sitemap_pages', {}, lists)
  return [
    ...found.map(({ path, changed_at }) => ({ path, changedAt: changed_at })),
    { path: '/terms', changedAt: LEGAL_CHANGED_AT },
    { path: '/privacy', changedAt: LEGAL_CHANGED_AT },
  ]
}

function latestOf(entries: Entry[]): string {
  const moments = entries.map(({ changedAt }) => Date.parse(changedAt ?? LEGAL_CHANGED_AT))
  return new Date(Math.max(...moments)).toISOString()
}

/** 'Last updated' of both legal pages (section 9). */
const LEGAL_CHANGED_AT = '2025-04-18T00:00:00Z'

async function* readTools(reader: Reader, part: number): AsyncGenerator<Entry[], undefined> {
  let after: string | null = null
  for (let sent = 0; sent < PART_SIZE; sent += PAGE_SIZE) {
    const request: Record<string, unknown> = { part, after_id: after, max_results: PAGE_SIZE }
    const rows: z.infer<typeof tools> = await reader.call('list_sitemap_tools', request, tools)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ slug, changed_at }) => ({ path: `/tools/${slug}`, changedAt: changed_at }))
    if (rows.length < PAGE_SIZE) return
    after = last.id
  }
}

async function* readCategories(reader: Reader): AsyncGenerator<Entry[], undefined> {
  let after = ''
  for (let sent = 0; sent < PART_SIZE; sent += PAGE_SIZE) {
    const request = { after_slug: after, max_results: PAGE_SIZE }
    const rows = await reader.call('list_sitemap_categories', request, categories)
    const last = rows.at(-1)
    if (!last) return
    yield rows.map(({ slug, changed_at }) => ({ path: `/categories/${slug}`, changedAt: changed_at }))
    if (rows.length < PAGE_SIZE) return
    after = last.slug
  }
}

const HEAD = `${XML_HEAD}<urlset xmlns="${NAMESPACE}">\n`
const FOOT = '</urlset>\n'

const wrap = (entries: Entry[], publicUrl: string) => HEAD + list('url', entries, publicUrl) + FOOT

function list(element: 'url' | 'sitemap', entries: Entry[], publicUrl: string): string {
  return entries
    .map(({ path, changedAt }) => {
      const changed = changedAt ? `<lastmod>${new Date(changedAt).toISOString()}</lastmod>` : ''
      return `<${element}><loc>${escapeXml(publicUrl + path)}</loc>${changed}</${element}>\n`
    })
    .join('')
}

/** Sends what is read as it is read. A read that fails breaks the answer off: half a list must not look whole. */
function stream(
  request: Request,
  first: Entry[],
  pages: AsyncGenerator<Entry[], undefined>,
  publicUrl: string,
): Response {
  const headers = new Headers({
    'content-type': `${XML}; charset=utf-8`,
    'cache-control': `public, max-age=${MAX_AGE}`,
    vary: 'accept-encoding',
  })
  // In pages as they come, which gzip alone does here.
  const packs = encodingOf(request.headers.get('accept-encoding'), ['gzip', 'identity']) === 'gzip'
  if (packs) headers.set('content-encoding', 'gzip')
  if (request.method === 'HEAD') return new Response(null, { headers })
  const body = new ReadableStream<string>({
    start: (controller) => controller.enqueue(HEAD + list('url', first, publicUrl)),
    pull: async (controller) => {
      const next = await pages.next()
      if (next.done) {
        controller.enqueue(FOOT)
        controller.close()
      } else controller.enqueue(list('url', next.value, publicUrl))
    },
    cancel: async () => {
      await pages.return(undefined)
    },
  }).pipeThrough(new TextEncoderStream())
  return new Response(packs ? body.pipeThrough(new CompressionStream('gzip')) : body, { headers })
}
