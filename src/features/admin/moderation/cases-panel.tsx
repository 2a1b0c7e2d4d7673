import { useMemo } from 'react'
import * as inbox from '#messages/inbox.js'
import * as messages from '#messages/moderation.js'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { MoreButton } from '~/components/ui/more-button'
import { formatNumber } from '../pager'
import { CaseRow, caseName } from './case-row'
import { CasesSkeleton } from './cases-skeleton'
import { DecidedTray } from './decided-tray'
import type { FlagsSearch, InboxTab } from './flags-search'
import { InboxFilters } from './inbox-filters'
import { DECISIONS, EMPTY } from './moderation-messages'
import { NewCases } from './new-cases'
import { InboxBar } from './selection-bar'
import { isGathered, isListed, standingOf, stateOf } from './standing'
import { useDecide } from './use-decide'
import { useFlaggedList, useRefill } from './use-flagged-list'
import { useInbox } from './use-inbox'

type Props = {
  userId: string
  kind: Exclude<InboxTab, 'alerts'>
  search: FlagsSearch
  onSearch: (change: FlagsSearch, typing: boolean) => void
  onPerson: (username: string) => void
}

/** Reported or appealed recommendations: filtered, read and decided, one or several at once. */
export function CasesPanel({ userId, kind, search, onSearch, onPerson }: Props) {
  const { status: filter = 'pending', q: query = '', order, member = '', tool = '' } = search
  const oldest = order === 'oldest'
  const selection = useMemo(
    () => ({ userId, kind, filter, query, oldest, member, tool }),
    [userId, kind, filter, query, oldest, member, tool],
  )
  const flagged = useFlaggedList(selection)
  const { list, shown } = flagged
  const { own, decide, undo, forget } = useDecide({ userId, ...flagged })
  const standing = shown.map((entry) => standingOf(entry, own.get(entry.card.id)))
  const rows = standing.filter((entry) => !isGathered(filter, entry))
  const gathered = standing.filter((entry) => isGathered(filter, entry))
  const cards = rows.map(({ card }) => card)
  const inList = rows.filter((entry) => isListed(filter, entry))
  const undecided = inList.filter(({ card }) => !card.for_another).length
  const isFiltered = query !== '' || member !== '' || tool !== ''
  const isEmpty = list.data !== undefined && shown.length === 0
  // Counted but not loaded yet: they come with the next refresh.
  const isExpected = (flagged.counts?.[filter] ?? 0) > 0
  useRefill(list, filter === 'pending' ? undecided : Number.POSITIVE_INFINITY)

  const decidedHere = [...own.keys()]
  const undoable = gathered.filter(({ undo: id }) => id !== null)
  const inboxState = useInbox({
    ids: cards.map(({ id }) => id),
    decidable: rows
      .filter((entry) => stateOf(entry) === 'pending' && !entry.gone && !entry.card.for_another)
      .map(({ card }) => ({ ...card, name: caseName(card) })),
    decisions: DECISIONS,
    decide: (cards, decision, reason) => decide(cards, { decision, reason }),
    keys: {
      u: () => {
        const latest = decidedHere.findLast((id) => undoable.some(({ card }) => card.id === id))
        const last = undoable.find(({ card }) => card.id === latest) ?? undoable.at(-1)
        if (last?.undo) undo([{ id: last.card.id, decisionId: last.undo }])
      },
      p: (current) => {
        const card = cards.find(({ id }) => id === current)
        if (card) onPerson(card.writer)
      },
    },
  })

  function change(next: FlagsSearch, typing: boolean) {
    forget()
    inboxState.reset()
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

  return (
    <>
      <InboxFilters
        search={search}
        counts={flagged.counts}
        toolName={cards.find(({ tool_slug }) => tool_slug === tool)?.tool_name ?? tool}
        onSearch={change}
        onKeys={inboxState.openHelp}
      />
      <NewCases flagged={flagged} isOutdated={flagged.outdated && list.data !== undefined} />
      {(list.isPending || (isEmpty && isExpected)) && <CasesSkeleton />}
      {list.error && !list.data && <LoadFailure error={list.error} onRetry={() => list.refetch()} />}
      {isEmpty && !isExpected && (
        <EmptyState
          title={isFiltered ? messages.noMatch : kind === 'appeals' ? inbox.noAppeals : EMPTY[filter]}
        />
      )}
      {rows.length > 0 && (
        <div className="card overflow-clip">
          {rows.map((entry) => (
            <CaseRow
              key={entry.card.id}
              entry={entry}
              filter={filter}
              {...inboxState.stateOf(entry.card.id)}
              onPerson={onPerson}
              onTool={() => change({ tool: entry.card.tool_slug }, false)}
              onUndo={(decisionId) => undo([{ id: entry.card.id, decisionId }])}
            />
          ))}
        </div>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft text-sm">
        <MoreButton list={list} size="lg" />
        <p role="status">{describeRest()}</p>
      </div>
      <InboxBar inbox={inboxState}>
        <DecidedTray
          entries={gathered.map(({ card, own, undo }) => ({
            ...{ id: card.id, name: card.tool_name, undo },
            decided: messages.decided[own?.decision ?? card.decision?.decision ?? 'deleted'],
            rest: messages.byWriter({ writer: card.writer }),
          }))}
          order={decidedHere}
          onUndo={undo}
        />
      </InboxBar>
    </>
  )
}
