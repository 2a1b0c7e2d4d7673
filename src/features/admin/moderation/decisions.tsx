import { useId } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/moderation.js'
import { Button } from '~/components/ui/button'
import type { FlaggedCard, FlaggedGone } from './flagged-data'
import { decisionMessage, removalMessage } from './moderation-messages'

type Props<Decision extends string> = {
  decisions: readonly { decision: Decision; label: string; letter: string }[]
  /** What each would do, where its name does not say it. */
  effects?: Readonly<Record<Decision, string>>
  busy?: boolean
  onDecide: (decision: Decision) => void
}

/** The decisions about a row, none more prominent than another. */
export function Decisions<Decision extends string>({ decisions, effects, busy, onDecide }: Props<Decision>) {
  const id = useId()
  return (
    <div className="relative z-1 flex flex-wrap gap-1.5 max-md:*:grow lg:flex-nowrap">
      {decisions.map(({ decision, label, letter }) => (
        <div key={decision} className="grid">
          <Button
            size="sm"
            variant="quiet"
            busy={busy}
            aria-describedby={effects && id + decision}
            aria-keyshortcuts={letter}
            title={effects?.[decision]}
            className="bg-surface! px-2.5!"
            onClick={({ detail }) => {
              // The second click of two quick ones would decide the row that has moved here.
              if (detail < 2) onDecide(decision)
            }}
          >
            {label}
          </Button>
          {effects && (
            <span id={id + decision} hidden>
              {effects[decision]}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

type OutcomeProps = {
  card: FlaggedCard
  gone: FlaggedGone | undefined
  undo: number | null
  onUndo: (decisionId: number) => void
}

/** Instead of the decisions: which one was made and by whom, or who has to make it. */
export function CaseOutcome({ card, gone, undo, onUndo }: OutcomeProps) {
  const isForAnother = !gone && card.state === 'pending' && card.for_another
  return (
    <div className="relative z-1 grid justify-items-start gap-1.5 text-[13px] text-ink-soft leading-5">
      {gone ? (
        <p>{removalMessage(gone)}</p>
      ) : (
        <>
          {isForAnother && <p>{messages.forAnother[isForAnother]}</p>}
          {card.state !== 'pending' && card.decision && <p>{decisionMessage(card)}</p>}
          {card.state !== 'pending' && card.decision?.reason && (
            <p dir="auto" className="text-ink-faint">
              <q>{card.decision.reason}</q>
            </p>
          )}
        </>
      )}
      <UndoButton id={undo} onUndo={onUndo} />
    </div>
  )
}

/** The undo of the decision `id`, where there is one. */
export function UndoButton<Id extends string | number>({
  id,
  onUndo,
}: {
  id: Id | null
  onUndo: (decisionId: Id) => void
}) {
  return (
    id !== null && (
      <Button variant="quiet" size="sm" className="bg-surface!" onClick={() => onUndo(id)}>
        {common.undo}
      </Button>
    )
  )
}
