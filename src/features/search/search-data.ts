import { queryOptions } from '@tanstack/react-query'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'

/** Tools shown before anything is typed (section 9). */
const RECENT_TOOLS = 5
const MAX_RESULTS = 20

/** A row of the search dialog. */
export type Hit = { kind: 'tool' | 'category'; id: string; name: string; slug: string; logo: string | null }

/** The newest tools. */
export async function listRecentTools(db: Db, signal: AbortSignal): Promise<Hit[]> {
  const answer = await db
    .from('tools')
    .select('id, name, slug, logo')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(RECENT_TOOLS)
    .abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  return answer.data.map((tool) => ({ kind: 'tool', ...tool }))
}

/** What a text finds. `similar`: nothing holds it literally, these names are like it. */
export type SearchResults = { hits: Hit[]; similar: boolean }

/**
 * Tools, then categories, whose name holds the text, whatever its case; every character is literal. When there are none,
 * those whose name is like it, letters missing or swapped.
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
  assertAnswered(answer, 'fetchTools', signal)
  return answer.data.map((hit) => ({ ...hit, kind: hit.kind === 'category' ? 'category' : 'tool' }))
}

/** Typing pauses this long before a search is sent. */
const PAUSE_MS = 120

/** Every query of the search dialog; nobody else spells their keys. */
export const searchQueries = {
  recent: () =>
    queryOptions({
      queryKey: ['search', 'recent'],
      queryFn: async ({ signal }) => listRecentTools(await loadDb('fetchTools'), signal),
    }),
  /** Results for a text. Typing on cancels it: first the pause, then the request itself. */
  results: (text: string) =>
    queryOptions({
      queryKey: ['search', 'results', text],
      queryFn: async ({ signal }) => {
        await pause(signal)
        return searchCatalogue(await loadDb('fetchTools'), text, signal)
      },
    }),
}

function pause(signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, PAUSE_MS)
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    reject(signal.reason)
  })
  return promise
}
