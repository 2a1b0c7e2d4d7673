import type { QueryKey, QueryObserverOptions } from '@tanstack/react-query'
import { startTransition, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Engine, Queries } from './queries'
import { useQueries } from './queries-provider'

type Query<T, K extends QueryKey> = QueryObserverOptions<T, Error, T, T, K>

/** What is known of a query. Neither data nor an error: it is on its way, or there is no query. */
export type Data<T> = { data: T | undefined; error: Error | null; refetch: () => void }

/**
 * `useQuery` for what the first load shows. As long as the page carried the answer it does without the query library;
 * where there is none it asks for the library; and once that is here it follows the query.
 */
export function useData<T, K extends QueryKey>(query: Query<T, K> | undefined): Data<T> {
  const queries = useQueries()
  const engine = useEngine(queries)
  const followed = useFollowed(engine, query)
  const carried = query && queries.carried<T>(query.queryKey)
  const isMissing = !engine && query !== undefined && query.enabled !== false && carried?.data === undefined
  const start = useCallback(() => void queries.load().catch(() => undefined), [queries])

  useEffect(() => {
    if (isMissing) start()
  }, [isMissing, start])

  if (followed) return followed
  const error = carried?.failure === undefined ? null : new Error(carried.failure)
  return { data: carried?.data, error, refetch: start }
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
  const current = () => observer?.getCurrentResult()
  useSyncExternalStore(subscribe, current, current)

  if (!observer || !options) return undefined
  const { data, error, refetch } = observer.trackResult(observer.getOptimisticResult(options))
  return { data, error, refetch }
}
