import type { ReactNode } from 'react'
import { Button } from '~/components/ui/button'
import type { Decision, FlaggedCard, FlaggedGone } from './flagged-data'
import { sayEarlier, sayGone } from './sayings'
import { UndoButton } from './undo-button'

type Props = {
  card: FlaggedCard
  gone: FlaggedGone | undefined
  sending: boolean
  onDecide: (decision: Decision) => void
  onUndo: (decisionId: number) => void
}

/** The end of a card: the three decisions while it is pending (section 4), else what was decided. */
export function CardFoot({ card, gone, sending, onDecide, onUndo }: Props) {
  if (gone)
    return (
      <Foot>
        <span>{sayGone(gone)}</span>
        <UndoButton id={gone.undo} onUndo={onUndo} />
      </Foot>
    )
  if (card.state !== 'pending') {
    const undoable = card.decision?.undoable_until && !sending ? card.decision.id : null
    return (
      <Foot>
        {card.decision && <span>{sayEarlier(card)}</span>}
        <UndoButton id={undoable} onUndo={onUndo} />
      </Foot>
    )
  }
  if (card.for_another) {
    return (
      <Foot>
        Another administrator decides about the answer: you rejected this recommendation, or you wrote it.
      </Foot>
    )
  }
  return (
    <Foot>
      <span className="flex gap-2.5">
        <Button size="sm" onClick={() => onDecide('approved')}>
          Approve
        </Button>
        <Button variant="quiet" size="sm" onClick={() => onDecide('rejected')}>
          Reject
        </Button>
      </span>
      <Button variant="ghost" size="sm" onClick={() => onDecide('deleted')} className="-mr-3 text-bad!">
        Delete
      </Button>
    </Foot>
  )
}

function Foot({ children }: { children: ReactNode }) {
  return (
    <footer className="flex min-h-[59px] flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-5 py-3 text-[13px] text-ink-soft md:px-6">
      {children}
    </footer>
  )
}
