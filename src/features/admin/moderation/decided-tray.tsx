import { useId } from 'react'
import * as inbox from '#messages/inbox.js'
import * as messages from '#messages/moderation.js'
import { Button } from '~/components/ui/button'
import { Disclosure } from '../disclosure'
import { UndoButton } from './decisions'
import type { Standing } from './standing'
import { cardElementId, type Undo } from './use-decide'

type Props = {
  entries: readonly Standing[]
  /** The ids of the cases in the order in which they were decided here. */
  order: readonly string[]
  onUndo: (undone: readonly Undo[]) => void
}

/** Lines that are shown; older decisions can hardly be undone any more, but for all together. */
const SHOWN = 20

/** What this moderator has decided in this list: the last in full, the others behind their number; all can be undone. */
export function DecidedTray({ entries, order, onUndo }: Props) {
  const place = new Map(order.map((id, index) => [id, index]))
  const [last, ...others] = entries.toSorted(
    (one, other) => (place.get(other.card.id) ?? -1) - (place.get(one.card.id) ?? -1),
  )
  if (!last) return null
  const undoable = entries.flatMap(({ card, undo }) =>
    undo === null ? [] : { id: card.id, decisionId: undo },
  )
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
                <DecidedRow key={entry.card.id} entry={entry} onUndo={onUndo} />
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
function DecidedRow({ entry: { card, own, undo }, onUndo }: { entry: Standing; onUndo: Props['onUndo'] }) {
  const id = useId()
  const decision = own?.decision ?? card.decision?.decision ?? 'deleted'
  return (
    <article
      id={cardElementId(card.id)}
      tabIndex={-1}
      aria-labelledby={id}
      className="flex min-h-[42px] items-center justify-between gap-x-4 rounded-lg text-ink-soft"
    >
      <p id={id} className="min-w-0 truncate">
        <span className="font-medium text-ink">{messages.decided[decision]}</span>
        {' · '}
        <bdi>{card.tool_name}</bdi>
        {messages.byWriter({ writer: card.writer })}
      </p>
      <UndoButton id={undo} onUndo={(decisionId) => onUndo([{ id: card.id, decisionId }])} />
    </article>
  )
}
