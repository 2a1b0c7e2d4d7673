import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import {
  type Cursor,
  type FlaggedCard,
  type FlaggedGone,
  type FlaggedPage,
  type FlaggedWatch,
  flaggedQueries,
  newestMutation,
  type Selection,
  WATCHED_MAX,
} from './flagged-data'

/** The current state of a card; `gone` when the case no longer exists. */
export type Shown = { card: FlaggedCard; gone: FlaggedGone | undefined }

/**
 * The flagged list, refreshed every ten seconds: cards keep their order and are updated in place; new ones are counted,
 * and shown on demand. With the oldest first they come last, where nothing moves, and are shown at once.
 */
export function useFlaggedList(selection: Selection) {
  const queryClient = useQueryClient()
  const query = flaggedQueries.list(selection)
  const list = useInfiniteQuery(query)
  const pages = list.data?.pages
  const snapshot = useMemo(
    () => [...new Map(pages?.flatMap(({ cards }) => cards.map((card) => [card.id, card] as const))).values()],
    [pages],
  )
  const watchedCards = snapshot.slice(0, WATCHED_MAX)
  const lastWatched = snapshot.length > WATCHED_MAX ? watchedCards.at(-1) : undefined
  const watchQuery = flaggedQueries.watch(selection, {
    ids: watchedCards.map(({ id }) => id),
    end: lastWatched ? cursorOf(lastWatched) : (pages?.at(-1)?.next ?? null),
  })
  const watch = useQuery({
    ...watchQuery,
    enabled: list.data !== undefined,
    // A list that was just read needs no refresh. A longer one does: its first pages may be outdated.
    initialData: () => {
      const [only, second] = pages ?? []
      return only && !second ? { cards: watchedCards, gone: [], arrived: 0, counts: only.counts } : undefined
    },
    initialDataUpdatedAt: list.dataUpdatedAt,
    placeholderData: keepPreviousData,
  })
  const current = watch.isPlaceholderData ? undefined : watch.data

  const watched = new Map(current?.cards.map((card) => [card.id, card]))
  const gone = new Map(current?.gone.map((entry) => [entry.id, entry]))
  const known: Shown[] = snapshot.map((card) => ({
    card: newer(card, watched.get(card.id)),
    gone: gone.get(card.id),
  }))
  // Cards this moderator cannot decide come last.
  const shown = [
    ...known.filter(({ card }) => !card.for_another),
    ...known.filter(({ card }) => card.for_another),
  ]

  // Not while a page is loading: its result would overwrite what was shown.
  const arrived = list.isFetching ? 0 : (current?.arrived ?? 0)
  const { mutateAsync: readNewest, isPending } = useMutation(newestMutation)
  const { oldest } = selection
  const last = snapshot.at(-1)
  /** Adds the new cards where they belong, and returns the first of them. */
  const showNew = useCallback(async (): Promise<FlaggedCard | undefined> => {
    const { cards } = await readNewest({ selection, after: oldest && last ? cursorOf(last) : null })
    const { queryKey } = flaggedQueries.list(selection)
    const pages = queryClient.getQueryData(queryKey)?.pages ?? []
    const known = new Set(pages.flatMap((page) => page.cards.map(({ id }) => id)))
    const added = cards.filter(({ id }) => !known.has(id))
    const place = oldest ? pages.length - 1 : 0
    queryClient.setQueryData(
      queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page, index) =>
            index === place
              ? { ...page, cards: oldest ? [...page.cards, ...added] : [...added, ...page.cards] }
              : page,
          ),
        },
    )
    const { queryKey: watchKey } = flaggedQueries.watch(selection, { ids: [], end: null })
    queryClient.setQueryData<FlaggedWatch>(watchKey, (data) => data && { ...data, arrived: 0 })
    return added[0]
  }, [queryClient, readNewest, selection, oldest, last])

  // Into an empty list, in which nobody reads, by itself.
  const comesItself = arrived > 0 && (snapshot.length === 0 || oldest)
  useEffect(() => {
    if (comesItself) void showNew().catch(() => undefined)
  }, [comesItself, showNew])

  /** Writes the new states of cards into this list. */
  function keep(cards: readonly FlaggedCard[]): void {
    const kept = new Map(cards.map((card) => [card.id, card]))
    queryClient.setQueryData<InfiniteData<FlaggedPage, unknown>>(
      query.queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            cards: page.cards.map((known) => newer(known, kept.get(known.id))),
          })),
        },
    )
    // Restored after a deletion.
    queryClient.setQueryData<FlaggedWatch>(
      watchQuery.queryKey,
      (data) => data && { ...data, gone: data.gone.filter(({ id }) => !kept.has(id)) },
    )
    forgetOthers()
  }

  /** Other filters and searches are refetched when they are opened, because a decision moves a card between them. */
  function forgetOthers(): void {
    queryClient.removeQueries({ queryKey: flaggedQueries.lists(selection.userId), type: 'inactive' })
  }

  return {
    list,
    shown,
    /** The number of new cards, while they are not being shown. */
    arrived: isPending || oldest ? 0 : arrived,
    showNew,
    counts: watch.data?.counts ?? pages?.[0]?.counts,
    /** The last refresh failed; the screen may be outdated. */
    outdated: watch.isError,
    keep,
    forgetOthers,
    refresh: () => void watch.refetch(),
  }
}

const cursorOf = ({ activity_at, id }: FlaggedCard): Cursor => ({ before_at: activity_at, before_id: id })

function newer(card: FlaggedCard, other: FlaggedCard | undefined): FlaggedCard {
  return other && other.version >= card.version ? other : card
}

/** With fewer undecided cards than this, the next page is loaded. */
const FEW = 12

type List = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/**
 * Loads the next page before the moderator reaches the end of this one. After a failure the button below the list does
 * it.
 */
export function useRefill(list: List, undecided: number): void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const due = undecided < FEW && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (due) fetchNextPage()
  }, [due, fetchNextPage])
}
