import { assertAnswered } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'
import { type ListRequest, PAGE_ROWS } from '../list-search'
import type { CategorySort, ToolSort } from './list-sorts'

export type AdminTool = Awaited<ReturnType<typeof listAdminTools>>['rows'][number]
export type AdminCategory = Awaited<ReturnType<typeof listAdminCategories>>['rows'][number]

/** One page of the tools whose name, slug or category name holds the text. Throws 'Failed to load tools'. */
export async function listAdminTools(db: Db, request: ListRequest<ToolSort>, signal: AbortSignal) {
  const answer = await db
    .rpc('list_admin_tools', { ...request, page_size: PAGE_ROWS }, { get: true })
    .abortSignal(signal)
  assertAnswered(answer, 'Failed to load tools', signal)
  return { rows: answer.data, total: answer.data[0]?.total ?? 0 }
}

/** One page of the categories whose name, slug or description holds the text. Throws 'Failed to load categories'. */
export async function listAdminCategories(db: Db, request: ListRequest<CategorySort>, signal: AbortSignal) {
  const answer = await db
    .rpc('list_admin_categories', { ...request, page_size: PAGE_ROWS }, { get: true })
    .abortSignal(signal)
  assertAnswered(answer, 'Failed to load categories', signal)
  return { rows: answer.data, total: answer.data[0]?.total ?? 0 }
}

/**
 * Deletes a tool, its links to categories and its recommendations; gives what it was, null when it was not there. Throws
 * 'Failed to delete tool'.
 */
export async function deleteTool(db: Db, id: string): Promise<{ logo: string | null } | null> {
  const answer = await db.from('tools').delete().eq('id', id).select('logo')
  assertAnswered(answer, 'Failed to delete tool')
  return answer.data[0] ?? null
}

/** Deletes a category; its tools stay. False when it was not there. Throws 'Failed to delete category'. */
export async function deleteCategory(db: Db, id: string): Promise<boolean> {
  const answer = await db.from('categories').delete().eq('id', id).select('id')
  assertAnswered(answer, 'Failed to delete category')
  return answer.data.length > 0
}

/** How many tools are in a category now. Throws 'Failed to load category'. */
export async function countToolsIn(db: Db, categoryId: string, signal: AbortSignal): Promise<number> {
  const answer = await db
    .from('categories')
    .select('tool_count')
    .eq('id', categoryId)
    .abortSignal(signal)
    .maybeSingle()
  assertAnswered(answer, 'Failed to load category', signal)
  return answer.data?.tool_count ?? 0
}
