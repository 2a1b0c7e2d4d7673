import { defaultShouldDehydrateQuery, onlineManager, type Query, QueryClient } from '@tanstack/react-query'
import { isTransient } from './data-error'

/**
 * The query client of one page view on the server, of one tab in the browser. Only failures that may pass are retried,
 * and only once. Without a network a query fails like any other instead of being paused: the page says so, and goes on
 * by itself when the network is back.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : 10 * 60_000,
        retry: (failures, error) => !import.meta.env.SSR && failures < 1 && isTransient(error),
        retryDelay: 400,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // What failed on the server is asked for again by the browser. One text costs less to write than many objects.
      dehydrate: { shouldDehydrateQuery: defaultShouldDehydrateQuery, serializeData: JSON.stringify },
      hydrate: { deserializeData: JSON.parse },
    },
  })
  if (!import.meta.env.SSR)
    onlineManager.subscribe((online) => {
      if (online) void refetchPending(queryClient)
    })
  return queryClient
}

/** What is under way when the network comes back was asked for without one, and may still fail: it is asked for again. */
async function refetchPending(queryClient: QueryClient): Promise<void> {
  const pending = queryClient.getQueryCache().findAll({ type: 'active', fetchStatus: 'fetching' })
  const predicate = (query: Query) => pending.includes(query)
  await queryClient.cancelQueries({ predicate })
  await queryClient.refetchQueries({ predicate })
}
