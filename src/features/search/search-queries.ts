import { queryOptions } from '@tanstack/react-query'
import { loadDb } from '~/lib/load-db'
import { listRecentTools, searchCatalogue } from './search-data'

/** Typing pauses this long before a search is sent. */
const PAUSE_MS = 120

/** Every query of the search dialog; nobody else spells their keys. */
export const searchQueries = {
  recent: () =>
    queryOptions({
      queryKey: ['search', 'recent'],
      queryFn: async ({ signal }) => listRecentTools(await loadDb('Failed to fetch tools'), signal),
    }),
  /** Results for a text. Typing on cancels it: first the pause, then the request itself. */
  results: (text: string) =>
    queryOptions({
      queryKey: ['search', 'results', text],
      queryFn: async ({ signal }) => {
        await pause(signal)
        return searchCatalogue(await loadDb('Failed to fetch tools'), text, signal)
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
