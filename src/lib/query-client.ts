import {
  defaultShouldDehydrateQuery,
  MutationCache,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import type { ErrorCode } from '~/messages/en/errors'
import { isAdminStatus, recheckAdmin } from './admin-status-data'
import { DataError, isRefusal, isTransient } from './errors'
import { notify } from './notify'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What is said when the error has no words for a person. */
      failure?: ErrorCode
      /** The form says it itself, of every error or of those this tells. */
      inForm?: boolean | ((error: Error) => boolean)
    }
  }
}

/**
 * The query client of one page view on the server, of one tab in the browser. Only failures that may pass are retried,
 * and only once. Without a network a query fails like any other instead of being paused: the page says so, and goes on
 * by itself when the network is back.
 *
 * A failed write says so in a toast unless its form does. Whatever the server refuses may be the first sign that the
 * right to administer is gone: it is fetched again, and `AdminsOnly` redirects those who lost it.
 */
export function createQueryClient(): QueryClient {
  const queryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isRefusal(error) && !isAdminStatus(query)) void recheckAdmin(queryClient)
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta = {} }) => {
        if (isRefusal(error)) void recheckAdmin(queryClient)
        const { failure = 'unknown', inForm = false } = meta
        if (typeof inForm === 'function' ? inForm(error) : inForm) return
        notify.error((error instanceof DataError ? error : new DataError(failure)).message)
      },
    }),
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
      mutations: { networkMode: 'always' },
      // What failed on the server is asked for again by the browser. One text costs less to write than many objects.
      ...(import.meta.env.SSR
        ? { dehydrate: { shouldDehydrateQuery: defaultShouldDehydrateQuery, serializeData: JSON.stringify } }
        : { hydrate: { deserializeData: JSON.parse } }),
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
