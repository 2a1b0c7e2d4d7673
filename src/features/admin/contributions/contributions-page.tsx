import { type ReactNode, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/contributions.js'
import type { Proposed } from '~/components/contributions/proposed-changes'
import { EmptyState } from '~/components/ui/empty-state'
import { MoreButton } from '~/components/ui/more-button'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { confirmNavigation } from '~/lib/navigation-guard'
import { FilterButtons } from '../filter-buttons'
import { CasesSkeleton } from '../moderation/cases-skeleton'
import { DecidedTray } from '../moderation/decided-tray'
import { KeysButton } from '../moderation/keys-dialog'
import { InboxBar } from '../moderation/selection-bar'
import { cardElementId } from '../moderation/use-decide'
import { useInbox } from '../moderation/use-inbox'
import { ContributionRow, cardName, DECISIONS, isDecidable, isUndoable } from './contribution-row'
import type { ContributionCard, ContributionFilter } from './contributions-data'
import { useContributions } from './use-contributions'

/** The form in which an editor changes what was sent in before accepting it. */
type Editor = (props: {
  card: ContributionCard
  busy: boolean
  /** `toolSeen`: the version of the tool the form shows. Resolves to whether it was accepted. */
  onAccept: (given: Proposed, toolSeen: string | undefined) => Promise<boolean>
  onCancel: () => void
}) => ReactNode

type Props = {
  userId: string
  filter: ContributionFilter
  onFilter: (filter: ContributionFilter) => void
  renderEditor: Editor
}

/** What members sent in: submissions, suggested changes and reported problems, decided one or several at once. */
export function ContributionsPage({ userId, filter, onFilter, renderEditor }: Props) {
  const { list, cards, gathered, decided, sending, decide, undo } = useContributions(userId, filter)
  const [edited, setEdited] = useState<string>()
  const inbox = useInbox({
    ids: cards.map(({ id }) => id),
    decidable: cards.filter(isDecidable).map((card) => ({ ...card, name: cardName(card) })),
    decisions: DECISIONS,
    decide: (rows, decision, reason) =>
      decide(
        rows.map((card) => ({ card })),
        decision,
        reason,
      ),
    keys: {
      u: () => {
        const last = gathered.filter(isUndoable).at(-1)
        if (last) undo([last.id])
      },
    },
    mayLeave: (ids) => (edited !== undefined && ids.includes(edited) ? closeEditor() : undefined),
  })

  /** Closes the editor, or opens another row's instead, if nothing is changed in it or its loss is confirmed. */
  async function closeEditor(next?: string): Promise<boolean> {
    const mayClose = await confirmNavigation()
    if (mayClose) {
      setEdited(next)
      focusOnceLost(() => document.getElementById(cardElementId(next ?? edited ?? '')))
    }
    return mayClose
  }

  async function acceptChanged(card: ContributionCard, given: Proposed, toolSeen: string | undefined) {
    const wanted = { card, given, ...(toolSeen !== undefined && { toolSeen }) }
    const outcomes = await decide([wanted], 'accepted', inbox.stateOf(card.id).reason)
    return outcomes?.every(({ outcome }) => outcome === 'done') === true
  }

  return (
    <section aria-labelledby="submissions">
      <SectionHeading id="submissions">{messages.title}</SectionHeading>
      <div className="mt-4 flex flex-wrap items-center gap-2.5">
        <FilterButtons
          legend={common.show}
          choices={messages.states}
          value={filter.status}
          onChoose={(status) => onFilter({ ...filter, status })}
          className="flex grow md:grow-0"
        />
        <FilterButtons
          legend={messages.kind}
          choices={messages.kinds}
          value={filter.kind}
          onChoose={(kind) => onFilter({ ...filter, kind })}
          className="flex grow md:grow-0"
        />
        <KeysButton onOpen={inbox.openHelp} />
      </div>
      <div className="mt-4">
        {!list.data && <Pending query={list} skeleton={<CasesSkeleton />} />}
        {list.data && cards.length === 0 && !list.hasNextPage && (
          <EmptyState title={messages.none[filter.status]} />
        )}
        {cards.length > 0 && (
          <div className="card overflow-clip">
            {cards.map((card) => (
              <ContributionRow
                key={card.id}
                card={card}
                {...inbox.stateOf(card.id)}
                busy={sending.has(card.id)}
                onUndo={() => undo([card.id])}
                onEdit={() => void closeEditor(card.id)}
                editor={
                  edited === card.id
                    ? renderEditor({
                        card,
                        busy: sending.has(card.id),
                        onAccept: (given, toolSeen) => acceptChanged(card, given, toolSeen),
                        onCancel: () => void closeEditor(),
                      })
                    : undefined
                }
              />
            ))}
          </div>
        )}
      </div>
      <MoreButton list={list} size="lg" className="mt-5" />
      <InboxBar inbox={inbox}>
        <DecidedTray
          entries={gathered.map((card) => ({
            ...{ id: card.id, name: cardName(card), undo: isUndoable(card) ? card.id : null },
            decided: card.state === 'accepted' ? messages.states.accepted : messages.states.declined,
            rest: messages.byMember({ name: `@${card.member.username}` }),
          }))}
          order={decided}
          onUndo={(undone) => undo(undone.map(({ id }) => id))}
        />
      </InboxBar>
    </section>
  )
}
