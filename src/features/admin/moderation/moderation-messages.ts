import * as messages from '#messages/moderation.js'
import { ago } from '~/lib/ago'
import type { FlaggedCard, FlaggedGone } from './flagged-data'

/** '@ann', or a description of a deleted account. */
export const person = (username: string | null, otherwise: string) => (username ? `@${username}` : otherwise)

/** A previous decision on a card: '@ann rejected this 2 minutes ago.' */
export function decisionMessage(card: FlaggedCard | null): string {
  if (!card?.decision) return messages.alreadyDecided
  const { decision, by, at, mine } = card.decision
  return messages.decidedThis({
    who: mine ? messages.you : person(by, messages.formerAdministrator),
    decision,
    when: ago(at),
  })
}

/** Why a case no longer exists. */
export function removalMessage({ why, by, at }: FlaggedGone): string {
  if (why === 'withdrawn') return messages.removedByAuthor
  if (why === 'unreported') return messages.noOpenReports
  return messages.deletedThis({
    who: person(by, messages.formerAdministrator),
    when: at ? ` ${ago(at)}` : '',
  })
}
