import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { CategorySort, ToolSort } from '#shared/sort-orders.ts'
import { removeQuietly } from '~/components/logos/logos-data'
import { getDb } from '~/lib/db-client'
import { DataError, dataOf } from '~/lib/errors'
import { type ListRequest, PAGE_ROWS } from '../list-search'

export type AdminTool = Awaited<ReturnType<typeof listAdminTools>>['rows'][number]
export type AdminCategory = Awaited<ReturnType<typeof listAdminCategories>>['rows'][number]

/** One page of the tools whose name, slug or category name contains the text. */
async function listAdminTools(request: ListRequest<ToolSort>, signal: AbortSignal) {
  const ask = getDb().rpc('list_admin_tools', { ...request, page_size: PAGE_ROWS }, { get: true })
  const rows = await dataOf(ask, 'loadTools', signal)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** One page of the categories whose name, slug or description contains the text. */
async function listAdminCategories(request: ListRequest<CategorySort>, signal: AbortSignal) {
  const ask = getDb().rpc('list_admin_categories', { ...request, page_size: PAGE_ROWS }, { get: true })
  const rows = await dataOf(ask, 'loadCategories', signal)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Several people edit these lists: cached data is shown and always refetched. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true, placeholderData: keepPreviousData } as const

/** The only place for query keys of the administrator's catalogue lists. */
export const listQueries = {
  tools: (request: ListRequest<ToolSort>) =>
    queryOptions({
      ...FRESH,
      queryKey: ['admin', 'tools', request],
      queryFn: ({ signal }) => listAdminTools(request, signal),
    }),
  categories: (request: ListRequest<CategorySort>) =>
    queryOptions({
      ...FRESH,
      queryKey: ['admin', 'categories', request],
      queryFn: ({ signal }) => listAdminCategories(request, signal),
    }),
  /** The current number of tools in a category. */
  toolsIn: (categoryId: string) =>
    queryOptions({
      queryKey: ['admin', 'tools-in', categoryId],
      queryFn: async ({ signal }) => {
        const ask = getDb().from('categories').select('tool_count').eq('id', categoryId).maybeSingle()
        return (await dataOf(ask, 'loadCategory', signal))?.tool_count ?? 0
      },
      staleTime: 0,
    }),
}

/** Statuses of a gateway that could not reach the database. */
const UNANSWERED = [0, 502, 503, 504]

/** Without the database's answer the outcome is unknown, and the message says so. */
export async function completing<T>(deletion: Promise<T>): Promise<T> {
  try {
    return await deletion
  } catch (error) {
    const status = error instanceof DataError ? error.status : 0
    throw UNANSWERED.includes(status) ? new DataError('completeDelete', { status }) : error
  }
}

/** Deletes a tool with its category links, recommendations and logo. False if it was not there. */
export const deleteToolMutation = mutationOptions({
  mutationFn: async ({ id }: AdminTool) => {
    const ask = getDb().from('tools').delete().eq('id', id).select('logo')
    const [deleted] = await completing(dataOf(ask, 'deleteTool'))
    if (deleted?.logo) void removeQuietly(deleted.logo)
    return deleted !== undefined
  },
})

/** Deletes a category; its tools stay. False if it was not there. */
export const deleteCategoryMutation = mutationOptions({
  mutationFn: async ({ id }: AdminCategory) => {
    const ask = getDb().from('categories').delete().eq('id', id).select('id')
    return (await completing(dataOf(ask, 'deleteCategory'))).length > 0
  },
})
