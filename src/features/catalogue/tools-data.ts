import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import { type FacetSearch, PAGE_SIZE, type ToolListKey } from './list-search'
import type { ToolRoute } from './tool-data'

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
  latest_writer?: string | null
  found?: Found
}
/** `total` is known of the first page alone. */
export type ToolPage = { tools: ToolCardRow[]; total: number | null }
/** What a search found a tool by: its description and a recommendation, as parts of which every second one matched. */
export type Found = { description: string[]; quote?: { reason: string[]; writer: string | null } | undefined }

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
    ...facetArguments(list),
  }
  const answer = await db.rpc('list_tools', request, { get: true }).abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  return { tools: answer.data.map(toCard), total: page === 0 ? (answer.data[0]?.total ?? 0) : null }
}

/** Facets as the functions of the database take them; absent where nothing is chosen. */
export const facetArguments = ({ pricing, open_source, platforms }: FacetSearch) => ({
  pricings: pricing,
  open_sources: open_source?.map((value) => value === 'yes'),
  platforms,
})

type ListedTool = {
  category_id: string | null
  category_name: string | null
  category_slug: string | null
  total?: number | null
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

/** Every query about tools; nobody else spells their keys. */
export const toolQueries = {
  /** One page of a list of tools, counted from 0. */
  page: (list: ToolListKey, page: number) =>
    queryOptions({
      queryKey: [...LISTS, { ...list, categoryIds: list.categoryIds.toSorted(), page }],
      queryFn: async ({ signal }) => listTools(await loadDb('fetchTools'), list, page, signal),
    }),
  bySlug: (slug: string, to?: ToolRoute) =>
    queryOptions({
      queryKey: [...DETAILS, slug],
      queryFn: async ({ signal }) => {
        const db = await loadDb('fetchTool')
        const { getTool } = await import('./tool-data')
        return getTool(db, slug, signal, to)
      },
    }),
  /** Other tools of the tool's categories: five, as on its page (section 7), or more. */
  alternatives: (toolId: string, max = 5) =>
    queryOptions({
      queryKey: [...LISTS, 'alternatives', toolId, max],
      queryFn: async ({ signal }) => {
        const db = await loadDb('fetchTools')
        const { listAlternatives } = await import('./alternatives-data')
        return listAlternatives(db, toolId, max, signal)
      },
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
  const db = await loadDb('fetchUpvoteCount')
  const { getUpvotes } = await import('./tool-data')
  const upvotes = await getUpvotes(db, toolId)
  const renewed = <T extends { id: string }>(tool: T): T =>
    tool.id === toolId ? { ...tool, ...upvotes } : tool
  queryClient.setQueriesData<ToolPage>(
    { queryKey: LISTS },
    (page) => page && { ...page, tools: page.tools.map(renewed) },
  )
  queryClient.setQueriesData<{ id: string }>({ queryKey: DETAILS }, (tool) => tool && renewed(tool))
}
