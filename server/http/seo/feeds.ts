import * as z from 'zod'
import { urlOfPage } from '#shared/page-url.ts'
import type { Reader } from '../../product/reader.ts'
import type { ServedSite } from '../../product/site.ts'
import { answerText, movedTo } from './answer.ts'
import { type Entry, type Feed, writeAtom } from './atom.ts'

/**
 * The feeds: /feed.xml, the newest tools; /categories/SLUG/feed.xml, the newest of a category; /tools/SLUG/feed.xml,
 * the newest recommendations of a tool; /moderation/feed.xml, what moderators decided; /lists/ADDRESS/feed.xml, what was
 * added last to a member's list. Read with a visitor's rights at every request, so hidden content is not in them.
 */

const LENGTH = 30

const category = z.object({ name: z.string(), slug: z.string() })
const tools = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    short_description: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    categories: category.nullable(),
    pricing: z.string().nullable(),
    open_source: z.boolean().nullable(),
    platforms: z.array(z.string()),
  }),
)
const TOOL_COLUMNS =
  'id,name,slug,short_description,created_at,updated_at,categories(name,slug),pricing,open_source,platforms'

/** Answers the feeds; undefined if the tool or category does not exist. A former slug redirects to the current one. */
export async function answerFeed(
  request: Request,
  pathname: string,
  reader: Reader,
  readSite: () => Promise<ServedSite>,
): Promise<Response | undefined> {
  const answer = async (feed: Feed | undefined) =>
    feed && answerText(request, writeAtom(feed), 'application/atom+xml')
  if (pathname === '/feed.xml') return answer(await readNewest(reader, await readSite()))
  if (pathname === '/moderation/feed.xml') return answer(await readModeration(reader, await readSite()))
  const list = /^\/lists\/([0-9a-f]{12})\/feed\.xml$/.exec(pathname)?.[1]
  if (list) return answer(await readList(reader, await readSite(), list))
  const path = /^\/(?<kind>categories|tools)\/(?<slug>[a-z0-9-]{1,200})\/feed\.xml$/.exec(pathname)
  if (!path?.groups) return undefined
  const { kind = '', slug = '' } = path.groups
  const site = await readSite()
  const feed = await (kind === 'tools' ? readTool(reader, site, slug) : readCategory(reader, site, slug))
  if (feed) return answer(feed)
  const current = await findCurrentSlug(reader, kind === 'tools' ? 'tool' : 'category', slug)
  return current ? movedTo(`${site.language.prefix}/${kind}/${current}/feed.xml`) : undefined
}

/** The current slug for a former one. */
export async function findCurrentSlug(
  reader: Reader,
  kind: 'tool' | 'category',
  slug: string,
): Promise<string | undefined> {
  const rows = z.array(z.object({ slug: z.string() }))
  return (await reader.call('find_current_slug', { kind, former_slug: slug }, rows))[0]?.slug
}

async function readNewest(reader: Reader, site: ServedSite): Promise<Feed> {
  const query = `tools?select=${TOOL_COLUMNS}&order=created_at.desc,id.desc&limit=${LENGTH}`
  return {
    ...frame(site, '/', '/feed.xml', 'newest'),
    title: site.language.server.newestTitle(site),
    subtitle: site.language.server.newestSubtitle(site),
    since: '2026-01-01T00:00:00Z',
    entries: toEntries(site, await reader.rows(query, tools)),
  }
}

async function readCategory(reader: Reader, site: ServedSite, slug: string): Promise<Feed | undefined> {
  const rows = z.array(
    category.extend({ id: z.string(), description: z.string().nullable(), created_at: z.string() }),
  )
  const [found] = await reader.rows(
    `categories?select=id,name,slug,description,created_at&slug=eq.${slug}`,
    rows,
  )
  if (!found) return undefined
  const page = { sort: 'newest', category_ids: [found.id], max_results: LENGTH }
  const listed = await reader.call('list_tools', page, z.array(z.object({ id: z.string() })))
  const ids = listed.map(({ id }) => id)
  const unordered =
    ids.length > 0 ? await reader.rows(`tools?select=${TOOL_COLUMNS}&id=in.(${ids.join(',')})`, tools) : []
  return {
    ...frame(site, `/categories/${slug}`, `/categories/${slug}/feed.xml`, `category/${found.id}`),
    title: `${found.name} - ${site.name}`,
    subtitle: found.description ?? undefined,
    since: found.created_at,
    entries: toEntries(
      site,
      unordered.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    ),
  }
}

