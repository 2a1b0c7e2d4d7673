import { useId } from 'react'
import type { FlaggedCard, FlaggedGone } from './flagged-data'
import { UndoButton } from './undo-button'
import { cardElementId, type OwnDecision } from './use-decide'

type Props = {
  card: FlaggedCard
  gone: FlaggedGone | undefined
  own: OwnDecision
  onUndo: (decisionId: number) => void
}

const LABELS = { approved: 'Approved', rejected: 'Rejected', deleted: 'Deleted' }

/** What is left of a card this moderator has just decided about, where the filter shows others: one line, and the undo. */
export function DecidedRow({ card, gone, own, onUndo }: Props) {
  const id = useId()
  const undo = own.sending ? null : undoOf(card, gone, own)
  return (
    <article
      id={cardElementId(card.id)}
      tabIndex={-1}
      aria-labelledby={id}
      className="flex min-h-[59px] items-center justify-between gap-x-4 rounded-card border border-line border-dashed px-5 py-2.5 text-ink-soft text-sm md:px-6"
    >
      <p id={id} className="min-w-0">
        <span className="font-medium text-ink">{LABELS[own.decision]}</span>
        {' · '}
        <span dir="auto">{card.tool_name}</span>
        {` by @${card.writer}`}
      </p>
      <UndoButton id={undo} onUndo={onUndo} />
    </article>
  )
}

/** What the decision can be taken back by, as long as it can. */
function undoOf(card: FlaggedCard, gone: FlaggedGone | undefined, own: OwnDecision) {
  if (own.decision === 'deleted') return gone ? gone.undo : (own.undo ?? null)
  return card.decision?.mine && card.decision.undoable_until ? card.decision.id : null
}
