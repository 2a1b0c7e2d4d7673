import { formatDistanceToNow } from 'date-fns'
import type { FlaggedCard, FlaggedGone } from './flagged-data'

/** '2 minutes ago'. */
export const ago = (iso: string) => `${formatDistanceToNow(iso)} ago`

/** '@ann', or who an account without a name was. */
export const person = (username: string | null, otherwise: string) => (username ? `@${username}` : otherwise)

const FORMER = 'A former administrator'

/** Who decided about a card before, what and when: '@ann rejected this 2 minutes ago.' */
export function decisionMessage(card: FlaggedCard | null): string {
  if (!card?.decision) return 'Another moderator has already decided this.'
  const { decision, by, at, mine } = card.decision
  return `${mine ? 'You' : person(by, FORMER)} ${decision} this ${ago(at)}.`
}

/** Why there is nothing to decide about any more. */
export function removalMessage({ why, by, at }: FlaggedGone): string {
  if (why === 'withdrawn') return 'This recommendation was removed by its author.'
  if (why === 'unreported') return 'This recommendation has no open reports. It is visible again.'
  return `${person(by, FORMER)} deleted this${at ? ` ${ago(at)}` : ''}.`
}
