import { useId } from 'react'
import { Button } from '~/components/ui/button'
import type { FlaggedCard } from './flagged-data'
import { cardElementId, type OwnDecision } from './use-decide'

type Props = { card: FlaggedCard; own: OwnDecision; onUndo: (decisionId: number) => void }

const LABELS = { approved: 'Approved', rejected: 'Rejected', deleted: 'Deleted' }

/** What is left of a card this moderator has just decided about, where the filter shows others: one line, and the undo. */
export function DecidedRow({ card, own, onUndo }: Props) {
  const id = useId()
  const undoable =
    !own.sending && card.decision?.mine && card.decision.undoable_until ? card.decision : undefined
  return (
    <article
      id={cardElementId(card.id)}
      tabIndex={-1}
      aria-labelledby={id}
      className="flex min-h-[59px] flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-line border-dashed px-5 py-2.5 text-ink-soft text-sm md:px-6"
    >
      <p id={id} className="min-w-0">
        <span className="font-medium text-ink">{LABELS[own.decision]}</span>
        {` · ${card.tool_name} by @${card.writer}`}
      </p>
      {undoable && (
        <Button variant="quiet" size="sm" onClick={() => onUndo(undoable.id)}>
          Undo
        </Button>
      )}
    </article>
  )
}
