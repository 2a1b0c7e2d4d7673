import { type ReactNode, useState } from 'react'
import * as messages from '#messages/inbox.js'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { SelectBox } from '../select-box'
import { useSelection } from '../use-selection'
import { useCursor } from './use-cursor'
import { cardElementId } from './use-decide'
import { useKeys } from './use-keys'

type Options<Row, Decision extends string> = {
  /** Of all rows, in order. */
  ids: readonly string[]
  /** The rows this person can decide. */
  decidable: readonly Row[]
  decisions: readonly { decision: Decision; label: string; letter: string }[]
  /** Resolves to something if it was sent. */
  decide: (rows: readonly Row[], decision: Decision, reason: string) => Promise<unknown>
  /** Further keys, given the current row. */
  keys: Readonly<Record<string, (current: string | undefined) => unknown>>
  /** Whether these rows may be closed or decided, where that has to be asked: what is typed in one would be lost. */
  mayLeave?: (ids: readonly string[]) => Promise<boolean> | undefined
}

/** What a row shows of itself, and what may be done with it. */
export type InboxRowState<Decision extends string> = {
  isCurrent: boolean
  isOpen: boolean
  reason: string
  /** Nothing where it is not to be decided by this person. */
  select: ReactNode
  onFocus: () => void
  onToggle: () => void
  onReason: (reason: string) => void
  onDecide: (decision: Decision) => void
}

/** The rows of an inbox: opened, selected, decided one or several at once, by pointer or with keys. */
export function useInbox<Row extends { id: string; name: string }, Decision extends string>({
  ids,
  decidable,
  decisions,
  decide,
  keys,
  mayLeave,
}: Options<Row, Decision>) {
  /** Of the selected ones. */
  const [reason, setReason] = useState('')
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [isHelpOpen, setHelpOpen] = useState(false)
  const picked = useSelection(decidable)
  const cursor = useCursor(ids)
  const reasonOf = (id: string) => reasons.get(id) ?? ''
  const rowOf = (id: string | undefined) => decidable.find((row) => row.id === id)

  /** At once, where nothing has to be asked. */
  async function leave(left: readonly string[], then: () => unknown): Promise<void> {
    const question = mayLeave?.(left)
    if (!question || (await question)) then()
  }

  const toggle = (id: string) =>
    leave([id], () => {
      const next = new Set(opened)
      if (!next.delete(id)) next.add(id)
      setOpened(next)
    })

  const decideOne = (row: Row, decision: Decision, before?: () => void) =>
    leave([row.id], () => {
      before?.()
      void decide([row], decision, reasonOf(row.id))
    })

  function decidePicked(decision: Decision) {
    const { rows } = picked
    const pickedIds = rows.map(({ id }) => id)
    return leave(pickedIds, async () => {
      if (!(await decide(rows, decision, reason))) return
      picked.remove(pickedIds)
      setReason((now) => (now === reason ? '' : now))
    })
  }

  /** The reason was for those who were selected. */
  function clear() {
    picked.clear()
    setReason('')
  }

  /** Several are selected, or the current one; then the next is current. */
  function decideByKey(decision: Decision) {
    const row = rowOf(cursor.current)
    if (picked.rows.length > 0) void decidePicked(decision)
    else if (row) void decideOne(row, decision, () => cursor.move(1, true))
    else if (cursor.current === undefined) cursor.move(1)
  }

  const { areOn, setOn } = useKeys({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    ...Object.fromEntries(decisions.map(({ decision, letter }) => [letter, () => decideByKey(decision)])),
    x: () => {
      const row = rowOf(cursor.current)
      if (row) picked.onSelect(row, false)
    },
    o: () => cursor.current !== undefined && toggle(cursor.current),
    '?': () => setHelpOpen(true),
    ...Object.fromEntries(Object.entries(keys).map(([key, act]) => [key, () => act(cursor.current)])),
  })

  return {
    stateOf(id: string): InboxRowState<Decision> {
      const row = rowOf(id)
      return {
        isCurrent: id === cursor.current,
        isOpen: opened.has(id),
        reason: reasonOf(id),
        select: row && <SelectBox row={row} selection={picked} />,
        onFocus: () => cursor.set(id),
        onToggle: () => void toggle(id),
        onReason: (reason) => setReasons(new Map(reasons).set(id, reason)),
        onDecide: (decision) => row && void decideOne(row, decision),
      }
    },
    /** For another list. */
    reset() {
      clear()
      cursor.reset()
    },
    /** A reason is given for what is not decided yet. */
    isUnsaved:
      (picked.rows.length > 0 && reason.trim() !== '') ||
      decidable.some(({ id }) => reasonOf(id).trim() !== ''),
    openHelp: () => setHelpOpen(true),
    help: isHelpOpen && {
      ...{ areOn, onSetOn: setOn, onClose: () => setHelpOpen(false) },
      keys: [
        ...decisions.map(({ letter, label }) => [letter.toUpperCase(), label] as const),
        // Only one of the two inboxes has P, which opens its author.
        ...Object.entries(messages.keys).filter(([key]) => key !== 'P' || 'p' in keys),
      ],
    },
    selectionBar: picked.rows.length > 0 && {
      ...{ decisions, reason, onReason: setReason },
      selection: { rows: picked.rows, total: picked.total, selectAll: picked.selectAll },
      onClear() {
        clear()
        focusOnceLost(() => document.getElementById(cardElementId(cursor.current ?? ids[0] ?? '')))
      },
      onDecide: (decision: Decision) => void decidePicked(decision),
    },
  }
}
