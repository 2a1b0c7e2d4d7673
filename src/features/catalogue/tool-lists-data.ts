import { splitMarked } from '~/components/marked'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { type FacetSearch, PAGE_SIZE, type ToolListKey } from './list-search'
import type { ToolPage } from './tools-data'

/** One page of a list of tools, counted from 0. The first page includes the total. Throws 'Failed to fetch tools'. */
export async function listTools(
  db: Db,
  list: ToolListKey,
  page: number,
  signal: AbortSignal,
): Promise<ToolPage> {
  const from = page * PAGE_SIZE
  if (list.query !== undefined) return listFound(db, { ...list, query: list.query }, from, signal)
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

/** Facets as arguments of the database's functions; absent where nothing is selected. */
export const facetArguments = ({ pricing, open_source, platforms }: FacetSearch) => ({
  pricings: pricing,
  open_sources: open_source,
  platforms,
})

type ListedTool = {
  category_id: string | null
  category_name: string | null
  category_slug: string | null
  total?: number | null
}

/** A row of a list with its category in the shape of a plain table call. */
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

/** The results of a search, best first or in another order. */
async function listFound(
  db: Db,
  { query, categoryIds, sort, ...facets }: ToolListKey & { query: string },
  skip: number,
  signal: AbortSignal,
) {
  const request = {
    query,
    sort: sort ?? 'relevance',
    category_ids: [...categoryIds],
    skip,
    max_results: PAGE_SIZE,
    ...facetArguments(facets),
  }
  const answer = await db.rpc('search_tools', request, { get: true }).abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  const tools = answer.data.map(({ marked_description, reason, reason_by, is_named, ...row }) => {
    const description = splitMarked(marked_description)
    const quote = reason === null ? undefined : { reason: splitMarked(reason), writer: reason_by }
    return { ...toCard({ ...row, short_description: description.join('') }), found: { description, quote } }
  })
  return { tools, total: skip === 0 ? (answer.data[0]?.total ?? 0) : null }
}
