import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { loadDb } from '~/lib/load-db'
import {
  getTool,
  getUpvoteCount,
  listAlternatives,
  listTools,
  type ToolListKey,
  type ToolPage,
  type ToolRow,
} from './tools-data'

/** Every query about tools; nobody else spells their keys. */
export const toolQueries = {
  /** One page of a list of tools, counted from 0. */
  page: ({ categoryIds, sort }: ToolListKey, page: number) =>
    queryOptions({
      queryKey: [...LISTS, { categoryIds: categoryIds.toSorted(), sort, page }],
      queryFn: async ({ signal }) =>
        listTools(await loadDb('Failed to fetch tools'), { categoryIds, sort }, page, signal),
    }),
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: [...DETAILS, slug],
      queryFn: async ({ signal }) => getTool(await loadDb('Failed to fetch tool'), slug, signal),
    }),
  alternatives: (toolId: string) =>
    queryOptions({
      queryKey: ['tools', 'alternatives', toolId],
      queryFn: async ({ signal }) => listAlternatives(await loadDb('Failed to fetch tools'), toolId, signal),
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
  const upvote_count = await getUpvoteCount(await loadDb('Failed to fetch upvote count'), toolId)
  const withCount = <T extends { id: string }>(tool: T): T =>
    tool.id === toolId ? { ...tool, upvote_count } : tool
  queryClient.setQueriesData<ToolPage>(
    { queryKey: LISTS },
    (page) => page && { ...page, tools: page.tools.map(withCount) },
  )
  queryClient.setQueriesData<ToolRow>({ queryKey: DETAILS }, (tool) => tool && withCount(tool))
}
