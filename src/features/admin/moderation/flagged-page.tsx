import type { User } from '@supabase/auth-js'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useMemo, useState } from 'react'
import * as messages from '#messages/moderation.js'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { MoreButton } from '~/components/ui/more-button'
import { SectionHeading } from '~/components/ui/section-heading'
import { Skeleton } from '~/components/ui/skeleton'
import { useSite } from '~/lib/site-data'
import { FilterButtons } from '../filter-buttons'
import { formatNumber } from '../pager'
import { SearchField } from '../search-field'
import { DecidedRow } from './card-foot'
import { FlaggedCardView } from './flagged-card'
import { type FlaggedCard, NEW_MAX } from './flagged-data'
import type { FlagFilter, FlagsSearch } from './flags-search'
import { cardElementId, type OwnDecision, useDecide } from './use-decide'
import { type Shown, useFlaggedList, useRefill } from './use-flagged-list'

type Props = {
  user: User
  search: FlagsSearch
  /** Changes the search of the current URL; `typing` replaces the history entry instead of adding one. */
  onSearch: (change: FlagsSearch, typing: boolean) => void
}

const EMPTY: Record<FlagFilter, string> = {
  pending: messages.nonePending,
  approved: messages.noneApproved,
  rejected: messages.noneRejected,
  all: messages.noneReported,
}

/** Section 2, Flags page: search, filter and decide reported recommendations. */
export function FlaggedPage({
  user,
  search: { status: filter = 'pending', q: query = '' },
  onSearch,
}: Props) {
  const site = useSite()
  const selection = useMemo(() => ({ userId: user.id, filter, query }), [user.id, filter, query])
  const flagged = useFlaggedList(selection)
  const { list, shown } = flagged
  const { own, decide, undo, forget } = useDecide(flagged)
  const [firstNew, setFirstNew] = useState<string>()
  const inList = shown.filter((entry) => isIn(filter, entry, own.get(entry.card.id)))
  const undecided = inList.filter(({ card }) => !card.for_another).length
  const isEmpty = list.data !== undefined && shown.length === 0
  // Counted but not loaded yet: they come with the next refresh.
  const isExpected = (flagged.counts?.[filter] ?? 0) > 0
  useRefill(list, filter === 'pending' ? undecided : Number.POSITIVE_INFINITY)

  function change(next: FlagsSearch, typing: boolean) {
    forget()
    flagged.forgetOthers()
    onSearch(next, typing)
  }

  /** Announces further cards, so that a page of decided cards does not look like the end of the queue. */
  function describeRest(): string {
    const left = (flagged.counts?.[filter] ?? 0) - inList.length
    if (list.hasNextPage)
      return left > 0 ? messages.more({ left: formatNumber(left), waiting: filter === 'pending' }) : ''
    return filter === 'pending' && shown.length > 0 && undecided === 0 ? messages.nothingElseWaiting : ''
  }

  // Once the list has been drawn with it.
  useEffect(() => {
    const card = firstNew && document.getElementById(cardElementId(firstNew))
    if (!card) return
    card.focus()
    setFirstNew(undefined)
  })

  const showNew = () =>
    flagged.showNew().then(
      (card) => setFirstNew(card?.id),
      () => undefined,
    )

  return (
    <section aria-labelledby="flagged-content">
      <SectionHeading id="flagged-content">{messages.flaggedContent}</SectionHeading>
      <div className="mt-4 mb-2 flex flex-wrap items-center gap-2.5 md:mt-5 md:gap-3">
        <div className="flex grow basis-72">
          <SearchField
            label={messages.searchFlaggedContent}
            placeholder={messages.searchHint(site)}
            value={query}
            onSearch={(q) => change({ q }, true)}
          />
        </div>
        <FilterButtons
          legend={messages.show}
          choices={messages.filters}
          value={filter}
          counts={flagged.counts}
          noun={messages.noun}
          onChoose={(status) => change({ status }, false)}
          className="grid grow grid-cols-4 md:w-136 md:grow-0"
        />
      </div>
      {/* Its height is reserved, so that nothing moves when something is announced. */}
      <div
        role="status"
        className="pointer-events-none sticky top-19 z-10 mb-2 flex min-h-10 items-center justify-center"
      >
        {flagged.arrived > 0 && (
          <Button
            size="sm"
            variant="accent"
            onClick={() => void showNew()}
            className="pointer-events-auto shadow-float"
          >
            <ArrowUp size={16} aria-hidden="true" />
            {messages.newCards({ count: flagged.arrived === NEW_MAX ? `${NEW_MAX}+` : `${flagged.arrived}` })}
          </Button>
        )}
        {flagged.outdated && list.data && <p className="text-[13px] text-bad">{messages.notRefreshed}</p>}
      </div>
      {(list.isPending || (isEmpty && isExpected)) && <FlaggedSkeleton />}
      {list.error && !list.data && <LoadFailure error={list.error} onRetry={() => list.refetch()} />}
      {isEmpty && !isExpected && <EmptyState title={query ? messages.noMatch : EMPTY[filter]} />}
      <div className="grid content-start gap-4">
        {shown.map((entry) => (
          <Entry
            key={entry.card.id}
            entry={entry}
            filter={filter}
            own={own.get(entry.card.id)}
            onDecide={(decision) => decide(entry.card, decision)}
            onUndo={(decisionId) => undo(entry.card.id, decisionId)}
          />
        ))}
      </div>
      <div className="mt-7 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft text-sm">
        <MoreButton list={list} size="lg" />
        <p role="status">{describeRest()}</p>
      </div>
    </section>
  )
}

