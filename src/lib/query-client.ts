import {
  MutationCache,
  notifyManager,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { isAdminStatus, recheckAdmin } from './admin-status-data'
import { DataError, type ErrorCode, failureText, isRefusal, isTransient } from './errors'
import { notify } from './notify'
import { siteQuery } from './site-data'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The toast's text for an error without a message for people. */
      failure?: ErrorCode
      /** The form shows the errors itself: all, or those this function accepts. */
      inForm?: boolean | ((error: Error) => boolean)
    }
  }
}

/**
 * The query client of one page view on the server, of one tab in the browser. Temporary failures are retried once.
 * Without a network a query fails instead of being paused: the page says so, and refetches when the network is back.
 *
 * A failed write is shown in a toast unless its form shows it. Any refusal may mean that an administrator lost the
 * right: the status is refetched, and `AdminsOnly` redirects people who lost it.
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
        const failed = error instanceof DataError ? error : new DataError(failure)
        notify.error(failureText(failed, queryClient.getQueryData(siteQuery.queryKey)))
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
    },
  })
  if (!import.meta.env.SSR) {
    // A pressed button is busy before the next click arrives: by default that takes a timer, and both clicks send.
    notifyManager.setScheduler(queueMicrotask)
    onlineManager.subscribe((online) => {
      if (online) void refetchPending(queryClient)
    })
  }
  return queryClient
}

/** A request in progress when the network comes back was sent without one and may still fail: it is repeated. */
async function refetchPending(queryClient: QueryClient): Promise<void> {
  const pending = queryClient.getQueryCache().findAll({ type: 'active', fetchStatus: 'fetching' })
  const predicate = (query: Query) => pending.includes(query)
  await queryClient.cancelQueries({ predicate })
  await queryClient.refetchQueries({ predicate })
}
