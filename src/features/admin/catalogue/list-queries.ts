import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { loadDb } from '~/lib/load-db'
import type { ListRequest } from '../list-search'
import type { CategorySort, ToolSort } from './list-sorts'
import { countToolsIn, listAdminCategories, listAdminTools } from './lists-data'

/** Others work on the same lists: what was read is shown, and read again each time. */
const FRESH = { staleTime: 0, refetchOnWindowFocus: true, placeholderData: keepPreviousData } as const

/** The queries of the administrator's lists of the catalogue; nobody else spells their keys. */
export const listQueries = {
  tools: (request: ListRequest<ToolSort>) =>
    queryOptions({
      ...FRESH,
      queryKey: ['admin', 'tools', request],
      queryFn: async ({ signal }) => listAdminTools(await loadDb('Failed to load tools'), request, signal),
    }),
  categories: (request: ListRequest<CategorySort>) =>
    queryOptions({
      ...FRESH,
      queryKey: ['admin', 'categories', request],
      queryFn: async ({ signal }) =>
        listAdminCategories(await loadDb('Failed to load categories'), request, signal),
    }),
  toolsIn: (categoryId: string) =>
    queryOptions({
      queryKey: ['admin', 'tools-in', categoryId],
      queryFn: async ({ signal }) =>
        countToolsIn(await loadDb('Failed to load category'), categoryId, signal),
      staleTime: 0,
    }),
}