type EntryProps = {
  entry: Shown
  filter: FlagFilter
  own: OwnDecision | undefined
  onDecide: Parameters<typeof FlaggedCardView>[0]['onDecide']
  onUndo: (decisionId: number) => void
}

/** This moderator's decision while it is current: not reported again, and not undone elsewhere. */
function standing({ card }: Shown, own: OwnDecision | undefined): OwnDecision | undefined {
  return own && !own.sending && card.state === 'pending' && card.version > own.version ? undefined : own
}

/** Whether an entry matches the filter, or is only the line of a decided card. */
function isIn(filter: FlagFilter, entry: Shown, own: OwnDecision | undefined): boolean {
  const state = standing(entry, own)?.decision ?? entry.card.state
  return !entry.gone && state !== 'deleted' && (filter === 'all' || state === filter)
}

/** A card, or the line that replaces it after a decision when the filter shows other cards. */
function Entry({ entry, filter, own, onDecide, onUndo }: EntryProps) {
  const { card, gone } = entry
  const mine = standing(entry, own)
  if (mine?.decision === 'deleted' || (mine && filter !== 'all' && filter !== mine.decision))
    return <DecidedRow card={card} gone={gone} own={mine} onUndo={onUndo} />
  // In progress, or answered and not refetched yet.
  const ahead = mine && (mine.sending || card.version < mine.version)
  const expected: FlaggedCard = ahead ? { ...card, state: mine.decision, decision: null } : card
  return (
    <FlaggedCardView
      card={expected}
      gone={gone}
      filter={filter}
      sending={mine?.sending ?? false}
      onDecide={onDecide}
      onUndo={onUndo}
    />
  )
}

/** Skeletons of three cards (section 9). */
function FlaggedSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{messages.loadingFlaggedContent}</span>
      {['first', 'second', 'third'].map((card) => (
        <div key={card} className="card grid gap-4 p-5 md:p-6" data-skeleton="flagged" aria-hidden="true">
          <Skeleton className="h-4 w-48 max-w-full" />
          <Skeleton className="h-6 w-full max-w-xl" />
          <Skeleton className="h-4 w-2/3 max-w-sm" />
          <Skeleton className="mt-3 h-8.5 w-44" />
        </div>
      ))}
    </div>
  )
}
