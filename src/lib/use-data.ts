import type { QueryKey, QueryObserverOptions } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Engine, Queries } from './queries'
import { useQueries } from './queries-provider'

type Query<T, K extends QueryKey> = QueryObserverOptions<T, Error, T, T, K>

/** What is known of a query. Neither data nor an error: it is on its way, or there is no query. */
type Data<T> = { data: T | undefined; error: Error | null; refetch: () => void }

/**
 * `useQuery` for what the first load shows. As long as the page carried the answer it does without the query library;
 * where there is none it asks for the library, says `failure` (section 8) when that cannot be had, and asks again when the
 * network is back; and once it is here it follows the query.
 */
export const useData = import.meta.env.SSR ? useRead : useLive

/** On the server, which renders once and follows nothing: what was read for the page. What failed is on its way again. */
function useRead<T, K extends QueryKey>(query: Query<T, K> | undefined): Data<T> {
  const client = useQueries().engine()?.client
  return { data: query && client?.getQueryData<T>(query.queryKey), error: null, refetch: () => undefined }
}

function useLive<T, K extends QueryKey>(query: Query<T, K> | undefined, failure: string): Data<T> {
  const queries = useQueries()
  const engine = useEngine(queries)
  const followed = useFollowed(engine, query)
  const data = query && queries.carried<T>(query.queryKey)
  const isMissing = !engine && query !== undefined && query.enabled !== false && data === undefined
  // Each question that cannot be answered asks once more.
  const missing = isMissing ? JSON.stringify(query.queryKey) : undefined
  const [error, setError] = useState<Error | null>(null)
  const load = useCallback(() => {
    setError(null)
    queries.load(failure).catch(setError)
  }, [queries, failure])

  useEffect(() => {
    if (missing === undefined) return
    load()
    // What is under way just then was asked for without a network, and may still fail.
    const loadAgain = () => void queries.load(failure).catch(load)
    window.addEventListener('online', loadAgain)
    return () => window.removeEventListener('online', loadAgain)
  }, [missing, load, queries, failure])

  return followed ?? { data, error: isMissing ? error : null, refetch: load }
}

/** The library once it is here; lists take it up piece by piece, because it comes while somebody presses something. */
function useEngine(queries: Queries): Engine | undefined {
  const [engine, setEngine] = useState(queries.engine)
  useEffect(() => {
    const take = () => startTransition(() => setEngine(queries.engine))
    take()
    return queries.subscribe(take)
  }, [queries])
  return engine
}

/** The library's own way to follow a query (its `useBaseQuery`), once it is here. */
function useFollowed<T, K extends QueryKey>(
  engine: Engine | undefined,
  query: Query<T, K> | undefined,
): Data<T> | undefined {
  // What the page carried is not read again because the library has come.
  const [refetchOnMount] = useState(engine !== undefined)
  const options = engine && query && engine.client.defaultQueryOptions({ ...query, refetchOnMount })
  if (options) options._optimisticResults = 'optimistic'
  const [observer, setObserver] = useState(() => engine && options && engine.observe(options))
  if (!observer && options) setObserver(engine.observe(options))

  useEffect(() => {
    if (options) observer?.setOptions(options)
  })

  const isAsked = query !== undefined
  const subscribe = useCallback(
    (onChange: () => void) => (isAsked && observer?.subscribe(onChange)) || (() => undefined),
    [observer, isAsked],
  )
  // Before the store is looked at, which then holds the same.
  const result = options && observer?.getOptimisticResult(options)
  const current = () => observer?.getCurrentResult()
  useSyncExternalStore(subscribe, current, current)

  if (!observer || !result) return undefined
  const { data, error, refetch } = observer.trackResult(result)
  return { data, error, refetch }
}
