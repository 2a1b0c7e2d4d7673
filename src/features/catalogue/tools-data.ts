import { queryOptions } from '@tanstack/react-query'
import { DataError } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import type { ToolListKey } from './list-search'
import type { ToolRoute } from './tool-data'

/** A tool in a list: with the matches of a search, else with its newest recommendation. */
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
/** `total` is set on the first page only. */
export type ToolPage = { tools: ToolCardRow[]; total: number | null }
/** The matches of a search: a description and a recommendation, as parts of which every second one matched. */
export type Found = { description: string[]; quote?: { reason: string[]; writer: string | null } | undefined }

/** The only place for query keys of tools. */
export const toolQueries = {
  /** One page of a list of tools, counted from 0. */
  page: (list: ToolListKey, page: number) =>
    queryOptions({
      queryKey: [...LISTS, { ...list, categoryIds: list.categoryIds.toSorted(), page }],
      queryFn: async ({ signal }) => {
        const db = await loadDb('fetchTools')
        const { listTools } = await import('./tool-lists-data').catch(() => {
          throw new DataError('fetchTools')
        })
        return listTools(db, list, page, signal)
      },
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
        const { listAlternatives } = await import('./tool-data')
        return listAlternatives(db, toolId, max, signal)
      },
      staleTime: 5 * 60_000,
    }),
}

export const LISTS = ['tools', 'list']
export const DETAILS = ['tools', 'detail']
