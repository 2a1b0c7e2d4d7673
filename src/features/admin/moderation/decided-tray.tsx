import { useId } from 'react'
import * as inbox from '#messages/inbox.js'
import { Button } from '~/components/ui/button'
import { Disclosure } from '../disclosure'
import { UndoButton } from './decisions'
import { cardElementId } from './use-decide'

/** One decided case in words, and the id to undo the decision by, while that is possible. */
type DecidedEntry<Id> = { id: string; decided: string; name: string; rest: string; undo: Id | null }

type Props<Id> = {
  entries: readonly DecidedEntry<Id>[]
  /** The ids of the cases in the order in which they were decided here. */
  order: readonly string[]
  onUndo: (undone: readonly { id: string; decisionId: Id }[]) => void
}

/** Lines that are shown; older decisions can hardly be undone any more, but for all together. */
const SHOWN = 20

/** What this person has decided in this list: the last in full, the others behind their number; all can be undone. */
export function DecidedTray<Id extends string | number>({ entries, order, onUndo }: Props<Id>) {
  const place = new Map(order.map((id, index) => [id, index]))
  const [last, ...others] = entries.toSorted(
    (one, other) => (place.get(other.id) ?? -1) - (place.get(one.id) ?? -1),
  )
  if (!last) return null
  const undoable = entries.flatMap(({ id, undo }) => (undo === null ? [] : { id, decisionId: undo }))
  return (
    <section
      aria-label={inbox.decided}
      className="rounded-card border border-line-strong bg-surface px-4 py-2 text-sm shadow-float"
    >
      <DecidedRow entry={last} onUndo={onUndo} />
      {others.length > 0 && (
        <div className="relative mt-1 border-line border-t pt-1.5">
          <Disclosure summary={inbox.decidedCount({ count: entries.length })} className="[&>summary]:min-h-8">
            <div className="max-h-[40dvh] overflow-y-auto">
              {others.slice(0, SHOWN).map((entry) => (
                <DecidedRow key={entry.id} entry={entry} onUndo={onUndo} />
              ))}
            </div>
          </Disclosure>
          {undoable.length > 1 && (
            <Button
              variant="ghost"
              size="sm"
              className="absolute! end-0 top-1.5 h-8! px-2.5!"
              onClick={() => onUndo(undoable)}
            >
              {inbox.undoAll({ count: undoable.length })}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

/** One decided case in one line. */
function DecidedRow<Id extends string | number>({
  entry: { id: caseId, decided, name, rest, undo },
  onUndo,
}: {
  entry: DecidedEntry<Id>
  onUndo: Props<Id>['onUndo']
}) {
  const id = useId()
  return (
    <article
      id={cardElementId(caseId)}
      tabIndex={-1}
      aria-labelledby={id}
      className="flex min-h-[42px] items-center justify-between gap-x-4 rounded-lg text-ink-soft"
    >
      <p id={id} className="min-w-0 truncate">
        <span className="font-medium text-ink">{decided}</span>
        {' · '}
        <bdi>{name}</bdi>
        {rest}
      </p>
      <UndoButton id={undo} onUndo={(decisionId) => onUndo([{ id: caseId, decisionId }])} />
    </article>
  )
}
