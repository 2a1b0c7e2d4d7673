import type { ReactNode } from 'react'
import { EditedMark } from '~/components/edited-mark'
import { Reason } from '~/components/reason'
import { Signature } from '~/components/signature'
import { formatDay, toMachineTime } from '~/lib/dates'
import { OWN_RECOMMENDATION } from '~/lib/own-recommendation'
import { RECOMMENDATION_BOX } from './recommendations-skeleton'

type Props = {
  item: {
    reason: string
    author_role: string | null
    used_for: string | null
    created_at: string
    edited_at: string | null
  }
  writer: ReactNode
  writerId?: string
  /** Marks the person's own; at most one. */
  isOwn?: boolean
  /** Set large, as what opens the page. */
  leads?: boolean
  /** Shown at the end of the line below the text. */
  children?: ReactNode
  /** Shown below it. */
  answer?: ReactNode
}

/** Highlights the person's own when the URL or the upvote control leads to it. */
const OWN =
  'relative isolate focus:outline-none focus:before:absolute focus:before:-inset-x-3.5 focus:before:-inset-y-4.5 focus:before:-z-1 focus:before:rounded-card focus:before:bg-accent-soft focus-visible:before:outline-2 focus-visible:before:outline-ink'

/** A reason, set as a quotation, with author and date below. */
export function Quotation({ item, writer, writerId, isOwn = false, leads = false, children, answer }: Props) {
  const { reason, created_at, edited_at } = item
  return (
    <div className={RECOMMENDATION_BOX}>
      <Reason
        size={leads ? 'lead' : 'page'}
        reason={reason}
        id={isOwn ? OWN_RECOMMENDATION : undefined}
        tabIndex={isOwn ? -1 : undefined}
        className={isOwn ? OWN : ''}
      >
        <Signature writer={writer} writerId={writerId} item={item} />
        <span aria-hidden="true">·</span>
        <time dateTime={toMachineTime(created_at)}>{formatDay(created_at)}</time>
        <EditedMark at={edited_at} />
        {children}
      </Reason>
      {answer}
    </div>
  )
}
