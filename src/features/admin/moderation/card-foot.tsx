import { type ReactNode, useState } from 'react'
import { DeleteUpvoteDialog } from '~/components/delete-upvote-dialog'
import { Button } from '~/components/ui/button'
import type { Decision, FlaggedCard, FlaggedGone } from './flagged-data'
import { sayEarlier, sayGone } from './sayings'

type Props = {
  card: FlaggedCard
  gone: FlaggedGone | undefined
  sending: boolean
  onDecide: (decision: Decision) => void
  onUndo: (decisionId: number) => void
}

/** The end of a card: the three decisions while it is pending (section 4), else what was decided. */
export function CardFoot({ card, gone, sending, onDecide, onUndo }: Props) {
  const [asking, setAsking] = useState(false)
  if (gone) return <Foot>{sayGone(gone)}</Foot>
  if (card.state !== 'pending') {
    const undoable = card.decision?.undoable_until ? card.decision : undefined
    return (
      <Foot>
        {card.decision && <span>{sayEarlier(card)}</span>}
        {undoable && !sending && (
          <Button variant="quiet" size="sm" onClick={() => onUndo(undoable.id)}>
            Undo
          </Button>
        )}
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
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
        className="-mr-3 text-bad!"
      >
        Delete
      </Button>
      {asking && (
        <DeleteUpvoteDialog
          what={`@${card.writer}'s upvote for ${card.tool_name}, with its reports`}
          onCancel={() => setAsking(false)}
          onDelete={() => {
            setAsking(false)
            onDecide('deleted')
          }}
        />
      )}
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
