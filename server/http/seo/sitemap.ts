import * as z from 'zod'
import { ALIKE_CATEGORY_TOOLS } from '#shared/api-rules.ts'
import { urlOfPage } from '#shared/page-url.ts'
import type { Reader } from '../../product/reader.ts'
import { settingsQuery } from '../../product/site.ts'
import { encodingOf } from '../cache/answer.ts'
import { answerText, escapeXml, XML_HEAD } from './answer.ts'
import type { SeoConfig } from './site-files.ts'

/**
 * /sitemap.xml lists the parts, each with at most 50,000 URLs (the protocol's limit). A part of the tools is a range of
 * ids, which are random: `tools-3` has those that begin with a 3. It is read and sent in pages of a thousand, so it is
 * never whole in memory. Only tools and legal pages have a modification date; nobody records when a list changed. Pages
 * of alternatives are parts of the same ranges, for tools that share a category with another tool; pages of
 * members who published something, and of their lists, are ranges of their ids.
 */

const PART_SIZE = 50_000
/** On average, leaving room for random deviation. */
const PART_FILL = 45_000
/** Rows of one response of /rest/v1, here and on a hosted project. */
const PAGE_SIZE = 1000
const MAX_AGE = 600

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

const tools = z.array(z.object({ id: z.string(), slug: z.string(), updated_at: z.string() }))
const pages = z.array(z.object({ id: z.string(), path: z.string(), at_most: z.number() }))
/** Kinds of pages whose addresses the database names. */
const NAMED = ['members', 'lists']
const slugs = z.array(z.object({ slug: z.string() }))

/** Only tools in a category with other tools, which is not too large to say that they are alike. */
const SHARED_CATEGORIES =
  'tool_categories!inner(categories!inner())&tool_categories.categories.tool_count=gt.1' +
  `&tool_categories.categories.tool_count=lte.${ALIKE_CATEGORY_TOOLS}`

interface Entry {
  path: string
  changedAt?: string
}

/** Answers /sitemap.xml and /sitemaps/…; undefined for a part that does not exist. */
export async function answerSitemap(
  request: Request,
  pathname: string,
  reader: Reader,
  { publicUrl, language }: Pick<SeoConfig, 'publicUrl' | 'language'>,
): Promise<Response | undefined> {
  if (pathname === '/sitemap.xml') return answerIndex(request, reader, publicUrl)
  if (pathname === '/sitemaps/pages.xml')
    return answerText(request, wrap(await readPages(reader, language), publicUrl), XML, MAX_AGE)
  const range = /^\/sitemaps\/(tools|alternatives|members|lists)(?:-([0-9a-f]{1,2}))?\.xml$/.exec(pathname)
  if (!range && pathname !== '/sitemaps/categories.xml') return undefined
  const [, kind, digits = ''] = range ?? []
  const entries =
    kind === undefined
      ? readCategories(reader)
      : NAMED.includes(kind)
        ? readNamed(reader, kind, digits)
        : readTools(reader, digits, kind === 'alternatives')
  const first = await entries.next()
  if (first.done) return undefined
  return stream(request, first.value, entries, publicUrl)
}

const XML = 'application/xml'

async function answerIndex(request: Request, reader: Reader, publicUrl: string): Promise<Response> {
  const [count, [category], [alike], ...named] = await Promise.all([
    reader.call('count_tools', {}, z.number()),
    reader.rows('categories?select=slug&limit=1', slugs),
    reader.rows(
      `categories?select=slug&tool_count=gt.1&tool_count=lte.${ALIKE_CATEGORY_TOOLS}&limit=1`,
      slugs,
    ),
    ...NAMED.map((kind) => reader.rows(`rpc/list_sitemap_pages?kind=${kind}&max_results=1`, pages)),
  ])
  const tools = nameToolParts(count)
  const parts = [
    'pages',
    ...(category ? ['categories'] : []),
    ...tools,
    ...(alike ? tools.map((part) => part.replace('tools', 'alternatives')) : []),
    ...named.flatMap(([one], index) =>
      one ? nameToolParts(one.at_most).map((part) => part.replace('tools', NAMED[index] ?? '')) : [],
    ),
  ]
  const entries = parts.map((part) => ({ path: `/sitemaps/${part}.xml` }))
  const body = `${XML_HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${list('sitemap', entries, publicUrl)}</sitemapindex>\n`
  return answerText(request, body, XML, MAX_AGE)
}

