import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { SITE_DEFAULTS } from '../../src/rules/site.ts'
import { tagOf } from '../etag.ts'
import type { Images } from '../logos/images.ts'
import { answerPng, movedTo } from '../seo/answer.ts'
import { findCurrentSlug } from '../seo/feeds.ts'
import type { Reader } from '../seo/reader.ts'
import type { ServedSite } from '../site.ts'

/**
 * The pictures shown where a page is linked to: /social/tools/SLUG.png, /social/alternatives/SLUG.png,
 * /social/categories/SLUG.png, /social/home.png. Each is drawn from what the catalogue says now; nothing of the address but
 * the slug plays a part. What is drawn is kept in memory, by what it shows, within a bound, and drawn once however many ask
 * at once.
 */

/** What a preview shows. Made of the catalogue's own data alone. */
export interface Card {
  product: string
  /** Of the light theme; undefined: ours. */
  accent?: string | undefined
  /** Above the name: what it is, or what it belongs to. */
  label: string
  title: string
  text: string
  /** Below: recommendations of a tool, tools of a category; left out when there is nothing to tell. */
  count?: { number: number; what: 'recommendation' | 'tool' }
  /** The site's host, below at the right. */
  host: string
  /** Instead of a name that no font here can write. */
  fallbackTitle: string
}

const KEPT_BYTES = 12 * 1024 * 1024
const MAX_AGE = 3600
/** About what drawing one takes; counted as time in the database is, so that nobody has the whole catalogue drawn at once. */
const DRAWING_MS = 100
/** Changes whenever the drawing does: part of the ETag, so that an old picture is not revalidated. */
const LOOK = 3

const category = z.object({ name: z.string() })
const toolRows = z.array(
  z.object({
    name: z.string(),
    short_description: z.string(),
    website_url: z.string(),
    upvote_count: z.number(),
    categories: category.nullable(),
  }),
)
const alternativeRows = z.array(z.object({ name: z.string() }))
const categoryRows = z.array(category.extend({ description: z.string().nullable(), tool_count: z.number() }))

interface Options {
  reader: Reader
  images: Images
  site(): Promise<ServedSite>
  /** Counts so many milliseconds against the client that asks. */
  charge(ms: number): void
}

export function createPreviews({ reader, images, site: readSite, charge }: Options) {
  const kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (png) => png.byteLength,
  })
  const drawing = new Map<string, Promise<Buffer>>()

  async function draw(tag: string, card: Card): Promise<Buffer> {
    const known = kept.get(tag)
    if (known) return known
    let work = drawing.get(tag)
    if (!work) {
      charge(DRAWING_MS)
      work = images
        .run({ kind: 'card', card })
        .then((png) => {
          kept.set(tag, png)
          return png
        })
        .finally(() => drawing.delete(tag))
      drawing.set(tag, work)
    }
    return work
  }

  /** Undefined for what is no preview, or one of something there is not. Throws an ImagesBusyError. */
  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    const path = /^\/social\/(?:home|(?<kind>tools|alternatives|categories)\/(?<slug>[a-z0-9-]+))\.png$/.exec(
      pathname,
    )
    if (!path) return undefined
    const { kind, slug = '' } = path.groups ?? {}
    const site = await readSite()
    const card = await (kind === undefined
      ? describeHome(site)
      : kind === 'tools'
        ? describeTool(reader, site, slug)
        : kind === 'alternatives'
          ? describeAlternatives(reader, site, slug)
          : describeCategory(reader, site, slug))
    if (!card) {
      const current = await findCurrentSlug(reader, kind === 'categories' ? 'category' : 'tool', slug)
      return current ? movedTo(`/social/${kind}/${current}.png`) : undefined
    }
    const tag = tagOf(JSON.stringify([LOOK, card]))
    const kept = {
      'cache-control': `public, max-age=${MAX_AGE}`,
      // Shown on other sites, which is what it is for.
      'cross-origin-resource-policy': 'cross-origin',
    }
    return answerPng(request, kept, tag, () => draw(tag, card))
  }
}

const frame = ({ name, accentLight, publicUrl }: ServedSite) => ({
  product: name,
  accent: accentLight ?? undefined,
  host: new URL(publicUrl).host,
})

function describeHome(site: ServedSite): Card {
  return {
    ...frame(site),
    label: '',
    title: site.heading,
    fallbackTitle: SITE_DEFAULTS.heading,
    text: 'Recommended in a sentence by people who use them.',
  }
}

async function describeTool(reader: Reader, site: ServedSite, slug: string): Promise<Card | undefined> {
  const columns = 'name,short_description,website_url,upvote_count,categories(name)'
  const [tool] = await reader.rows(`tools?select=${columns}&slug=eq.${slug}`, toolRows)
  if (!tool) return undefined
  return {
    ...frame(site),
    label: tool.categories?.name ?? '',
    title: tool.name,
    // Always in letters every font has, and as much its name as a host can be.
    fallbackTitle: new URL(tool.website_url).hostname,
    text: tool.short_description,
    ...(tool.upvote_count > 0 && { count: { number: tool.upvote_count, what: 'recommendation' as const } }),
  }
}

async function describeAlternatives(
  reader: Reader,
  site: ServedSite,
  slug: string,
): Promise<Card | undefined> {
  const columns = z.array(z.object({ id: z.string(), name: z.string(), website_url: z.string() }))
  const [tool] = await reader.rows(`tools?select=id,name,website_url&slug=eq.${slug}`, columns)
  if (!tool) return undefined
  const others = await reader.call('list_alternatives', { tool_id: tool.id }, alternativeRows)
  return {
    ...frame(site),
    label: 'Alternatives',
    title: `Alternatives to ${tool.name}`,
    fallbackTitle: `Alternatives to ${new URL(tool.website_url).hostname}`,
    text: others.map(({ name }) => name).join(', '),
  }
}

async function describeCategory(reader: Reader, site: ServedSite, slug: string): Promise<Card | undefined> {
  const columns = 'name,description,tool_count'
  const [found] = await reader.rows(`categories?select=${columns}&slug=eq.${slug}`, categoryRows)
  if (!found) return undefined
  return {
    ...frame(site),
    label: 'Category',
    title: found.name,
    fallbackTitle: 'AI Tools',
    text: found.description ?? '',
    ...(found.tool_count > 0 && { count: { number: found.tool_count, what: 'tool' as const } }),
  }
}
