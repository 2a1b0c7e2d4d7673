import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import * as inbox from '#messages/inbox.js'
import * as messages from '#messages/moderation.js'
import { editedAgo } from '#messages/recommendations.js'
import { Ago } from '~/components/ago'
import { Reason } from '~/components/reason'
import { Badge } from '~/components/ui/badge'
import { ago } from '~/lib/ago'
import { formatDay, toMachineTime } from '~/lib/dates'
import { CaseOutcome, Decisions } from './decisions'
import { FlagReports } from './flag-reports'
import type { FlaggedCard } from './flagged-data'
import type { FlagFilter } from './flags-search'
import { FormerTexts } from './former-texts'
import { InboxRow } from './inbox-row'
import { DECISIONS, type Decision, decisionMessage, effectsOf } from './moderation-messages'
import { PersonButton } from './person-button'
import { ReasonChoice } from './reason-choice'
import type { Standing } from './standing'
import type { InboxRowState } from './use-inbox'

type Props = InboxRowState<Decision> & {
  entry: Standing
  /** The current filter: the state all cards share is not repeated on each. */
  filter: FlagFilter
  onPerson: (username: string) => void
  onTool: () => void
  onUndo: (decisionId: number) => void
}

/** One reported recommendation (section 2): text, author, tool, reports, and actions, in a row that opens in place. */
export function CaseRow(props: Props) {
  const { entry, filter, isOpen, onPerson } = props
  const { card: read, gone, own } = entry
  // In progress, or answered and not refetched yet.
  const state = own && own.decision !== 'deleted' ? own.decision : undefined
  const isAhead = own && (own.sending || read.version < own.version)
  const card: FlaggedCard = isAhead && state ? { ...read, state, decision: null } : read
  const id = useId()
  const [toolId, writerId] = [`${id}tool`, `${id}writer`]
  const effects = effectsOf(card.visible)
  const isOver = gone !== undefined
  const isOpenCase = card.state === 'pending' && !isOver && !card.for_another
  return (
    <InboxRow
      id={card.id}
      labelledBy={`${toolId} ${writerId}`}
      name={caseName(card)}
      busy={own?.sending}
      state={props}
      columns="lg:grid-cols-[auto_minmax(0,11fr)_minmax(0,8fr)_auto_auto]"
      details={
        <>
          {isOpenCase && (
            <>
              <ReasonChoice reason={props.reason} onReason={props.onReason} />
              <dl className="flex flex-wrap gap-x-5 gap-y-1 text-[13px] text-ink-faint">
                {DECISIONS.map(({ decision, label }) => (
                  <div key={decision} className="flex gap-x-1.5">
                    <dt className="font-medium text-ink-soft">{label}:</dt>
                    <dd>{effects[decision]}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
          <p className="flex flex-wrap gap-x-5 gap-y-1 text-[13px]">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onPerson(card.writer)}
              className="link min-h-6 pointer-coarse:min-h-11"
            >
              {inbox.aboutMember({ name: `@${card.writer}` })}
            </button>
            <button type="button" onClick={props.onTool} className="link min-h-6 pointer-coarse:min-h-11">
              {inbox.onlyTool({ name: card.tool_name })}
            </button>
          </p>
        </>
      }
    >
      <div className={`min-w-0 ${isOver ? 'opacity-60' : ''}`}>
        <h3 className="flex min-w-0 flex-wrap items-center gap-x-2 text-[14px] leading-5">
          <Link
            id={toolId}
            dir="auto"
            to="/tools/$slug"
            params={{ slug: card.tool_slug }}
            className="relative z-1 max-w-full truncate rounded-md font-medium hover:underline"
          >
            {card.tool_name}
          </Link>
          <PersonButton id={writerId} username={card.writer} onPerson={onPerson} />
          {isOver && <Badge>{messages.gone}</Badge>}
          {!isOver && card.state !== filter && (
            <Badge look={card.state === 'pending' ? 'accent' : 'plain'}>{messages.filters[card.state]}</Badge>
          )}
        </h3>
        <Reason
          size="aside"
          reason={card.reason}
          className={`mt-0.5! leading-[1.35]! [&>figcaption]:flex [&>figcaption]:flex-wrap [&>figcaption]:gap-x-3 [&>figcaption]:leading-[18px] ${isOpen ? '' : '[&>blockquote]:line-clamp-3'}`}
        >
          {card.author_role && <span dir="auto">{card.author_role}</span>}
          <time dateTime={toMachineTime(card.created_at)}>{formatDay(card.created_at)}</time>
          {card.edited_at && <Ago at={card.edited_at} say={editedAgo} />}
          <span>{card.visible ? messages.visibleToEveryone : messages.hidden}</span>
        </Reason>
        {isOpen && <FormerTexts texts={card.former_texts} />}
        {/* When the appeal is the reason that they cannot decide, the end of the row says so already. */}
        {card.state === 'pending' && card.decision && !isOver && card.for_another !== 'appeal' && (
          <p className="text-[13px] text-ink-faint leading-5">
            {messages.decidedBefore({ decision: decisionMessage(card) })}
          </p>
        )}
      </div>
      <div className="grid min-w-0 content-start gap-2 text-[14px] max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2">
        <Appeal card={card} isOpen={isOpen} />
        <FlagReports card={card} isOpen={isOpen} onToggle={props.onToggle} onPerson={onPerson} />
      </div>
      <div className="max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-3 lg:max-w-56 lg:pt-0.5">
        {isOpenCase ? (
          <Decisions decisions={DECISIONS} effects={effects} onDecide={props.onDecide} />
        ) : (
          <CaseOutcome
            card={card}
            gone={gone}
            undo={own?.sending ? null : entry.undo}
            onUndo={props.onUndo}
          />
        )}
      </div>
    </InboxRow>
  )
}

export const caseName = ({ tool_name, writer }: FlaggedCard) => `${tool_name} @${writer}`

/** The author's appeal against the rejection. */
function Appeal({ card: { appeal }, isOpen }: { card: FlaggedCard; isOpen: boolean }) {
  if (!appeal) return null
  return (
    <section className="rounded-control bg-accent-soft px-3 py-2" aria-label={messages.authorsAppeal}>
      <h4 className="flex flex-wrap gap-x-3 text-[13px] text-ink-soft">
        <span className="font-medium text-ink">{messages.authorsAppeal}</span>
        <span>{ago(appeal.created_at)}</span>
        {appeal.status !== 'pending' && <span>{messages.filters[appeal.status]}</span>}
      </h4>
      <p dir="auto" className={`whitespace-pre-line leading-normal ${isOpen ? '' : 'line-clamp-2'}`}>
        {appeal.reason}
      </p>
    </section>
  )
}
