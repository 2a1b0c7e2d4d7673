import { markText, splitMarked } from '~/components/mark-text'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import type { FacetSearch, ToolListKey } from './list-search'
import type { PagePosition, ToolCardRow, ToolPage } from './tool-list-data'

/**
 * One page of a list of tools: `size` of them after a position, the first page including the total. One more is asked
 * for, which tells whether there is a next page. Throws 'Failed to fetch tools'.
 */
export async function listTools(
  db: Db,
  list: ToolListKey,
  { size, after }: PagePosition,
  signal: AbortSignal,
): Promise<ToolPage> {
  const { query, sort, categoryIds, ...facets } = list
  const request = { category_ids: [...categoryIds], max_results: size + 1, ...facetArguments(facets) }
  if (query !== undefined) {
    const order = { query, sort: sort ?? 'relevance', after_id: after?.after_id }
    const answer = await db.rpc('search_tools', { ...request, ...order }, { get: true }).abortSignal(signal)
    assertAnswered(answer, 'fetchTools', signal)
    const corrected = answer.data[0]?.corrected ?? undefined
    const found = answer.data.map((row) => toFound(row, corrected ?? query))
    return { ...toPage(found, answer.data, { size, after }), corrected }
  }
  const order = { sort: sort ?? 'newest', ...after }
  const answer = await db.rpc('list_tools', { ...request, ...order }, { get: true }).abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  return toPage(
    answer.data.map(({ rank, ...row }) => toCard(row)),
    answer.data,
    { size, after },
  )
}

type Row = { id: string; created_at: string; total: number | null; rank?: number | null }

/** The page of these rows, and where the next one begins if there is one. */
function toPage(tools: ToolCardRow[], rows: readonly Row[], { size, after }: PagePosition): ToolPage {
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    tools: tools.slice(0, size),
    total: after ? null : (rows[0]?.total ?? 0),
    next: last && { after_rank: last.rank ?? undefined, after_at: last.created_at, after_id: last.id },
  }
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

type FoundTool = Omit<ToolCardRow, 'categories' | 'short_description'> &
  ListedTool & {
    marked_description: string
    reason: string | null
    reason_by: string | null
    is_named: boolean
    corrected: string | null
  }

/** A search result, with its matches. */
function toFound(found: FoundTool, query: string) {
  const { marked_description, reason, reason_by, is_named, corrected, ...row } = found
  const name = markText(row.name, query)
  const description = splitMarked(marked_description)
  const quote = reason === null ? undefined : { reason: splitMarked(reason), writer: reason_by }
  return {
    ...toCard({ ...row, short_description: description.join('') }),
    found: { name, description, quote },
  }
}
