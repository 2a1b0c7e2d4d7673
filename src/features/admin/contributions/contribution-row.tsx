import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/contributions.js'
import * as inbox from '#messages/inbox.js'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Icon } from '~/components/ui/icon'
import { ago } from '~/lib/ago'
import { toMachineTime } from '~/lib/dates'
import { UndoButton } from '../moderation/decisions'
import { ReasonChoice } from '../moderation/reason-choice'
import { cardElementId } from '../moderation/use-decide'
import { SelectBox } from '../select-box'
import type { Selection } from '../use-selection'
import type { ContributionCard, ContributionDecision } from './contributions-data'
import { Proposal } from './proposal'

export type Row = ContributionCard & { name: string }

export const DECISIONS = [
  { decision: 'accepted', label: messages.accept, letter: 'a' },
  { decision: 'declined', label: common.decline, letter: 'r' },
] as const satisfies { decision: ContributionDecision; label: string; letter: string }[]

/** Whether its decision can still be undone by this person. */
export const isUndoable = ({ state, undo_until }: ContributionCard): boolean =>
  state !== 'waiting' && undo_until !== null && Date.parse(undo_until) > Date.now()

type Props = {
  card: ContributionCard
  isCurrent: boolean
  isOpen: boolean
  busy: boolean
  reason: string
  /** Undefined when it is not to be decided by this person. */
  selection: Selection<Row> | undefined
  onFocus: () => void
  onToggle: () => void
  onReason: (reason: string) => void
  onDecide: (decision: ContributionDecision) => void
  onUndo: () => void
  /** The form to accept it with changes; undefined while it is closed. */
  editor: ReactNode
  onEdit: () => void
}

/** What one member sent in, in a row that opens in place. */
export function ContributionRow(props: Props) {
  const { card, isCurrent, isOpen, busy, selection, onToggle, editor } = props
  const id = useId()
  const [titleId, detailsId] = [`${id}title`, `${id}details`]
  const isWaiting = card.state === 'waiting'
  const mayDecide = isWaiting && !card.is_own
  const name = card.tool?.name ?? card.subject
  return (
    <article
      id={cardElementId(card.id)}
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-busy={busy || undefined}
      data-current={isCurrent || undefined}
      onFocus={props.onFocus}
      className="relative scroll-mt-32 scroll-mb-32 border-line border-b px-3.5 py-3 outline-none transition-colors last:border-b-0 focus-visible:outline-2 focus-visible:-outline-offset-2 has-[input[data-select]:checked]:bg-accent-soft/50 data-current:bg-sunken/60 data-current:before:absolute data-current:before:inset-y-0 data-current:before:start-0 data-current:before:w-[3px] data-current:before:bg-accent md:px-4"
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-2.5 lg:grid-cols-[auto_minmax(0,1fr)_auto_auto] lg:gap-x-4">
        <div className="w-4.5 pt-0.5">
          {selection && <SelectBox row={{ ...card, name }} selection={selection} />}
        </div>
        <div className="min-w-0">
          <h3
            id={titleId}
            className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-[15px] leading-5"
          >
            {card.tool ? (
              <Link
                to="/tools/$slug"
                params={{ slug: card.tool.slug }}
                dir="auto"
                className="relative z-1 rounded-md font-medium hover:underline"
              >
                {name}
              </Link>
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
          <p className="mt-1 text-[13px] text-ink-faint">
            <bdi>@{card.member.username}</bdi>
            {' · '}
            {messages.record({ accepted: card.member.accepted, declined: card.member.declined })}
            {' · '}
            <time dateTime={toMachineTime(card.created_at)}>{ago(card.created_at)}</time>
          </p>
          <Proposal card={card} isOpen={isOpen} />
        </div>
        <div className="max-lg:col-span-2 max-lg:col-start-2 max-lg:row-start-2">
          {mayDecide ? (
            <div className="relative z-1 flex gap-1.5">
              {DECISIONS.map(({ decision, label, letter }) => (
                <Button
                  key={decision}
                  size="sm"
                  variant="quiet"
                  busy={busy}
                  aria-keyshortcuts={letter}
                  className="bg-surface! px-2.5!"
                  onClick={({ detail }) => {
                    // The second click of two quick ones would decide the row that has moved here.
                    if (detail < 2) props.onDecide(decision)
                  }}
                >
                  {card.kind === 'problem' && decision === 'accepted' ? messages.resolve : label}
                </Button>
              ))}
            </div>
          ) : (
            <Outcome card={card} onUndo={props.onUndo} />
          )}
        </div>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          aria-label={inbox.detailsOf({ name })}
          onClick={onToggle}
          className={`col-start-3 row-start-1 grid size-8 place-items-center rounded-lg text-ink-faint transition-colors hover:bg-sunken hover:text-ink lg:col-start-4 pointer-coarse:size-11 ${isOpen ? '' : 'after:absolute after:inset-0'}`}
        >
          <Icon name="down" className={`transition-transform ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </div>
      {isOpen && (
        <div id={detailsId} className="mt-4 grid animate-fade gap-4 border-line border-t pt-4 md:ps-7.5">
          {mayDecide && (
            <>
              <ReasonChoice
                reason={props.reason}
                onReason={props.onReason}
                hint={messages.reasonHint}
                choices={messages.reasons}
              />
              {editor ?? <EditButton card={card} onEdit={props.onEdit} />}
            </>
          )}
        </div>
      )}
    </article>
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
              “{card.reason}”
            </p>
          )}
          <UndoButton id={isUndoable(card) ? card.id : null} onUndo={onUndo} />
        </>
      )}
    </div>
  )
}
