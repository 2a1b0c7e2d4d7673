import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import * as inbox from '#messages/inbox.js'
import { Input } from '~/components/ui/input'
import { DECISION_REASON_MAX } from './decide-data'
import { decisionReasonsQuery } from './decision-reasons-data'

type Props = {
  reason: string
  onReason: (reason: string) => void
  label?: string
  hint?: string
  /** Instead of those the owner set. */
  choices?: readonly string[]
  max?: number
}

/** A reason to give: one of the owner's, or written. */
export function ReasonChoice({
  reason,
  onReason,
  label = inbox.reasonForAuthor,
  hint = inbox.reasonHint,
  choices,
  max = DECISION_REASON_MAX,
}: Props) {
  const id = useId()
  const { data = inbox.reasons } = useQuery({ ...decisionReasonsQuery, enabled: choices === undefined })
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline gap-x-2.5">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        <span id={`${id}hint`} className="text-[13px] text-ink-faint">
          {hint}
        </span>
      </div>
      <div className="flex flex-wrap gap-1.5">
        {(choices ?? data).map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={reason === choice}
            onClick={() => onReason(reason === choice ? '' : choice)}
            className="min-h-8 rounded-full border border-line bg-surface px-3 text-[13px] text-ink-soft transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-ink pointer-coarse:min-h-11"
          >
            <bdi>{choice}</bdi>
          </button>
        ))}
      </div>
      <Input
        id={id}
        aria-describedby={`${id}hint`}
        value={reason}
        maxLength={max}
        placeholder={inbox.ownWords}
        autoComplete="off"
        className="max-w-xl md:text-sm"
        onChange={({ currentTarget }) => onReason(currentTarget.value)}
      />
    </div>
  )
}
