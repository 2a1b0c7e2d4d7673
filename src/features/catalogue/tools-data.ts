import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import { VISIBLE } from '~/rules/api-rules'
import { PAGE_SIZE, type ToolListKey } from './list-search'
import { findCurrentSlug } from './slug-redirects-data'

const TOOL_COLUMNS =
  'id, name, slug, logo, short_description, website_url, featured, upvote_count, pricing, open_source, license, repository_url, platforms, long_description, categories(id, name, slug), tool_categories(position, categories(id, name, slug))'

/** A tool in a list: with what a search found it by, else with its newest recommendation. */
export type ToolCardRow = {
  id: string
  name: string
  slug: string
  logo: string | null
  short_description: string
  featured: boolean
  upvote_count: number
  categories: { id: string; name: string; slug: string } | null
  latest_reason?: string | null
  found?: Found
}
/** `total` is known of the first page alone. */
export type ToolPage = { tools: ToolCardRow[]; total: number | null }
export type ToolRow = Awaited<ReturnType<typeof getTool>>
/** What a search found a tool by: its description and a recommendation, as parts of which every second one matched. */
export type Found = { description: string[]; quote?: { reason: string[]; writer: string | null } | undefined }
export type Alternative = Awaited<ReturnType<typeof listAlternatives>>[number]

/**
 * One page of a list of tools, counted from 0. The first page also brings how many there are in all. Throws 'Failed to
 * fetch tools'.
 */
export async function listTools(
  db: Db,
  list: ToolListKey,
  page: number,
  signal: AbortSignal,
): Promise<ToolPage> {
  const from = page * PAGE_SIZE
  if (list.query !== undefined) {
    const { listFound } = await import('./found-data')
    return listFound(db, { ...list, query: list.query }, from, signal)
  }
  const { sort = 'newest', categoryIds } = list
  const request = {
    sort,
    category_ids: [...categoryIds],
    skip: from,
    max_results: PAGE_SIZE,
  }
  const answer = await db.rpc('list_tools', request, { get: true }).abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  return { tools: answer.data.map(toCard), total: page === 0 ? (answer.data[0]?.total ?? 0) : null }
}

type ListedTool = {
  category_id: string | null
  category_name: string | null
  category_slug: string | null
  total: number | null
}

/** A row of a list with its category as the plain table call has it. */
export function toCard<T extends ListedTool>({
  category_id,
  category_name,
  category_slug,
  total,
  ...tool
}: T) {
  const categories = category_id && { id: category_id, name: category_name ?? '', slug: category_slug ?? '' }
  return { ...tool, categories: categories || null }
}

/**
 * One tool with its primary category and all its categories in order. A slug it had before redirects for good; not found
 * is a 404; else 'Failed to fetch tool'.
 */
export async function getTool(db: Db, slug: string, signal: AbortSignal) {
  const answer = await db
    .from('tools')
    .select(TOOL_COLUMNS)
    .eq('slug', slug)
    .abortSignal(signal)
    .maybeSingle()
  assertAnswered(answer, 'fetchTool', signal)
  if (!answer.data) {
    const current = await findCurrentSlug(db, 'tool', slug, signal)
    throw current
      ? redirect({ to: '/tools/$slug', params: { slug: current }, statusCode: 308, replace: true })
      : notFound()
  }
  const { tool_categories, long_description, ...tool } = answer.data
  const inOrder = tool_categories.toSorted((a, b) => a.position - b.position)
  // The parser is only loaded for a tool that has them, and not at all by who opens its page first.
  const details = long_description ? (await import('./read-details')).readDetails(long_description) : []
  return { ...tool, details, allCategories: inOrder.map(({ categories }) => categories) }
}

/** Up to five other tools of the tool's categories (section 7). */
export async function listAlternatives(db: Db, toolId: string, signal: AbortSignal) {
  const answer = await db.rpc('list_alternatives', { tool_id: toolId }, { get: true }).abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  return answer.data
}

/** What a tool's upvotes show in lists: their number, and the newest reason that everyone may see. */
async function getUpvotes(db: Db, toolId: string) {
  const upvotes = { referencedTable: 'tool_upvotes' }
  const answer = await db
    .from('tools')
    .select('upvote_count, tool_upvotes(reason)')
    .eq('id', toolId)
    .or(VISIBLE, upvotes)
    .eq('tool_upvotes.is_withheld', false)
    .order('created_at', { ...upvotes, ascending: false })
    .order('id', { ...upvotes, ascending: false })
    .limit(1, upvotes)
    .maybeSingle()
  assertAnswered(answer, 'fetchUpvoteCount')
  return {
    upvote_count: answer.data?.upvote_count ?? 0,
    latest_reason: answer.data?.tool_upvotes[0]?.reason ?? null,
  }
}

/** Every query about tools; nobody else spells their keys. */
export const toolQueries = {
  /** One page of a list of tools, counted from 0. */
  page: ({ query, categoryIds, sort }: ToolListKey, page: number) =>
    queryOptions({
      queryKey: [...LISTS, { query, categoryIds: categoryIds.toSorted(), sort, page }],
      queryFn: async ({ signal }) =>
        listTools(await loadDb('fetchTools'), { query, categoryIds, sort }, page, signal),
    }),
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: [...DETAILS, slug],
      queryFn: async ({ signal }) => getTool(await loadDb('fetchTool'), slug, signal),
    }),
  alternatives: (toolId: string) =>
    queryOptions({
      queryKey: ['tools', 'alternatives', toolId],
      queryFn: async ({ signal }) => listAlternatives(await loadDb('fetchTools'), toolId, signal),
      staleTime: 5 * 60_000,
    }),
}

const LISTS = ['tools', 'list']
const DETAILS = ['tools', 'detail']

/**
 * Reads a tool's number of upvotes and its newest reason again and writes them wherever the tool is shown: the lists stay
 * as they are opened.
 */
export async function refreshUpvoteCount(queryClient: QueryClient, toolId: string): Promise<void> {
  const upvotes = await getUpvotes(await loadDb('fetchUpvoteCount'), toolId)
  const renewed = <T extends { id: string }>(tool: T): T =>
    tool.id === toolId ? { ...tool, ...upvotes } : tool
  queryClient.setQueriesData<ToolPage>(
    { queryKey: LISTS },
    (page) => page && { ...page, tools: page.tools.map(renewed) },
  )
  queryClient.setQueriesData<ToolRow>({ queryKey: DETAILS }, (tool) => tool && renewed(tool))
}
