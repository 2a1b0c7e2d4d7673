import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { type FlaggedCard, type FlaggedGone, type FlaggedPage, WATCHED_MAX } from './flagged-data'
import { flaggedQueries } from './flagged-queries'
import type { FlagFilter } from './flags-search'

/** A card as it stands now; `gone` when there is nothing to decide about any more. */
export type Shown = { card: FlaggedCard; gone: FlaggedGone | undefined }

type Selection = { userId: string; filter: FlagFilter; query: string }

/**
 * The flagged list without surprises: cards stay where they are and what is known about them is kept up to date; new
 * ones are only counted (`arrived`) until the moderator asks for them by `readAgain`.
 */
export function useFlaggedList(selection: Selection) {
  const queryClient = useQueryClient()
  const query = flaggedQueries.list(selection)
  const list = useInfiniteQuery(query)
  const pages = list.data?.pages ?? []
  const snapshot = pages.flatMap(({ cards }) => cards)
  const watchedCards = snapshot.slice(0, WATCHED_MAX)
  const lastWatched = snapshot.length > WATCHED_MAX ? watchedCards.at(-1) : undefined
  const watch = useQuery({
    ...flaggedQueries.watch({
      ...selection,
      ids: watchedCards.map(({ id }) => id),
      oldest: lastWatched
        ? { before_at: lastWatched.activity_at, before_id: lastWatched.id }
        : (pages.at(-1)?.next ?? null),
    }),
    enabled: list.data !== undefined,
    // What was read a moment ago need not be asked for again. A longer list is: much may have happened to its first pages.
    initialData: () => {
      const [only, second] = pages
      return only && !second ? { cards: watchedCards, gone: [], arrived: 0, counts: only.counts } : undefined
    },
    initialDataUpdatedAt: list.dataUpdatedAt,
    placeholderData: keepPreviousData,
  })
  const { arrived = 0, counts } = watch.data ?? {}

  const watched = new Map(watch.data?.cards.map((card) => [card.id, card]))
  const gone = new Map(watch.data?.gone.map((entry) => [entry.id, entry]))
  const shown: Shown[] = snapshot.map((card) => ({
    card: newer(card, watched.get(card.id)),
    gone: gone.get(card.id),
  }))

  /** The list from its first page, as it is now. */
  async function readAgain(): Promise<void> {
    queryClient.setQueryData<InfiniteData<FlaggedPage, unknown>>(
      query.queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    )
    await list.refetch()
  }

  /** Writes what an answer says about a card wherever it is kept. */
  function keep(card: FlaggedCard): void {
    queryClient.setQueryData<InfiniteData<FlaggedPage, unknown>>(
      query.queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            cards: page.cards.map((known) => (known.id === card.id ? newer(known, card) : known)),
          })),
        },
    )
    forgetOthers()
    void watch.refetch()
  }

  /** Other filters and searches are read anew when they are opened: a decision moves a card from one to another. */
  function forgetOthers(): void {
    queryClient.removeQueries({ queryKey: flaggedQueries.lists(selection.userId), type: 'inactive' })
  }

  // Where nothing is on the screen, nothing can be moved: what is new comes by itself.
  const nothingToMove = list.isSuccess && snapshot.length === 0 && arrived > 0
  const refetch = list.refetch
  useEffect(() => {
    if (nothingToMove) void refetch()
  }, [nothingToMove, refetch])

  return {
    list,
    shown,
    counts: counts ?? pages[0]?.counts,
    arrived: snapshot.length === 0 ? 0 : arrived,
    /** The last refresh failed; what is on the screen may be out of date. */
    outdated: watch.isError,
    readAgain,
    keep,
    forgetOthers,
    refresh: () => void watch.refetch(),
  }
}

function newer(card: FlaggedCard, other: FlaggedCard | undefined): FlaggedCard {
  return other && other.version >= card.version ? other : card
}
