import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/contributions.js'
import { Ago } from '~/components/ago'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { ToolLink } from '~/components/ui/tool-link'
import { ago } from '~/lib/ago'
import { Decisions, UndoButton } from '../moderation/decisions'
import { InboxRow } from '../moderation/inbox-row'
import { ReasonChoice } from '../moderation/reason-choice'
import type { InboxRowState } from '../moderation/use-inbox'
import type { ContributionCard, ContributionDecision } from './contributions-data'
import { Proposal } from './proposal'

export const DECISIONS = [
  { decision: 'accepted', label: messages.accept, letter: 'a' },
  { decision: 'declined', label: common.decline, letter: 'r' },
] as const satisfies { decision: ContributionDecision; label: string; letter: string }[]
const PROBLEM_DECISIONS = [{ ...DECISIONS[0], label: messages.resolve }, DECISIONS[1]]

/** Whether its decision can still be undone by this person. */
export const isUndoable = ({ state, undo_until }: ContributionCard): boolean =>
  state !== 'waiting' && undo_until !== null && Date.parse(undo_until) > Date.now()

export const cardName = ({ tool, subject }: ContributionCard) => tool?.name ?? subject

/** Whether it waits for this person. */
export const isDecidable = ({ state, is_own }: ContributionCard) => state === 'waiting' && !is_own

type Props = InboxRowState<ContributionDecision> & {
  card: ContributionCard
  busy: boolean
  onUndo: () => void
  /** The form to accept it with changes; undefined while it is closed. */
  editor: ReactNode
  onEdit: () => void
}

/** What one member sent in, in a row that opens in place. */
export function ContributionRow(props: Props) {
  const { card, busy, editor } = props
  const titleId = useId()
  const mayDecide = isDecidable(card)
  const name = cardName(card)
  return (
    <InboxRow
      id={card.id}
      labelledBy={titleId}
      name={name}
      busy={busy}
      state={props}
      columns="lg:grid-cols-[auto_minmax(0,1fr)_auto_auto]"
      details={
        mayDecide && (
          <>
            <ReasonChoice
              reason={props.reason}
              onReason={props.onReason}
              hint={messages.reasonHint}
              choices={messages.reasons}
            />
            {editor ?? <EditButton card={card} onEdit={props.onEdit} />}
          </>
        )
      }
    >
      <div className="min-w-0">
        <h3
          id={titleId}
          className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-[15px] leading-5"
        >
          {card.tool ? (
            <ToolLink slug={card.tool.slug} className="relative z-1 rounded-md font-medium hover:underline">
              {name}
            </ToolLink>
          ) : (
            <span dir="auto" className="font-medium">
              {name}
            </span>
          )}
          <Badge look={card.kind === 'submission' ? 'accent' : 'plain'}>
            {card.problem ? PROBLEM_NAMES[card.problem] : messages.ofKind[card.kind]}
          </Badge>
          {card.is_maker && <Badge look="accent">{messages.fromMaker}</Badge>}
        </h3>
        <p className="byline mt-1 text-[13px] text-ink-faint">
          <span>@{card.member.username}</span>
          <span>{messages.record({ accepted: card.member.accepted, declined: card.member.declined })}</span>
          <Ago at={card.created_at} />
        </p>
        <Proposal card={card} isOpen={props.isOpen} />
      </div>
      <div className="max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2">
        {mayDecide ? (
          <Decisions
            decisions={card.kind === 'problem' ? PROBLEM_DECISIONS : DECISIONS}
            busy={busy}
            onDecide={props.onDecide}
          />
        ) : (
          <Outcome card={card} onUndo={props.onUndo} />
        )}
      </div>
    </InboxRow>
  )
}

const PROBLEM_NAMES: Readonly<Record<string, string>> = messages.problems

/** Accepts with changes; a problem is mended in the form of the tool. */
function EditButton({ card, onEdit }: { card: ContributionCard; onEdit: () => void }) {
  if (card.kind === 'problem')
    return (
      card.tool && (
        <p className="flex flex-wrap gap-x-5">
          <Link
            to="/admin/tools/edit/$id"
            params={{ id: card.tool.id }}
            className="link w-fit text-sm pointer-coarse:py-2.5"
          >
            {messages.editEntry}
          </Link>
          {card.problem === 'duplicate' && (
            <Link
              to="/admin/tools/duplicates"
              search={{ tool: card.tool.id }}
              className="link w-fit text-sm pointer-coarse:py-2.5"
            >
              {messages.findDuplicate}
            </Link>
          )}
        </p>
      )
    )
  if (card.kind === 'correction' && !card.tool) return null
  return (
    <Button variant="quiet" size="sm" className="justify-self-start" onClick={onEdit}>
      {messages.editAndAccept}
    </Button>
  )
}

/** Instead of the decisions: which one was made, or who has to make it. */
function Outcome({ card, onUndo }: { card: ContributionCard; onUndo: () => void }) {
  return (
    <div className="relative z-1 grid justify-items-start gap-1.5 text-[13px] text-ink-soft leading-5 lg:max-w-56">
      {card.state === 'waiting' ? (
        <p>{messages.forAnother}</p>
      ) : (
        <>
          <p>
            {messages.decidedBy({
              state: card.state,
              changed: card.is_changed,
              name: card.decided_by ? `@${card.decided_by}` : messages.formerEditor,
              ago: card.decided_at ? ago(card.decided_at) : '',
            })}
          </p>
          {card.reason && (
            <p dir="auto" className="text-ink-faint">
              <q>{card.reason}</q>
            </p>
          )}
          <UndoButton id={isUndoable(card) ? card.id : null} onUndo={onUndo} />
        </>
      )}
    </div>
  )
}
