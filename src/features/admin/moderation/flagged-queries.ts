import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getDb } from '~/lib/db-client'
import { PERSONAL } from '~/lib/session'
import { type Cursor, listFlagged, watchFlagged } from './flagged-data'
import type { FlagFilter } from './flags-search'

/** Section 9: the list is refreshed every 10 seconds and is stale after 30. */
const REFRESH_MS = 10_000
const STALE_MS = 30_000

type Selection = { userId: string; filter: FlagFilter; query: string }
/** What of the selection is on the screen. */
type Screen = { ids: string[]; oldest: Cursor | null }

/** Every query of the flags page; nobody else spells their keys. */
export const flaggedQueries = {
  lists: (userId: string) => [PERSONAL, userId, 'flagged', 'list'],
  /**
   * The list as it was read, and what came in since. It is not read again by itself, for that would move what the
   * moderator reads: `watch` tells what has changed.
   */
  list: ({ userId, filter, query }: Selection) =>
    infiniteQueryOptions({
      queryKey: [...flaggedQueries.lists(userId), { filter, query }],
      queryFn: ({ pageParam, signal }) => listFlagged(getDb(), { filter, query, after: pageParam }, signal),
      initialPageParam: firstPage(),
      getNextPageParam: ({ next }) => next,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
    }),
  /** What has changed about the cards on the screen at the time, and what is new beside them: the screen is no part of the key. */
  watch: ({ userId, filter, query }: Selection, screen: Screen) =>
    queryOptions({
      queryKey: [PERSONAL, userId, 'flagged', 'watch', { filter, query }],
      queryFn: ({ signal }) => watchFlagged(getDb(), { filter, query, ...screen }, signal),
      refetchInterval: REFRESH_MS,
      staleTime: STALE_MS,
      refetchOnWindowFocus: true,
      gcTime: 0,
    }),
}

const firstPage = (): Cursor | null => null
