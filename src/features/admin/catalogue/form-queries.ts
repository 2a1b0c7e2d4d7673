import { queryOptions } from '@tanstack/react-query'
import { loadDb } from '~/lib/load-db'
import { getCategoryToEdit } from './category-form-data'
import { getToolToEdit, listCategoriesOfTool, listCategoryOptions, type ToolToEdit } from './tool-form-data'

/** A tool as its form opens it. */
export type OpenedTool = { tool: ToolToEdit; categories: { id: string; name: string }[] }

/**
 * What the forms open with. Read when a form opens and not again below what is being typed: a save finds out by itself
 * whether it has changed.
 */
const ONCE = { staleTime: 'static', gcTime: 0 } as const

export const formQueries = {
  tool: (id: string) =>
    queryOptions({
      ...ONCE,
      queryKey: ['admin', 'tool-form', id],
      queryFn: ({ signal }) => openTool(id, signal),
    }),
  category: (id: string) =>
    queryOptions({
      ...ONCE,
      queryKey: ['admin', 'category-form', id],
      queryFn: async ({ signal }) => getCategoryToEdit(await loadDb('Failed to load category'), id, signal),
    }),
  categoryOptions: () =>
    queryOptions({
      queryKey: ['admin', 'category-options'],
      queryFn: async ({ signal }) => listCategoryOptions(await loadDb('Failed to load categories'), signal),
      staleTime: 0,
    }),
}

/**
 * A tool with its categories, null when it is not there. The categories are read after the tool: whatever changes between
 * the two makes the tool newer than the form knows, and is noticed on saving.
 */
export async function openTool(id: string, signal?: AbortSignal): Promise<OpenedTool | null> {
  const db = await loadDb('Failed to load tool')
  const tool = await getToolToEdit(db, id, signal)
  return tool && { tool, categories: await listCategoriesOfTool(db, id, signal) }
}
