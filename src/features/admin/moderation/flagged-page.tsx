import type { User } from '@supabase/auth-js'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useMemo } from 'react'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { MoreButton } from '~/components/ui/more-button'
import { SearchField } from '../search-field'
import { DecidedRow } from './decided-row'
import { FlagFilters } from './flag-filters'
import { FlaggedCardView } from './flagged-card'
import type { FlaggedCard } from './flagged-data'
import { FlaggedSkeleton } from './flagged-skeleton'
import type { FlagFilter, FlagsSearch } from './flags-search'
import { KeepPlace } from './keep-place'
import { cardElementId, type OwnDecision, useDecide } from './use-decide'
import { type Shown, useFlaggedList } from './use-flagged-list'
import { useUnseen } from './use-unseen'

type Props = {
  user: User
  search: FlagsSearch
  /** `typing`: one of many on the way to a search, not a step to come back to. */
  onSearch: (search: FlagsSearch, typing: boolean) => void
}

const EMPTY: Record<FlagFilter, string> = {
  pending: 'Nothing waits for a decision.',
  approved: 'No approved recommendations.',
  rejected: 'No rejected recommendations.',
  all: 'Nothing has been reported.',
}

/** Section 2, Flags page: what was reported, to search, filter and decide about. */
export function FlaggedPage({
  user,
  search: { status: filter = 'pending', q: query = '' },
  onSearch,
}: Props) {
  const selection = useMemo(() => ({ userId: user.id, filter, query }), [user.id, filter, query])
  const flagged = useFlaggedList(selection)
  const { list, shown } = flagged
  const { own, decide, undo, forget } = useDecide(flagged)
  const { unseen, see } = useUnseen(flagged.ids)

  function change(search: FlagsSearch, typing: boolean) {
    forget()
    flagged.forgetOthers()
    onSearch(search, typing)
  }

  function goToUnseen() {
    const card = document.getElementById(cardElementId(unseen[0] ?? ''))
    see()
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'start' })
  }

  return (
    <section aria-labelledby="flagged-content">
      <h2 id="flagged-content" className="display text-[26px]">
        Flagged Content
      </h2>
      <div className="mt-5 mb-6 flex flex-wrap items-center gap-3">
        <div className="flex grow basis-72">
          <SearchField
            label="Search flagged content"
            placeholder="Search by text, report, person or tool"
            value={query}
            onSearch={(q) => change({ status: filter, q }, true)}
          />
        </div>
        <FlagFilters
          selected={filter}
          counts={flagged.counts}
          onSelect={(status) => change({ status, q: query }, false)}
        />
      </div>
      <div role="status" className="sticky top-19 z-10 flex justify-center">
        {unseen.length > 0 && (
          <Button variant="accent" onClick={goToUnseen} className="mb-4 shadow-float">
            <ArrowUp size={16} aria-hidden="true" />
            {unseen.length === 1 ? '1 new report above' : `${unseen.length} new reports above`}
          </Button>
        )}
        {flagged.outdated && list.data && (
          <p className="mb-4 text-[13px] text-bad">
            Could not be refreshed just now. What you see may be out of date.
          </p>
        )}
      </div>
      {list.isPending && <FlaggedSkeleton />}
      {list.error && !list.data && <LoadFailure error={list.error} onRetry={() => list.refetch()} />}
      {list.data && shown.length === 0 && (
        <EmptyState title={query ? 'No flagged content matches your search.' : EMPTY[filter]} />
      )}
      <KeepPlace key={`${filter} ${query}`} className="grid content-start gap-4">
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
      </KeepPlace>
      <MoreButton list={list} size="lg" className="mt-7" />
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

/** A card, or what is left of it once this moderator decided and the filter shows others. */
function Entry({ entry: { card, gone }, filter, own, onDecide, onUndo }: EntryProps) {
  // Reported again, or undone elsewhere, since it was decided here.
  const reopened = own && !own.sending && card.state === 'pending' && card.version > own.version
  const mine = reopened ? undefined : own
  if (mine?.decision === 'deleted' || (mine && filter !== 'all' && filter !== mine.decision))
    return <DecidedRow card={card} gone={gone} own={mine} onUndo={onUndo} />
  // On its way, or answered and not read yet.
  const ahead = mine && (mine.sending || card.version < mine.version)
  const expected: FlaggedCard = ahead ? { ...card, state: mine.decision, decision: null } : card
  return (
    <FlaggedCardView
      card={expected}
      gone={gone}
      sending={mine?.sending ?? false}
      onDecide={onDecide}
      onUndo={onUndo}
    />
  )
}
