import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { loadCalls } from '~/lib/load-db'
import { once } from '~/lib/once'
import type { ToolListKey } from './tool-lists'
import type { ToolPage, ToolRow } from './tools-data'

const loadData = once(() => import('./tools-data'))
const load = (failure: string) => loadCalls(loadData, failure)

/** Every query about tools; nobody else spells their keys. */
export const toolQueries = {
  /** One page of a list of tools, counted from 0. */
  page: ({ categoryIds, sort }: ToolListKey, page: number) =>
    queryOptions({
      queryKey: [...LISTS, { categoryIds: categoryIds.toSorted(), sort, page }],
      queryFn: async ({ signal }) => {
        const { db, listTools } = await load('Failed to fetch tools')
        return listTools(db, { categoryIds, sort }, page, signal)
      },
    }),
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: [...DETAILS, slug],
      queryFn: async ({ signal }) => {
        const { db, getTool } = await load('Failed to fetch tool')
        return getTool(db, slug, signal)
      },
    }),
  alternatives: (toolId: string) =>
    queryOptions({
      queryKey: ['tools', 'alternatives', toolId],
      queryFn: async ({ signal }) => {
        const { db, listAlternatives } = await load('Failed to fetch tools')
        return listAlternatives(db, toolId, signal)
      },
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
  const { db, getUpvoteCount } = await load('Failed to fetch upvote count')
  const upvote_count = await getUpvoteCount(db, toolId)
  const withCount = <T extends { id: string }>(tool: T): T =>
    tool.id === toolId ? { ...tool, upvote_count } : tool
  queryClient.setQueriesData<ToolPage>(
    { queryKey: LISTS },
    (page) => page && { ...page, tools: page.tools.map(withCount) },
  )
  queryClient.setQueriesData<ToolRow>({ queryKey: DETAILS }, (tool) => tool && withCount(tool))
}
