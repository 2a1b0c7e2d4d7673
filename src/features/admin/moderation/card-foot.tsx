import { type ReactNode, useId } from 'react'
import * as messages from '#messages/moderation.js'
import { Button } from '~/components/ui/button'
import type { Decision, FlaggedCard, FlaggedGone } from './flagged-data'
import { decisionMessage, removalMessage } from './moderation-messages'
import { cardElementId, type OwnDecision } from './use-decide'

type Props = {
  card: FlaggedCard
  gone: FlaggedGone | undefined
  sending: boolean
  onDecide: (decision: Decision) => void
  onUndo: (decisionId: number) => void
}

/** The foot of a card: the three decisions while it is pending (section 4), else the decision made. */
export function CardFoot({ card, gone, sending, onDecide, onUndo }: Props) {
  if (gone)
    return (
      <Foot>
        <span>{removalMessage(gone)}</span>
        <UndoButton id={gone.undo} onUndo={onUndo} />
      </Foot>
    )
  if (card.state !== 'pending') {
    const undoable = card.decision?.undoable_until && !sending ? card.decision.id : null
    return (
      <Foot>
        {card.decision && <span>{decisionMessage(card)}</span>}
        <UndoButton id={undoable} onUndo={onUndo} />
      </Foot>
    )
  }
  if (card.for_another) {
    return <Foot>{messages.forAnother[card.for_another]}</Foot>
  }
  return <Decisions visible={card.visible} onDecide={onDecide} />
}

/** The buttons, each described by its effect on the recommendation: 'Approve' alone could mean the report. */
function Decisions({ visible, onDecide }: { visible: boolean; onDecide: Props['onDecide'] }) {
  return (
    <Foot>
      <div className="grid grid-cols-[auto_auto] gap-x-4 sm:gap-x-8">
        <Choice
          label={messages.approve}
          effect={visible ? messages.keepsItVisible : messages.showsItAgain}
          onChoose={() => onDecide('approved')}
        />
        <Choice
          label={messages.reject}
          look="quiet"
          effect={visible ? messages.hidesIt : messages.keepsItHidden}
          onChoose={() => onDecide('rejected')}
        />
      </div>
      <Choice
        label={messages.deleteLabel}
        look="severe"
        effect={messages.removesIt}
        onChoose={() => onDecide('deleted')}
      />
    </Foot>
  )
}

type ChoiceProps = {
  label: string
  effect: string
  look?: 'solid' | 'quiet' | 'severe'
  onChoose: () => void
}

function Choice({ label, effect, look = 'solid', onChoose }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex flex-col items-center gap-1.5 sm:flex-row sm:gap-2.5">
      <Button
        size="sm"
        variant={look === 'severe' ? 'quiet' : look}
        className={`max-sm:w-full ${look === 'severe' ? 'text-bad!' : ''}`}
        aria-describedby={id}
        onClick={onChoose}
      >
        {label}
      </Button>
      <span id={id} className="text-[13px] text-ink-faint">
        {effect}
      </span>
    </div>
  )
}

function Foot({ children }: { children: ReactNode }) {
  return (
    <footer className="flex min-h-[59px] flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t px-5 py-3 text-[13px] text-ink-soft md:px-6">
      {children}
    </footer>
  )
}

type DecidedRowProps = {
  card: FlaggedCard
  gone: FlaggedGone | undefined
  own: OwnDecision
  onUndo: (decisionId: number) => void
}

/** Replaces a card this moderator has just decided and the filter no longer shows: one line with the undo. */
export function DecidedRow({ card, gone, own, onUndo }: DecidedRowProps) {
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
        <span className="font-medium text-ink">{messages.decided[own.decision]}</span>
        {' · '}
        <span dir="auto">{card.tool_name}</span>
        {messages.byWriter({ writer: card.writer })}
      </p>
      <UndoButton id={undo} onUndo={onUndo} />
    </article>
  )
}

/** The id to undo the decision by, while that is possible. */
function undoOf(card: FlaggedCard, gone: FlaggedGone | undefined, own: OwnDecision) {
  if (own.decision === 'deleted') return gone ? gone.undo : (own.undo ?? null)
  return card.decision?.mine && card.decision.undoable_until ? card.decision.id : null
}

/** The undo of the decision `id`, where there is one. */
function UndoButton({ id, onUndo }: { id: number | null; onUndo: (decisionId: number) => void }) {
  return (
    id !== null && (
      <Button variant="quiet" size="sm" onClick={() => onUndo(id)}>
        {messages.undo}
      </Button>
    )
  )
}
