import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import * as messages from '#messages/moderation.js'
import { Reason } from '~/components/reason'
import { Badge } from '~/components/ui/badge'
import { ago } from '~/lib/ago'
import { formatDay, toMachineTime } from '~/lib/dates'
import { CardFoot } from './card-foot'
import { FlagReports } from './flag-reports'
import type { Decision, FlaggedCard, FlaggedGone } from './flagged-data'
import type { FlagFilter } from './flags-search'
import { decisionMessage } from './moderation-messages'
import { cardElementId } from './use-decide'

type Props = {
  card: FlaggedCard
  gone: FlaggedGone | undefined
  /** The current filter: the state all cards share is not repeated on each. */
  filter: FlagFilter
  /** This moderator's decision in progress. */
  sending: boolean
  onDecide: (decision: Decision) => void
  onUndo: (decisionId: number) => void
}

/** One reported recommendation (section 2): text, author, tool, reports, and actions. */
export function FlaggedCardView({ card, gone, filter, sending, onDecide, onUndo }: Props) {
  const id = useId()
  const [toolId, writerId] = [`${id}tool`, `${id}writer`]
  const over = gone !== undefined
  return (
    <article
      id={cardElementId(card.id)}
      tabIndex={-1}
      aria-labelledby={`${toolId} ${writerId}`}
      aria-busy={sending || undefined}
      className="card scroll-mt-24 outline-none focus-visible:outline-2"
    >
      <div className={`grid gap-5 p-5 md:p-6 ${over ? 'opacity-60' : ''}`}>
        <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
          <h3 className="flex min-w-0 flex-wrap gap-x-3 text-[15px]">
            <Link
              id={toolId}
              dir="auto"
              to="/tools/$slug"
              params={{ slug: card.tool_slug }}
              className="rounded-md font-medium hover:underline"
            >
              {card.tool_name}
            </Link>
            <span id={writerId} dir="auto" className="text-ink-soft">
              @{card.writer}
            </span>
          </h3>
          {over && <Badge>{messages.gone}</Badge>}
          {!over && card.state !== filter && (
            <Badge look={card.state === 'pending' ? 'accent' : 'plain'}>{messages.filters[card.state]}</Badge>
          )}
        </header>
        <div className="grid gap-5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:gap-8">
          <div className="grid content-start gap-5">
            <Reason size="page" reason={card.reason}>
              <time dateTime={toMachineTime(card.created_at)}>{formatDay(card.created_at)}</time>
              <span>{card.visible ? messages.visibleToEveryone : messages.hidden}</span>
            </Reason>
            <Appeal card={card} />
            {/* When the appeal is the reason that they cannot decide, the end of the card says so already. */}
            {card.state === 'pending' && card.decision && !over && card.for_another !== 'appeal' && (
              <p className="text-[13px] text-ink-faint">
                {messages.decidedBefore({ decision: decisionMessage(card) })}
              </p>
            )}
          </div>
          <FlagReports card={card} />
        </div>
      </div>
      <CardFoot card={card} gone={gone} sending={sending} onDecide={onDecide} onUndo={onUndo} />
    </article>
  )
}

/** The author's appeal against the rejection. */
function Appeal({ card: { appeal } }: { card: FlaggedCard }) {
  if (!appeal) return null
  return (
    <section className="rounded-control bg-accent-soft px-4 py-3.5" aria-label={messages.authorsAppeal}>
      <h4 className="font-medium text-[13px]">{messages.authorsAppeal}</h4>
      <p dir="auto" className="mt-1 max-w-[68ch] whitespace-pre-line text-pretty leading-normal">
        {appeal.reason}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-3 text-[13px] text-ink-soft">
        <span>{ago(appeal.created_at)}</span>
        {appeal.status !== 'pending' && <span>{messages.filters[appeal.status]}</span>}
      </p>
    </section>
  )
}
