import { useMemo, useState } from 'react'
import * as inbox from '#messages/inbox.js'
import * as messages from '#messages/moderation.js'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { MoreButton } from '~/components/ui/more-button'
import { formatNumber } from '../pager'
import { useSelection } from '../use-selection'
import { CaseRow } from './case-row'
import { CasesSkeleton } from './cases-skeleton'
import { DecidedTray } from './decided-tray'
import type { FlaggedCard } from './flagged-data'
import type { FlagsSearch, InboxTab } from './flags-search'
import { InboxFilters } from './inbox-filters'
import { KeysDialog } from './keys-dialog'
import { DECISIONS, type Decision, EMPTY } from './moderation-messages'
import { NewCases } from './new-cases'
import { SelectionBar } from './selection-bar'
import { isGathered, isListed, standingOf, stateOf } from './standing'
import { useCursor } from './use-cursor'
import { useDecide } from './use-decide'
import { useFlaggedList, useRefill } from './use-flagged-list'
import { useKeys } from './use-keys'

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

  /** Of the selected ones. */
  const [reason, setReason] = useState('')
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [isHelpOpen, setHelpOpen] = useState(false)
  const decidable = rows.filter(
    (entry) => stateOf(entry) === 'pending' && !entry.gone && !entry.card.for_another,
  )
  const named = decidable.map(({ card }) => ({
    ...card,
    name: `${card.tool_name} @${card.writer}`,
  }))
  const picked = useSelection(named)
  const cursor = useCursor(cards.map(({ id }) => id))

  const isDecidable = (id: string | undefined) => decidable.some(({ card }) => card.id === id)
  const reasonOf = (id: string) => reasons.get(id) ?? ''
  const toggle = (id: string) => {
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }

  function decideOne(card: FlaggedCard, decision: Decision) {
    void decide([card], { decision, reason: reasonOf(card.id) })
  }

  async function decidePicked(decision: Decision) {
    const cards = picked.rows
    if (await decide(cards, { decision, reason })) {
      picked.remove(cards.map(({ id }) => id))
      setReason((now) => (now === reason ? '' : now))
    }
  }

  /** The reason was for those who were selected. */
  function clear() {
    picked.clear()
    setReason('')
  }

  /** Several are selected, or the current one; then the next is current. */
  function decideByKey(decision: Decision) {
    if (picked.rows.length > 0) {
      void decidePicked(decision)
      return
    }
    const card = cards.find(({ id }) => id === cursor.current)
    if (!card) cursor.move(1)
    else if (isDecidable(card.id)) {
      cursor.move(1, true)
      decideOne(card, decision)
    }
  }

  const decidedHere = [...own.keys()]
  const undoable = gathered.filter(({ undo: id }) => id !== null)
  const { areOn, setOn } = useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    ...Object.fromEntries(DECISIONS.map(({ decision, letter }) => [letter, () => decideByKey(decision)])),
    u: () => {
      const latest = decidedHere.findLast((id) => undoable.some(({ card }) => card.id === id))
      const last = undoable.find(({ card }) => card.id === latest) ?? undoable.at(-1)
      if (last?.undo) undo([{ id: last.card.id, decisionId: last.undo }])
    },
    x: () => {
      const row = named.find(({ id }) => id === cursor.current)
      if (row) picked.onSelect(row, false)
    },
    o: () => cursor.current && toggle(cursor.current),
    p: () => {
      const card = cards.find(({ id }) => id === cursor.current)
      if (card) onPerson(card.writer)
    },
    '?': () => setHelpOpen(true),
  })

  function change(next: FlagsSearch, typing: boolean) {
    forget()
    clear()
    cursor.reset()
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
        onKeys={() => setHelpOpen(true)}
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
              isCurrent={entry.card.id === cursor.current}
              isOpen={opened.has(entry.card.id)}
              reason={reasonOf(entry.card.id)}
              selection={isDecidable(entry.card.id) ? picked : undefined}
              onFocus={() => cursor.set(entry.card.id)}
              onToggle={() => toggle(entry.card.id)}
              onReason={(reason) => setReasons(new Map(reasons).set(entry.card.id, reason))}
              onPerson={onPerson}
              onTool={() => change({ tool: entry.card.tool_slug }, false)}
              onDecide={(decision) => decideOne(entry.card, decision)}
              onUndo={(decisionId) => undo([{ id: entry.card.id, decisionId }])}
            />
          ))}
        </div>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 text-ink-soft text-sm">
        <MoreButton list={list} size="lg" />
        <p role="status">{describeRest()}</p>
      </div>
      <div data-inbox-bar="" className="sticky bottom-3 z-10 mt-3 grid grid-cols-1 gap-2">
        <DecidedTray
          entries={gathered.map(({ card, own, undo }) => ({
            ...{ id: card.id, name: card.tool_name, undo },
            decided: messages.decided[own?.decision ?? card.decision?.decision ?? 'deleted'],
            rest: messages.byWriter({ writer: card.writer }),
          }))}
          order={decidedHere}
          onUndo={undo}
        />
        {picked.rows.length > 0 && (
          <SelectionBar
            decisions={DECISIONS}
            count={picked.rows.length}
            total={named.length}
            onSelectAll={picked.selectAll}
            onClear={clear}
            reason={reason}
            onReason={setReason}
            onDecide={(decision) => void decidePicked(decision)}
          />
        )}
      </div>
      {isHelpOpen && (
        <KeysDialog keys={inbox.keys} areOn={areOn} onSetOn={setOn} onClose={() => setHelpOpen(false)} />
      )}
    </>
  )
}
