import type { ReactNode } from 'react'
import { Reason } from '~/components/reason'
import { formatDay, toMachineTime } from '~/lib/dates'
import { RECOMMENDATION_BOX } from './recommendations-skeleton'
import { OWN_RECOMMENDATION } from './upvote-provider'

type Props = {
  reason: string
  created_at: string
  writer: string
  writerId?: string
  /** Marks the person's own; at most one. */
  isOwn?: boolean
  /** Shown at the end of the line below the text. */
  children?: ReactNode
}

/** A reason, set as a quotation, with author and date below. */
export function Quotation({ reason, created_at, writer, writerId, isOwn = false, children }: Props) {
  return (
    <Reason
      size="page"
      reason={reason}
      id={isOwn ? OWN_RECOMMENDATION : undefined}
      tabIndex={isOwn ? -1 : undefined}
      className={`${RECOMMENDATION_BOX} ${isOwn ? 'own-recommendation' : ''}`}
    >
      <span id={writerId} dir="auto" className="font-medium text-ink-soft">
        {writer}
      </span>
      <span aria-hidden="true">·</span>
      <time dateTime={toMachineTime(created_at)}>{formatDay(created_at)}</time>
      {children}
    </Reason>
  )
}
