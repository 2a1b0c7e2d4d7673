import * as common from '#messages/common.js'
import * as messages from '#messages/moderation.js'
import { ago } from '~/lib/ago'
import type { ErrorCode } from '~/lib/errors'
import type { DECIDED_STATES } from '~/lib/moderation-states'
import type { FlaggedCard, FlaggedGone } from './flagged-data'
import type { FlagFilter } from './flags-search'

/** What a moderator decides about a case. */
export type Decision = (typeof DECIDED_STATES)[number] | 'deleted'

/** The decisions in their order, with the key of each. */
export const DECISIONS = [
  { decision: 'approved', label: messages.approve, letter: 'a' },
  { decision: 'rejected', label: messages.reject, letter: 'r' },
  { decision: 'deleted', label: common.deleteLabel, letter: 'd' },
] as const satisfies { decision: Decision; label: string; letter: string }[]

/** What is said of one that was made (section 8, Moderation). */
export const DONE: Record<Decision, string> = {
  approved: messages.upvoteApproved,
  rejected: messages.upvoteRejected,
  deleted: messages.upvoteDeleted,
}

export const FAILURES: Record<Decision, ErrorCode> = {
  approved: 'approveUpvote',
  rejected: 'rejectUpvote',
  deleted: 'deleteUpvote',
}

/** Instead of an empty list. */
export const EMPTY: Record<FlagFilter, string> = {
  pending: messages.nonePending,
  approved: messages.noneApproved,
  rejected: messages.noneRejected,
  all: messages.noneReported,
}

/** What each decision does to a recommendation: 'Approve' alone could mean the report. */
export const effectsOf = (visible: boolean): Record<Decision, string> => ({
  approved: visible ? messages.keepsItVisible : messages.showsItAgain,
  rejected: visible ? messages.hidesIt : messages.keepsItHidden,
  deleted: messages.removesIt,
})

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
  if (why === 'withdrawn') return messages.noLongerThere
  if (why === 'unreported') return messages.noOpenReports
  return messages.deletedThis({
    who: person(by, messages.formerAdministrator),
    when: at ? ` ${ago(at)}` : '',
  })
}
