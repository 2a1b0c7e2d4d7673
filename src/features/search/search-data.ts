import { queryOptions } from '@tanstack/react-query'
import { splitMarked } from '~/components/mark-text'
import type { Db } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'

/** Tools shown before anything is typed (section 9). */
const RECENT_TOOLS = 5
const MAX_RESULTS = 20
/** Results found in other texts than names, and the minimum length of the query for them. */
const MAX_RELATED = 8
const SHORTEST_RELATED = 3

/** A row of the search dialog. `excerpt` is the match outside the name: every second part matched. */
export type Hit = {
  kind: 'tool' | 'category'
  id: string
  name: string
  slug: string
  logo: string | null
  excerpt?: string[]
}

/** The newest tools. */
async function listRecentTools(db: Db, signal: AbortSignal): Promise<Hit[]> {
  const ask = db
    .from('tools')
    .select('id, name, slug, logo')
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(RECENT_TOOLS)
  const data = await dataOf(ask, 'fetchTools', signal)
  return data.map((tool) => ({ kind: 'tool', ...tool }))
}

/**
 * The results of a query. `similar`: names similar to it, when nothing contains it. `related`: found in other texts.
 */
export type SearchResults = { hits: Hit[]; similar: boolean; related: Hit[] }

/**
 * Tools, then categories, whose name contains the text, in any case; every character is literal. If there are none,
 * similar names (letters missing or swapped). Also tools found by descriptions and recommendations: if that call fails,
 * there are none.
 */
async function searchCatalogue(db: Db, query: string, signal: AbortSignal): Promise<SearchResults> {
  const relatedTools = findRelated(db, query, signal).catch(() => [])
  const literal = await callSearch(db, 'search_catalogue', query, signal)
  const similar = literal.length === 0
  const hits = similar ? await callSearch(db, 'search_similar', query, signal) : literal
  const shown = new Set(hits.map(({ id }) => id))
  return { hits, similar, related: (await relatedTools).filter(({ id }) => !shown.has(id)) }
}

async function findRelated(db: Db, query: string, signal: AbortSignal): Promise<Hit[]> {
  if (query.length < SHORTEST_RELATED) return []
  const request = { query, max_results: MAX_RELATED }
  const data = await dataOf(db.rpc('search_tools', request, { get: true }), 'fetchTools', signal)
  return data.map(({ id, name, slug, logo, marked_description, reason }) => ({
    kind: 'tool',
    id,
    name,
    slug,
    logo,
    excerpt: splitMarked(reason ?? marked_description),
  }))
}

async function callSearch(
  db: Db,
  name: 'search_catalogue' | 'search_similar',
  query: string,
  signal: AbortSignal,
): Promise<Hit[]> {
  const ask = db.rpc(name, { query, max_results: MAX_RESULTS }, { get: true })
  const data = await dataOf(ask, 'fetchTools', signal)
  return data.map((hit) => ({ ...hit, kind: hit.kind === 'category' ? 'category' : 'tool' }))
}

/** Debounce of the search. */
const PAUSE_MS = 120

/** The only place for query keys of the search dialog. */
export const searchQueries = {
  recent: () =>
    queryOptions({
      queryKey: ['search', 'recent'],
      queryFn: async ({ signal }) => listRecentTools(await loadDb('fetchTools'), signal),
    }),
  /** Results for a text. Further typing cancels the debounce or the request. */
  results: (text: string) =>
    queryOptions({
      queryKey: ['search', 'results', text],
      queryFn: async ({ signal }) => {
        await pause(signal)
        return searchCatalogue(await loadDb('fetchTools'), text, signal)
      },
    }),
  /** The most similar name for a query without results, or null. */
  nearest: (text: string) =>
    queryOptions({
      queryKey: ['search', 'nearest', text],
      queryFn: async ({ signal }) =>
        (await callSearch(await loadDb('fetchTools'), 'search_similar', text, signal))[0] ?? null,
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
