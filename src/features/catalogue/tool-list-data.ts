import { infiniteQueryOptions } from '@tanstack/react-query'
import { DataError } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import { PAGE_SIZE, type ToolListKey } from './list-search'

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
/** The sort key of a list's last tool, after which the next page begins. */
type After = { after_rank: number | undefined; after_at: string; after_id: string }
/** A page's length, and where it begins if not at the start. */
export type PagePosition = { size: number; after?: After | undefined }
/**
 * `total` is set on the first page only, as is a search's query if it was corrected; `next` on all but the last page.
 */
export type ToolPage = {
  tools: ToolCardRow[]
  total: number | null
  next?: After | undefined
  corrected?: string | undefined
}
/** The matches of a search: a name, a description and a recommendation, as parts of which every second one matched. */
export type Found = {
  name: string[]
  description: string[]
  quote?: { reason: string[]; writer: string | null } | undefined
}

/** A list of tools, page by page; the first is as long as the URL says, so that one read restores the list. */
export function toolListQuery(list: ToolListKey, shown = PAGE_SIZE) {
  const start: PagePosition = { size: shown }
  return infiniteQueryOptions({
    queryKey: [...TOOL_LISTS, { ...list, categoryIds: list.categoryIds.toSorted() }],
    queryFn: async ({ pageParam, signal }) => {
      const db = await loadDb('fetchTools')
      const { listTools } = await import('./tool-list-reads-data').catch(() => {
        throw new DataError('fetchTools')
      })
      return listTools(db, list, pageParam, signal)
    },
    initialPageParam: start,
    getNextPageParam: ({ next }): PagePosition | undefined => next && { size: PAGE_SIZE, after: next },
  })
}

/** The prefix of the query keys of all lists. */
export const TOOL_LISTS = ['tools', 'list']
