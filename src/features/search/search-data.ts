import { assertAnswered } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'

/** Tools shown before anything is typed (section 9). */
const RECENT_TOOLS = 5
const MAX_RESULTS = 20

/** A row of the search dialog. */
export type Hit = { kind: 'tool' | 'category'; id: string; name: string; slug: string; logo: string | null }

/** The newest tools. Throws 'Failed to fetch tools'. */
export async function listRecentTools(db: Db, signal: AbortSignal): Promise<Hit[]> {
  const answer = await db
    .from('tools')
    .select('id, name, slug, logo')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(RECENT_TOOLS)
    .abortSignal(signal)
  assertAnswered(answer, 'Failed to fetch tools', signal)
  return answer.data.map((tool) => ({ kind: 'tool', ...tool }))
}

/** What a text finds. `similar`: nothing holds it literally, these names are like it. */
export type SearchResults = { hits: Hit[]; similar: boolean }

/**
 * Tools, then categories, whose name holds the text, whatever its case; every character is literal. When there are none,
 * those whose name is like it, letters missing or swapped. Throws 'Failed to fetch tools'.
 */
export async function searchCatalogue(db: Db, query: string, signal: AbortSignal): Promise<SearchResults> {
  const literal = await callSearch(db, 'search_catalogue', query, signal)
  if (literal.length > 0) return { hits: literal, similar: false }
  return { hits: await callSearch(db, 'search_similar', query, signal), similar: true }
}

async function callSearch(
  db: Db,
  name: 'search_catalogue' | 'search_similar',
  query: string,
  signal: AbortSignal,
): Promise<Hit[]> {
  const answer = await db.rpc(name, { query, max_results: MAX_RESULTS }, { get: true }).abortSignal(signal)
  assertAnswered(answer, 'Failed to fetch tools', signal)
  return answer.data.map((hit) => ({ ...hit, kind: hit.kind === 'category' ? 'category' : 'tool' }))
}
