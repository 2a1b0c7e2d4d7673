import { queryOptions } from '@tanstack/react-query'
import { splitMarked } from '~/components/marked'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'

/** Tools shown before anything is typed (section 9). */
const RECENT_TOOLS = 5
const MAX_RESULTS = 20
/** Tools that other texts than names find, and the shortest text they are asked for. */
const MAX_RELATED = 8
const SHORTEST_RELATED = 3

/** A row of the search dialog. `excerpt` is what it was found by, where that is not the name: every second part matched. */
export type Hit = {
  kind: 'tool' | 'category'
  id: string
  name: string
  slug: string
  logo: string | null
  excerpt?: string[]
}

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

/** What a text finds. `similar`: nothing holds it literally, these names are like it. `related`: found by other texts. */
export type SearchResults = { hits: Hit[]; similar: boolean; related: Hit[] }

/**
 * Tools, then categories, whose name holds the text, whatever its case; every character is literal. When there are none,
 * those whose name is like it, letters missing or swapped. Beside them the tools that descriptions and recommendations find:
 * they are an addition, and when they fail there are none.
 */
export async function searchCatalogue(db: Db, query: string, signal: AbortSignal): Promise<SearchResults> {
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
  const answer = await db.rpc('search_tools', request, { get: true }).abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  return answer.data.map(({ id, name, slug, logo, marked_description, reason }) => ({
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
  /** The name most like a text that finds nothing, where one is; null where none is. */
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
