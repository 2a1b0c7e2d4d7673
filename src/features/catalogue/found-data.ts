import { splitMarked } from '~/components/marked'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { PAGE_SIZE, type ToolListKey } from './list-search'
import { facetArguments, toCard } from './tools-data'

/** What a search finds, the best first or in another order. */
export async function listFound(
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