/** The parts for this many tools: by no digit of their ids, by the first, or by the first two. */
export function nameToolParts(count: number): string[] {
  if (count === 0) return []
  const digits = [0, 1].find((number) => count <= PART_FILL * 16 ** number) ?? 2
  if (digits === 0) return ['tools']
  return Array.from(
    { length: 16 ** digits },
    (_, number) => `tools-${number.toString(16).padStart(digits, '0')}`,
  )
}

/** 'Last updated' of both legal pages without a date of the owner (section 9). */
const LEGAL_CHANGED_ON = '2025-04-18'

const documents = z.array(
  z.object({
    terms_date: z.string().nullable(),
    privacy_date: z.string().nullable(),
    has_about: z.boolean(),
    moderation_log: z.string(),
  }),
)

/** Pages that are neither tools nor categories. */
async function readPages(reader: Reader, language: SeoConfig['language']): Promise<Entry[]> {
  const [site] = await reader.rows(
    settingsQuery('terms_date,privacy_date,has_about,moderation_log', language),
    documents,
  )
  return [
    { path: '/' },
    { path: '/categories' },
    { path: '/terms', changedAt: site?.terms_date ?? LEGAL_CHANGED_ON },
    { path: '/privacy', changedAt: site?.privacy_date ?? LEGAL_CHANGED_ON },
    ...(site?.has_about ? [{ path: '/about' }] : []),
    ...(site?.moderation_log === 'public' ? [{ path: '/moderation' }] : []),
  ]
}

/** Rows page by page, as entries; `ask` gives the query of the page after a row. */
async function* readAll<Row>(
  reader: Reader,
  rows: z.ZodType<Row[]>,
  ask: (last: Row | undefined) => string,
  toEntry: (row: Row) => Entry,
): AsyncGenerator<Entry[], undefined> {
  let last: Row | undefined
  for (let sent = 0; sent < PART_SIZE; sent += PAGE_SIZE) {
    const page = await reader.rows(ask(last), rows)
    last = page.at(-1)
    if (!last) return
    yield page.map(toEntry)
    if (page.length < PAGE_SIZE) return
  }
}

/** Tools whose ids begin with these digits, or the pages of their alternatives. */
function readTools(reader: Reader, digits: string, ofAlternatives: boolean) {
  const columns = ofAlternatives ? `id,slug,updated_at,${SHARED_CATEGORIES}` : 'id,slug,updated_at'
  const idOf = (start: string, filler: string) =>
    start.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return readAll(
    reader,
    tools,
    (last) =>
      `tools?select=${columns}&id=${last ? `gt.${last.id}` : `gte.${idOf(digits, '0')}`}&id=lte.${idOf(digits, 'f')}&order=id&limit=${PAGE_SIZE}`,
    ({ slug, updated_at }) =>
      ofAlternatives ? { path: `/alternatives/${slug}` } : { path: `/tools/${slug}`, changedAt: updated_at },
  )
}

/** Pages of a kind that the database names, whose ids begin with these digits. */
const readNamed = (reader: Reader, kind: string, digits: string) =>
  readAll(
    reader,
    pages,
    (last) => `rpc/list_sitemap_pages?kind=${kind}&digits=${digits}${last ? `&after_id=${last.id}` : ''}`,
    ({ path }) => ({ path }),
  )

const readCategories = (reader: Reader) =>
  readAll(
    reader,
    slugs,
    (last) => `categories?select=slug&slug=gt.${last?.slug ?? ''}&order=slug&limit=${PAGE_SIZE}`,
    ({ slug }) => ({ path: `/categories/${slug}` }),
  )

const HEAD = `${XML_HEAD}<urlset xmlns="${NAMESPACE}">\n`
const FOOT = '</urlset>\n'

const wrap = (entries: Entry[], publicUrl: string) => HEAD + list('url', entries, publicUrl) + FOOT

function list(element: 'url' | 'sitemap', entries: Entry[], publicUrl: string): string {
  return entries
    .map(({ path, changedAt }) => {
      const changed = changedAt ? `<lastmod>${new Date(changedAt).toISOString()}</lastmod>` : ''
      return `<${element}><loc>${escapeXml(urlOfPage(publicUrl, path))}</loc>${changed}</${element}>\n`
    })
    .join('')
}

/** Streams the rows. A failed read aborts the response, so that a partial list does not look complete. */
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
  // In chunks as they are read, so only gzip is possible here.
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
