import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { CategorySort, ToolSort } from '#shared/sort-orders.ts'
import { removeQuietly } from '~/components/logos/logos-data'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered, DataError } from '~/lib/errors'
import { readAll } from '~/lib/read-all'
import { type ListRequest, PAGE_ROWS } from '../list-search'

export type AdminTool = Awaited<ReturnType<typeof listAdminTools>>['rows'][number]
export type AdminCategory = Awaited<ReturnType<typeof listAdminCategories>>['rows'][number]

/** One page of the tools whose name, slug or category name contains the text. */
async function listAdminTools(db: Db, request: ListRequest<ToolSort>, signal: AbortSignal) {
  const answer = await db
    .rpc('list_admin_tools', { ...request, page_size: PAGE_ROWS }, { get: true })
    .abortSignal(signal)
  assertAnswered(answer, 'loadTools', signal)
  return { rows: answer.data, total: answer.data[0]?.total ?? 0 }
}

/** One page of the categories whose name, slug or description contains the text. */
async function listAdminCategories(db: Db, request: ListRequest<CategorySort>, signal: AbortSignal) {
  const answer = await db
    .rpc('list_admin_categories', { ...request, page_size: PAGE_ROWS }, { get: true })
    .abortSignal(signal)
  assertAnswered(answer, 'loadCategories', signal)
  return { rows: answer.data, total: answer.data[0]?.total ?? 0 }
}

/** Every category, by name. */
function listCategoryNames(db: Db, signal: AbortSignal) {
  const ask = () => db.from('categories').select('id, name').order('name').order('id').abortSignal(signal)
  return readAll(ask, 'loadCategories', signal)
}

/** Deletes a tool with its category links and recommendations; returns it, or null if it was not there. */
async function deleteTool(db: Db, id: string): Promise<{ logo: string | null } | null> {
  const answer = await db.from('tools').delete().eq('id', id).select('logo')
  assertAnswered(answer, 'deleteTool')
  return answer.data[0] ?? null
}

/** Deletes a category; its tools stay. False if it was not there. */
async function deleteCategory(db: Db, id: string): Promise<boolean> {
  const answer = await db.from('categories').delete().eq('id', id).select('id')
  assertAnswered(answer, 'deleteCategory')
  return answer.data.length > 0
}

/** The current number of tools in a category. */
async function countToolsIn(db: Db, categoryId: string, signal: AbortSignal): Promise<number> {
  const answer = await db
    .from('categories')
    .select('tool_count')
    .eq('id', categoryId)
    .abortSignal(signal)
    .maybeSingle()
  assertAnswered(answer, 'loadCategory', signal)
  return answer.data?.tool_count ?? 0
}

/** Several people edit these lists: cached data is shown and always refetched. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true, placeholderData: keepPreviousData } as const

/** The only place for query keys of the administrator's catalogue lists. */
export const listQueries = {
  tools: (request: ListRequest<ToolSort>) =>
    queryOptions({
      ...FRESH,
      queryKey: ['admin', 'tools', request],
      queryFn: ({ signal }) => listAdminTools(getDb(), request, signal),
    }),
  categories: (request: ListRequest<CategorySort>) =>
    queryOptions({
      ...FRESH,
      queryKey: ['admin', 'categories', request],
      queryFn: ({ signal }) => listAdminCategories(getDb(), request, signal),
    }),
  categoryNames: () =>
    queryOptions({
      queryKey: ['admin', 'category-names'],
      queryFn: ({ signal }) => listCategoryNames(getDb(), signal),
    }),
  toolsIn: (categoryId: string) =>
    queryOptions({
      queryKey: ['admin', 'tools-in', categoryId],
      queryFn: ({ signal }) => countToolsIn(getDb(), categoryId, signal),
      staleTime: 0,
    }),
}

/** Statuses of a gateway that could not reach the database. */
const UNANSWERED = [0, 502, 503, 504]

/** Without the database's answer the outcome is unknown, and the message says so. */
async function completing<T>(deletion: Promise<T>): Promise<T> {
  try {
    return await deletion
  } catch (error) {
    const status = error instanceof DataError ? error.status : 0
    throw UNANSWERED.includes(status) ? new DataError('completeDelete', { status }) : error
  }
}

/** Deletes a tool and its logo. False if it was not there. */
export const deleteToolMutation = mutationOptions({
  mutationFn: async ({ id }: AdminTool) => {
    const deleted = await completing(deleteTool(getDb(), id))
    if (deleted?.logo) void removeQuietly(deleted.logo)
    return deleted !== null
  },
  meta: { failure: 'completeDelete' },
})

export const deleteCategoryMutation = mutationOptions({
  mutationFn: ({ id }: AdminCategory) => completing(deleteCategory(getDb(), id)),
  meta: { failure: 'completeDelete' },
})
