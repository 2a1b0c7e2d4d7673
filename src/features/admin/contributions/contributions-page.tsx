import { type ReactNode, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/contributions.js'
import type { Proposed } from '~/components/contributions/proposed-changes'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { MoreButton } from '~/components/ui/more-button'
import { SectionHeading } from '~/components/ui/section-heading'
import { confirmNavigation } from '~/lib/navigation-guard'
import { FilterButtons } from '../filter-buttons'
import { CasesSkeleton } from '../moderation/cases-skeleton'
import { DecidedTray } from '../moderation/decided-tray'
import { KeysButton, KeysDialog } from '../moderation/keys-dialog'
import { SelectionBar } from '../moderation/selection-bar'
import { useCursor } from '../moderation/use-cursor'
import { useKeys } from '../moderation/use-keys'
import { useSelection } from '../use-selection'
import { ContributionRow, DECISIONS, isUndoable, type Row } from './contribution-row'
import type { ContributionCard, ContributionDecision, ContributionFilter } from './contributions-data'
import { useContributions } from './use-contributions'

/** The form in which an editor changes what was sent in before accepting it. */
type Editor = (props: {
  card: ContributionCard
  busy: boolean
  /** `toolSeen`: the version of the tool the form shows. Resolves to whether it was accepted. */
  onAccept: (given: Proposed, toolSeen: string | undefined) => Promise<boolean>
  onCancel: () => void
}) => ReactNode

type Props = {
  userId: string
  filter: ContributionFilter
  onFilter: (filter: ContributionFilter) => void
  renderEditor: Editor
}

/** What members sent in: submissions, suggested changes and reported problems, decided one or several at once. */
export function ContributionsPage({ userId, filter, onFilter, renderEditor }: Props) {
  const { list, cards, gathered, decided, sending, decide, undo } = useContributions(userId, filter)
  /** Of the selected ones. */
  const [reason, setReason] = useState('')
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [edited, setEdited] = useState<string>()
  const [isHelpOpen, setHelpOpen] = useState(false)
  const named: Row[] = cards
    .filter(({ state, is_own }) => state === 'waiting' && !is_own)
    .map((card) => ({ ...card, name: card.tool?.name ?? card.subject }))
  const picked = useSelection(named)
  const cursor = useCursor(cards.map(({ id }) => id))
  const reasonOf = (id: string) => reasons.get(id) ?? ''

  /** Whether the editor could be closed: nothing is changed in it, or its loss is confirmed. */
  async function closeEditor(): Promise<boolean> {
    const mayClose = await confirmNavigation()
    if (mayClose) setEdited(undefined)
    return mayClose
  }

  async function toggle(id: string) {
    if (id === edited && !(await closeEditor())) return
    const next = new Set(opened)
    if (!next.delete(id)) next.add(id)
    setOpened(next)
  }

  async function edit(id: string) {
    if (await closeEditor()) setEdited(id)
  }

  async function decideOne(card: ContributionCard, decision: ContributionDecision) {
    if (card.id !== edited || (await closeEditor())) void decide([{ card }], decision, reasonOf(card.id))
  }

  async function decidePicked(decision: ContributionDecision) {
    if (picked.rows.some(({ id }) => id === edited) && !(await closeEditor())) return
    const wanted = picked.rows.map((card) => ({ card }))
    if (await decide(wanted, decision, reason)) {
      picked.remove(wanted.map(({ card }) => card.id))
      setReason((now) => (now === reason ? '' : now))
    }
  }

  async function acceptChanged(card: ContributionCard, given: Proposed, toolSeen: string | undefined) {
    const wanted = { card, given, ...(toolSeen !== undefined && { toolSeen }) }
    const outcomes = await decide([wanted], 'accepted', reasonOf(card.id))
    return outcomes?.every(({ outcome }) => outcome === 'done') === true
  }

  /** The reason was for those who were selected. */
  function clear() {
    picked.clear()
    setReason('')
  }

  /** Several are selected, or the current one; then the next is current. */
  async function decideByKey(decision: ContributionDecision) {
    if (picked.rows.length > 0) return void decidePicked(decision)
    const card = named.find(({ id }) => id === cursor.current)
    if (!card) return cursor.move(1)
    if (card.id === edited && !(await closeEditor())) return
    cursor.move(1, true)
    void decide([{ card }], decision, reasonOf(card.id))
  }

  const undoable = gathered.filter(isUndoable)
  const { areOn, setOn } = useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    a: () => decideByKey('accepted'),
    r: () => decideByKey('declined'),
    u: () => {
      const last = undoable.at(-1)
      if (last) undo([last.id])
    },
    x: () => {
      const row = named.find(({ id }) => id === cursor.current)
      if (row) picked.onSelect(row, false)
    },
    o: () => cursor.current !== undefined && toggle(cursor.current),
    '?': () => setHelpOpen(true),
  })

  return (
    <section aria-labelledby="submissions">
      <SectionHeading id="submissions">{messages.title}</SectionHeading>
      <div className="mt-4 flex flex-wrap items-center gap-2.5">
        <FilterButtons
          legend={common.show}
          choices={messages.states}
          value={filter.status}
          onChoose={(status) => onFilter({ ...filter, status })}
          className="flex grow md:grow-0"
        />
        <FilterButtons
          legend={messages.kind}
          choices={messages.kinds}
          value={filter.kind}
          onChoose={(kind) => onFilter({ ...filter, kind })}
          className="flex grow md:grow-0"
        />
        <KeysButton onOpen={() => setHelpOpen(true)} />
      </div>
      <div className="mt-4">
        {list.isPending && <CasesSkeleton />}
        {list.error && !list.data && <LoadFailure error={list.error} onRetry={() => list.refetch()} />}
        {list.data && cards.length === 0 && !list.hasNextPage && (
          <EmptyState title={messages.none[filter.status]} />
        )}
        {cards.length > 0 && (
          <div className="card overflow-clip">
            {cards.map((card) => (
              <ContributionRow
                key={card.id}
                card={card}
                isCurrent={card.id === cursor.current}
                isOpen={opened.has(card.id)}
                busy={sending.has(card.id)}
                reason={reasonOf(card.id)}
                selection={named.some(({ id }) => id === card.id) ? picked : undefined}
                onFocus={() => cursor.set(card.id)}
                onToggle={() => void toggle(card.id)}
                onReason={(reason) => setReasons(new Map(reasons).set(card.id, reason))}
                onDecide={(decision) => void decideOne(card, decision)}
                onUndo={() => undo([card.id])}
                onEdit={() => void edit(card.id)}
                editor={
                  edited === card.id
                    ? renderEditor({
                        card,
                        busy: sending.has(card.id),
                        onAccept: (given, toolSeen) => acceptChanged(card, given, toolSeen),
                        onCancel: () => void closeEditor(),
                      })
                    : undefined
                }
              />
            ))}
          </div>
        )}
      </div>
      <MoreButton list={list} size="lg" className="mt-5" />
      <div data-inbox-bar="" className="sticky bottom-3 z-10 mt-3 grid grid-cols-1 gap-2">
        <DecidedTray
          entries={gathered.map((card) => ({
            ...{
              id: card.id,
              name: card.tool?.name ?? card.subject,
              undo: isUndoable(card) ? card.id : null,
            },
            decided: card.state === 'accepted' ? messages.states.accepted : messages.states.declined,
            rest: messages.byMember({ name: `@${card.member.username}` }),
          }))}
          order={decided}
          onUndo={(undone) => undo(undone.map(({ id }) => id))}
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
        <KeysDialog keys={messages.keys} areOn={areOn} onSetOn={setOn} onClose={() => setHelpOpen(false)} />
      )}
    </section>
  )
}
