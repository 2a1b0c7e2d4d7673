import {
  type DefaultedQueryObserverOptions,
  onlineManager,
  type Query,
  QueryClient,
  type QueryKey,
  QueryObserver,
} from '@tanstack/react-query'
import { isTransient } from './data-error'

/**
 * The query cache of one page view on the server, of one tab in the browser. What the HTML brought counts as fresh, so
 * opening a page asks for nothing twice. Only failures that may pass are tried again, and only once. Without a network
 * a query fails like any other, instead of waiting unseen: the page says so, and goes on by itself when it is back.
 */
export function createEngine() {
  const client = new QueryClient({
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
    },
  })
  if (!import.meta.env.SSR) {
    // The network may have gone before the library came, which else would not notice its return.
    onlineManager.setOnline(navigator.onLine)
    onlineManager.subscribe((online) => {
      if (online) void askAgain(client)
    })
    client.mount()
  }
  return {
    client,
    observe: <T, K extends QueryKey>(options: DefaultedQueryObserverOptions<T, Error, T, T, K>) =>
      new QueryObserver<T, Error, T, T, K>(client, options),
  }
}

/** What is under way when the network comes back was asked for without one, and may still fail: it is asked for again. */
async function askAgain(client: QueryClient): Promise<void> {
  const underWay = client.getQueryCache().findAll({ type: 'active', fetchStatus: 'fetching' })
  const predicate = (query: Query) => underWay.includes(query)
  await client.cancelQueries({ predicate })
  await client.refetchQueries({ predicate })
}
