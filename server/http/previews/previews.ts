import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import type { Card } from '../../images/draw-card.ts'
import type { Images } from '../../images/images.ts'
import { tagOf } from '../../lib/etag.ts'
import type { Reader } from '../../product/reader.ts'
import type { ServedSite } from '../../product/site.ts'
import { answerPng, movedTo } from '../seo/answer.ts'
import { findCurrentSlug } from '../seo/feeds.ts'

/**
 * The preview images of pages: /social/tools/SLUG.png, /social/alternatives/SLUG.png, /social/categories/SLUG.png,
 * /social/home.png. Drawn from the current catalogue; only the slug of the URL matters. Cached in memory by content,
 * within a bound; concurrent requests share one drawing.
 */

const KEPT_BYTES = 12 * 1024 * 1024
const MAX_AGE = 3600
/**
 * About the cost of drawing one, charged like database time, so that no client has the whole catalogue drawn at once.
 */
const DRAWING_MS = 100
/** Increase when the drawing changes: part of the ETag, so that old images are not revalidated. */
const LOOK = 4

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
  /** Charges this many milliseconds to the client. */
  charge(ms: number): void
}

export function createPreviews({ reader, images, site: readSite, charge }: Options) {
  const drawn = new LRUCache<string, Buffer, Card>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (png) => png.byteLength,
    ignoreFetchAbort: true,
    fetchMethod: (_tag, _stale, { context: card }) => {
      charge(DRAWING_MS)
      return images.run({ kind: 'card', card })
    },
  })

  /** Undefined for a URL that is no preview, or whose subject does not exist. Throws an ImagesBusyError. */
  return async (request: Request, pathname: string): Promise<Response | undefined> => {
    const path =
      /^\/social\/(?:home|(?<kind>tools|alternatives|categories)\/(?<slug>[a-z0-9-]{1,200}))\.png$/.exec(
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
      return current ? movedTo(`${site.language.prefix}/social/${kind}/${current}.png`) : undefined
    }
    const tag = tagOf(JSON.stringify([LOOK, card]))
    const kept = {
      'cache-control': `public, max-age=${MAX_AGE}`,
      // For use on other sites, which is its purpose.
      'cross-origin-resource-policy': 'cross-origin',
    }
    return answerPng(request, kept, tag, () => drawn.forceFetch(tag, { context: card }))
  }
}

const frame = ({ name, accentLight, publicUrl, language }: ServedSite) => ({
  product: name,
  accent: accentLight ?? undefined,
  host: new URL(publicUrl).host,
  isMirrored: language.direction === 'rtl' || undefined,
})

function describeHome(site: ServedSite): Card {
  return {
    ...frame(site),
    label: '',
    title: site.heading,
    fallbackTitle: site.language.heading(site),
    text: site.language.server.recommended,
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
    // Every font has these characters, and the host identifies the tool.
    fallbackTitle: hostOf(tool.website_url),
    text: tool.short_description,
    ...(tool.upvote_count > 0 && {
      count: { text: site.language.server.recommendations({ count: tool.upvote_count }), arrow: true },
    }),
  }
}

/** The URL itself where only the database's looser rule accepts it (private.is_link). */
const hostOf = (url: string) => URL.parse(url)?.hostname ?? url

async function describeAlternatives(
  reader: Reader,
  site: ServedSite,
  slug: string,
): Promise<Card | undefined> {
  const columns = z.array(z.object({ id: z.string(), name: z.string(), website_url: z.string() }))
  const [tool] = await reader.rows(`tools?select=id,name,website_url&slug=eq.${slug}`, columns)
  if (!tool) return undefined
  const texts = site.language.server
  const others = await reader.call('list_alternatives', { tool_id: tool.id }, alternativeRows)
  return {
    ...frame(site),
    label: texts.alternatives,
    title: texts.alternativesTo({ tool: tool.name }),
    fallbackTitle: texts.alternativesTo({ tool: hostOf(tool.website_url) }),
    text: others.map(({ name }) => name).join(', '),
  }
}

async function describeCategory(reader: Reader, site: ServedSite, slug: string): Promise<Card | undefined> {
  const columns = 'name,description,tool_count'
  const [found] = await reader.rows(`categories?select=${columns}&slug=eq.${slug}`, categoryRows)
  if (!found) return undefined
  return {
    ...frame(site),
    label: site.language.server.category,
    title: found.name,
    fallbackTitle: site.topicItemsTitle,
    text: found.description ?? '',
    ...(found.tool_count > 0 && {
      count: { text: site.language.server.items({ ...site, count: found.tool_count }) },
    }),
  }
}
