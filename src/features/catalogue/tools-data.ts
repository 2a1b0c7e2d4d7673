import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import { PAGE_SIZE, type ToolListKey } from './list-search'
import { findCurrentSlug } from './slug-redirects-data'

const CARD_COLUMNS =
  'id, name, slug, logo, short_description, featured, upvote_count, created_at, categories(id, name, slug)'
const TOOL_COLUMNS =
  'id, name, slug, logo, short_description, website_url, featured, upvote_count, categories(id, name, slug), tool_categories(position, categories(id, name, slug))'

export type ToolPage = Awaited<ReturnType<typeof listTools>>
export type ToolCardRow = ToolPage['tools'][number] & { found?: Found }
export type ToolRow = Awaited<ReturnType<typeof getTool>>
/** What a search found a tool by: its description and a recommendation, as parts of which every second one matched. */
export type Found = { description: string[]; quote?: { reason: string[]; writer: string | null } }
export type Alternative = Awaited<ReturnType<typeof listAlternatives>>[number]

/**
 * One page of a list of tools, counted from 0. The first page also brings how many there are in all. Throws 'Failed to
 * fetch tools'.
 */
export async function listTools(db: Db, list: ToolListKey, page: number, signal: AbortSignal) {
  const from = page * PAGE_SIZE
  if (list.query !== undefined) {
    const { listFound } = await import('./found-data')
    return listFound(db, { ...list, query: list.query }, from, signal)
  }
  if (list.sort || list.categoryIds.length > 0) return listRanked(db, list, from, signal)
  const newest = { ascending: false }
  const [answer, total] = await Promise.all([
    db
      .from('tools')
      .select(CARD_COLUMNS)
      .order('created_at', newest)
      .order('id', newest)
      .range(from, from + PAGE_SIZE - 1)
      .abortSignal(signal),
    page === 0 ? countAllTools(db, signal) : null,
  ])
  assertAnswered(answer, 'fetchTools', signal)
  return { tools: answer.data, total }
}

/** How many tools there are, as the database keeps it. */
async function countAllTools(db: Db, signal: AbortSignal): Promise<number> {
  const answer = await db.rpc('count_tools', undefined, { get: true }).abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  return answer.data
}

/** Of some categories, or in an order only the database knows: from the places in lists it keeps. */
async function listRanked(db: Db, { categoryIds, sort }: ToolListKey, skip: number, signal: AbortSignal) {
  const request = {
    sort: sort ?? 'newest',
    category_ids: [...categoryIds],
    skip,
    max_results: PAGE_SIZE,
  }
  const answer = await db.rpc('list_tools', request, { get: true }).abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  return { tools: answer.data.map(toCard), total: skip === 0 ? (answer.data[0]?.total ?? 0) : null }
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
  const { tool_categories, ...tool } = answer.data
  const inOrder = tool_categories.toSorted((a, b) => a.position - b.position)
  return { ...tool, allCategories: inOrder.map(({ categories }) => categories) }
}

/** Up to five other tools of the tool's categories (section 7). */
export async function listAlternatives(db: Db, toolId: string, signal: AbortSignal) {
  const answer = await db.rpc('list_alternatives', { tool_id: toolId }, { get: true }).abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  return answer.data
}

/** A tool's number of upvotes, as the database keeps it. */
export async function getUpvoteCount(db: Db, toolId: string, signal?: AbortSignal): Promise<number> {
  const answer = await db.from('tools').select('upvote_count').eq('id', toolId).maybeSingle()
  assertAnswered(answer, 'fetchUpvoteCount', signal)
  return answer.data?.upvote_count ?? 0
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
 * Reads a tool's number of upvotes again and writes it wherever the tool is shown: the lists stay as they are opened
 * and only the number changes.
 */
export async function refreshUpvoteCount(queryClient: QueryClient, toolId: string): Promise<void> {
  const upvote_count = await getUpvoteCount(await loadDb('fetchUpvoteCount'), toolId)
  const withCount = <T extends { id: string }>(tool: T): T =>
    tool.id === toolId ? { ...tool, upvote_count } : tool
  queryClient.setQueriesData<ToolPage>(
    { queryKey: LISTS },
    (page) => page && { ...page, tools: page.tools.map(withCount) },
  )
  queryClient.setQueriesData<ToolRow>({ queryKey: DETAILS }, (tool) => tool && withCount(tool))
}
