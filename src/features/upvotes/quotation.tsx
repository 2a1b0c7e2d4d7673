import type { ReactNode } from 'react'
import { EditedMark } from '~/components/edited-mark'
import { Reason } from '~/components/reason'
import { formatDay, toMachineTime } from '~/lib/dates'
import { RECOMMENDATION_BOX } from './recommendations-skeleton'
import { OWN_RECOMMENDATION } from './upvote-provider'

type Props = {
  reason: string
  created_at: string
  edited_at: string | null
  writer: ReactNode
  writerId?: string
  /** Marks the person's own; at most one. */
  isOwn?: boolean
  /** Shown at the end of the line below the text. */
  children?: ReactNode
}

/** Highlights the person's own when the URL or the upvote control leads to it. */
const OWN =
  'relative isolate focus:outline-none focus:before:absolute focus:before:-inset-x-3.5 focus:before:inset-y-2 focus:before:-z-1 focus:before:rounded-card focus:before:bg-accent-soft focus-visible:before:outline-2 focus-visible:before:outline-ink'

/** A reason, set as a quotation, with author and date below. */
export function Quotation({
  reason,
  created_at,
  edited_at,
  writer,
  writerId,
  isOwn = false,
  children,
}: Props) {
  return (
    <Reason
      size="page"
      reason={reason}
      id={isOwn ? OWN_RECOMMENDATION : undefined}
      tabIndex={isOwn ? -1 : undefined}
      className={`${RECOMMENDATION_BOX} ${isOwn ? OWN : ''}`}
    >
      <span id={writerId} dir="auto" className="font-medium text-ink-soft">
        {writer}
      </span>
      <span aria-hidden="true">·</span>
      <time dateTime={toMachineTime(created_at)}>{formatDay(created_at)}</time>
      <EditedMark at={edited_at} />
      {children}
    </Reason>
  )
}