async function readTool(reader: Reader, site: ServedSite, slug: string): Promise<Feed | undefined> {
  const found = z.array(z.object({ id: z.string(), name: z.string(), created_at: z.string() }))
  const [tool] = await reader.rows(`tools?select=id,name,created_at&slug=eq.${slug}`, found)
  if (!tool) return undefined
  const recommendations = await reader.rows(
    `tool_upvotes?select=id,reason,created_at,edited_at,profiles(username)&tool_id=eq.${tool.id}` +
      `&or=(is_flagged.eq.false,flag_status.eq.approved)&order=created_at.desc,id.desc&limit=${LENGTH}`,
    z.array(
      z.object({
        id: z.string(),
        reason: z.string(),
        created_at: z.string(),
        edited_at: z.string().nullable(),
        profiles: z.object({ username: z.string() }).nullable(),
      }),
    ),
  )
  const page = `/tools/${slug}`
  const texts = site.language.server
  return {
    ...frame(site, page, `${page}/feed.xml`, `tool/${tool.id}`),
    title: texts.recommendationsTitle({ tool: tool.name, site: site.name }),
    subtitle: texts.whyRecommended({ tool: tool.name }),
    since: tool.created_at,
    entries: recommendations.map(({ id, reason, created_at, edited_at, profiles }) => {
      const author = profiles ? `@${profiles.username}` : texts.anonymous
      return {
        id: `urn:uuid:${id}`,
        title: texts.recommends({ author, tool: tool.name }),
        page: site.publicUrl + page,
        publishedAt: created_at,
        updatedAt: edited_at ?? created_at,
        text: reason,
        author,
      }
    }),
  }
}

/** Undefined while the owner does not publish it. */
async function readModeration(reader: Reader, site: ServedSite): Promise<Feed | undefined> {
  const settings = z.array(z.object({ moderation_log: z.string() }))
  const [setting] = await reader.rows('rpc/get_site_settings?select=moderation_log', settings)
  if (setting?.moderation_log !== 'public') return undefined
  const decisions = z.array(
    z.object({
      ...{ id: z.number(), decision: z.string(), decided_at: z.string(), tool_name: z.string() },
      ...{ tool_slug: z.string().nullable(), on_appeal: z.boolean(), reason: z.string().nullable() },
    }),
  )
  const texts = site.language.server
  const feed = frame(site, '/moderation', '/moderation/feed.xml', 'moderation')
  return {
    ...feed,
    title: texts.moderationTitle({ site: site.name }),
    since: '2026-01-01T00:00:00Z',
    entries: (await reader.call('list_moderation_log', { max_results: LENGTH }, decisions)).map((entry) => {
      const { decision, tool_name: tool, on_appeal: onAppeal } = entry
      return {
        id: `${feed.id}/${entry.id}`,
        title: texts.moderated({ decision, tool, onAppeal }),
        page: entry.tool_slug ? `${site.publicUrl}/tools/${entry.tool_slug}` : feed.page,
        publishedAt: entry.decided_at,
        updatedAt: entry.decided_at,
        text: entry.reason ?? '',
      }
    }),
  }
}

/** Undefined unless the list is public. */
async function readList(reader: Reader, site: ServedSite, address: string): Promise<Feed | undefined> {
  const listed = z.object({
    ...{ id: z.string(), name: z.string(), slug: z.string(), short_description: z.string() },
    ...{ note: z.string().nullable(), added_at: z.string() },
  })
  const rows = z.array(
    z.object({ name: z.string(), username: z.string(), changed_at: z.string(), tools: z.array(listed) }),
  )
  const [list] = await reader.call('get_list', { address }, rows)
  if (!list) return undefined
  const page = `/lists/${address}`
  return {
    ...frame(site, page, `${page}/feed.xml`, `list/${address}`),
    title: `${list.name} - ${site.name}`,
    subtitle: `@${list.username}`,
    since: list.changed_at,
    entries: list.tools
      .toSorted((a, b) => b.added_at.localeCompare(a.added_at))
      .slice(0, LENGTH)
      .map(({ id, name, slug, short_description, note, added_at }) => ({
        id: `urn:uuid:${id}`,
        title: name,
        page: `${site.publicUrl}/tools/${slug}`,
        publishedAt: added_at,
        updatedAt: added_at,
        text: note ?? short_description,
      })),
  }
}

function frame({ publicUrl, name, language }: ServedSite, page: string, self: string, id: string) {
  return {
    // A tag URI (RFC 4151): stable when slugs and URLs change.
    id: `tag:${new URL(publicUrl).hostname},2026:${id}`,
    page: urlOfPage(publicUrl, page),
    self: publicUrl + self,
    author: name,
    icon: `${new URL(publicUrl).origin}/icon-192.png`,
    language: language.code,
  }
}

function toEntries({ publicUrl, facts }: ServedSite, rows: z.infer<typeof tools>): Entry[] {
  return rows.map((tool) => ({
    id: `urn:uuid:${tool.id}`,
    title: tool.name,
    page: `${publicUrl}/tools/${tool.slug}`,
    publishedAt: tool.created_at,
    updatedAt: tool.updated_at,
    text: tool.short_description,
    categories: [
      ...(tool.categories ? [{ term: tool.categories.slug, label: tool.categories.name }] : []),
      ...factsOf(tool, publicUrl, facts),
    ],
  }))
}

/** The facts of a tool as Atom categories, with the database's names; the scheme is the fact. */
function factsOf(
  { pricing, open_source, platforms }: z.infer<typeof tools>[number],
  publicUrl: string,
  facts: ServedSite['facts'],
) {
  const has = (fact: string) => facts?.some(({ key }) => key === fact) ?? true
  const answer = open_source === null ? null : open_source ? 'yes' : 'no'
  return Object.entries({ pricing: [pricing], open_source: [answer], platforms }).flatMap(([fact, terms]) =>
    terms.flatMap((term) => (term === null || !has(fact) ? [] : [{ term, scheme: `${publicUrl}/#${fact}` }])),
  )
}
