import { Link } from '@tanstack/react-router'
import * as messages from '#messages/contributions.js'
import { proposedChanges } from '~/components/contributions/proposed-changes'
import { DifferenceList } from '~/components/difference-list'
import { FactLink } from '~/components/fact-link'
import { FormAlert } from '~/components/form-alert'
import { Logo } from '~/components/logo'
import { pngAddress } from '~/components/logos/small-png'
import { useFacts } from '~/lib/use-facts'
import type { ContributionCard } from './contributions-data'

/**
 * How much of a closed row is shown: of a submission, which always has more, the beginning. What is masked has one place in
 * the stack, above the button that covers the row: only its links take clicks.
 */
const CUT: Record<ContributionCard['kind'], string> = {
  submission:
    'relative z-1 pointer-events-none max-h-36 mask-b-from-[calc(100%-28px)] [&_a]:pointer-events-auto',
  correction: 'max-h-72',
  problem: 'max-h-72',
}

/** What is proposed, beside what stands there, and what has changed since. */
export function Proposal({ card, isOpen }: { card: ContributionCard; isOpen: boolean }) {
  const words = { facts: useFacts(), names: card.category_names }
  const isWaiting = card.state === 'waiting'
  // The row has its name while nothing can have changed it.
  const changes = proposedChanges(card.proposed, isWaiting ? card.standing : card.base, words).filter(
    ({ column }) => !(column === 'name' && card.kind === 'submission' && isWaiting),
  )
  const since =
    isWaiting && card.kind === 'correction' && card.tool
      ? proposedChanges(card.standing, card.base, words)
      : []
  const { website_url: address } = card.proposed
  return (
    <div className={isOpen ? '' : `overflow-hidden ${CUT[card.kind]}`}>
      {card.kind === 'submission' && typeof address === 'string' && (
        <p className="relative z-1 mt-1 w-fit text-sm">
          <FactLink address={address} />
        </p>
      )}
      {card.problem && card.tool && (
        <p className="relative z-1 mt-1 w-fit text-sm">
          <FactLink address={card.tool.website_url} />
        </p>
      )}
      {card.existing.length > 0 && (
        <div className="relative z-1 mt-2.5">
          <FormAlert tone="note">
            {messages.addressTaken}{' '}
            {card.existing.map(({ id, name, slug }) => (
              <Link key={id} to="/tools/$slug" params={{ slug }} dir="auto" className="link me-2">
                {name}
              </Link>
            ))}
          </FormAlert>
        </div>
      )}
      {card.kind !== 'submission' && !card.tool && (
        <p className="mt-2 text-[13px] text-bad">{messages.toolDeleted}</p>
      )}
      {since.length > 0 && (
        <div className="mt-2.5 rounded-control border border-line bg-sunken/60 px-3 py-2">
          <p className="font-medium text-[13px]">{messages.changedSince}</p>
          <DifferenceList differences={since} />
        </div>
      )}
      {card.logo && (
        <div className="mt-2.5 flex items-center gap-3 text-[13px] text-ink-faint">
          {card.tool && (
            <>
              <Logo tool={card.tool} alt={messages.logoToday} size="card" />
              <span aria-hidden="true" className="rtl:-scale-x-100">
                →
              </span>
            </>
          )}
          <Logo
            tool={{ name: card.subject, logo: pngAddress(card.logo) }}
            alt={messages.logoSent}
            size="card"
          />
        </div>
      )}
      {changes.length > 0 && <DifferenceList differences={changes} />}
      {card.kind === 'correction' && card.tool && isWaiting && changes.length === 0 && !card.logo && (
        <p className="mt-2 text-ink-soft text-sm">{messages.standsAlready}</p>
      )}
      {card.note && (
        <blockquote dir="auto" className="mt-2.5 max-w-[58ch] whitespace-pre-line quote-bar text-[15px]">
          {card.note}
        </blockquote>
      )}
    </div>
  )
}
