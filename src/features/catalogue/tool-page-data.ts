import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { upvoteErrors } from '#messages/upvotes.js'
import { VISIBLE } from '#shared/api-rules.ts'
import { isSlug } from '#shared/slug-pattern.ts'
import type { Db } from '~/lib/db-client'
import { addErrorTexts, dataOf } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import { TOOL_LISTS, type ToolCardRow, type ToolPage } from './catalogue-data'
import { findCurrentSlug, toCard } from './catalogue-reads-data'

addErrorTexts(upvoteErrors)

const TOOL_COLUMNS =
  'id, name, slug, logo, short_description, website_url, featured, upvote_count, pricing, open_source, license, repository_url, platforms, long_description, own_facts, created_at, link_checks(checked_in, is_dead), tool_submitters(profiles(username, has_page)), tool_makers(since), categories(id, name, slug), tool_categories(position, categories(id, name, slug, tool_count))'

export type ToolRow = Awaited<ReturnType<typeof getTool>>

/** The pages about one tool. */
type ToolRoute = '/tools/$slug' | '/alternatives/$slug'

/**
 * One tool with its primary category and all its categories in order. A former slug redirects permanently to the page
 * `to` of the current one; unknown is a 404; any other failure is 'Failed to fetch tool'.
 */
async function getTool(db: Db, slug: string, signal: AbortSignal, to: ToolRoute = '/tools/$slug') {
  if (!isSlug(slug)) throw notFound()
  const ask = db.from('tools').select(TOOL_COLUMNS).eq('slug', slug).maybeSingle()
  const data = await dataOf(ask, 'fetchTool', signal)
  if (!data) {
    const current = await findCurrentSlug(db, 'tool', slug, signal)
    throw current ? redirect({ to, params: { slug: current }, statusCode: 308, replace: true }) : notFound()
  }
  const { tool_categories, long_description, ...tool } = data
  const isPrimary = (id: string) => Number(id === tool.categories?.id)
  const inOrder = tool_categories.toSorted(
    (a, b) => isPrimary(b.categories.id) - isPrimary(a.categories.id) || a.position - b.position,
  )
  // The parser is loaded only for a tool with details, and not in the browser when the page is opened directly.
  const details = long_description ? (await import('~/lib/read-markdown')).readMarkdown(long_description) : []
  return { ...tool, details, allCategories: inOrder.map(({ categories }) => categories) }
}

/** What lists show of a tool's upvotes: the count, and the newest public reason. */
async function getUpvotes(db: Db, toolId: string) {
  const upvotes = { referencedTable: 'tool_upvotes' }
  const ask = db
    .from('tools')
    .select('upvote_count, tool_upvotes(reason, profiles(username, has_page))')
    .eq('id', toolId)
    .or(VISIBLE, upvotes)
    .eq('tool_upvotes.is_withheld', false)
    .order('created_at', { ...upvotes, ascending: false })
    .order('id', { ...upvotes, ascending: false })
    .limit(1, upvotes)
    .maybeSingle()
  const data = await dataOf(ask, 'fetchUpvoteCount')
  const [newest] = data?.tool_upvotes ?? []
  return {
    upvote_count: data?.upvote_count ?? 0,
    latest_reason: newest?.reason ?? null,
    latest_writer: newest?.profiles?.username ?? null,
    writer_has_page: newest?.profiles?.has_page ?? null,
  }
}

/** Alternatives on their page, as many as the database ranks. */
export const MAX_ALTERNATIVES = 20

export type Alternative = Awaited<ReturnType<typeof listAlternatives>>['tools'][number]

/** Other tools of the tool's categories, the most similar first. */
async function listAlternatives(db: Db, toolId: string, max: number, signal: AbortSignal) {
  const request = { tool_id: toolId, max_results: max }
  const data = await dataOf(db.rpc('list_alternatives', request, { get: true }), 'fetchTools', signal)
  return { tools: data.map(toCard), total: data.length }
}

/** The only place for query keys of a tool. */
export const toolQueries = {
  bySlug: (slug: string, to?: ToolRoute) =>
    queryOptions({
      queryKey: [...DETAILS, slug],
      queryFn: async ({ signal }) => getTool(await loadDb('fetchTool'), slug, signal, to),
    }),
  /** Other tools of the tool's categories: five, as on its page (section 7), or more. */
  alternatives: (toolId: string, max = 5) =>
    queryOptions({
      queryKey: [...ALTERNATIVES, toolId, max],
      queryFn: async ({ signal }) => listAlternatives(await loadDb('fetchTools'), toolId, max, signal),
      staleTime: 5 * 60_000,
    }),
}

const ALTERNATIVES = ['tools', 'alternatives']
const DETAILS = ['tools', 'detail']

/**
 * Refetches a tool's upvote count and newest reason and updates them in every cached list, which keep their opened
 * length.
 */
export async function refreshUpvoteCount(queryClient: QueryClient, toolId: string): Promise<void> {
  const db = await loadDb('fetchUpvoteCount')
  const upvotes = await getUpvotes(db, toolId)
  const renewed = <T extends { id: string }>(tool: T): T =>
    tool.id === toolId ? { ...tool, ...upvotes } : tool
  const renewedPage = <Page extends { tools: ToolCardRow[] }>(page: Page): Page => ({
    ...page,
    tools: page.tools.map(renewed),
  })
  queryClient.setQueriesData<InfiniteData<ToolPage>>(
    { queryKey: TOOL_LISTS },
    (list) => list && { ...list, pages: list.pages.map(renewedPage) },
  )
  queryClient.setQueriesData<{ tools: ToolCardRow[] }>(
    { queryKey: ALTERNATIVES },
    (page) => page && renewedPage(page),
  )
  queryClient.setQueriesData<{ id: string }>({ queryKey: DETAILS }, (tool) => tool && renewed(tool))
}
