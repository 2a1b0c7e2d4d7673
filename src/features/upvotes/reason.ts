import { requiredText } from '#shared/hidden-character-rules.ts'
import * as messages from '~/messages/en/upvotes'

/** Characters of a reason, counted as the database counts them: code points after trimming (section 9). */
export const REASON_MAX = 200

/** The reason of an upvote (section 5). */
export const reasonSchema = requiredText('lines', {
  name: messages.reason,
  limit: REASON_MAX,
  missing: messages.reasonRequired,
})

/** The length of a trimmed text in code points, so that an emoji counts once. */
export function countCharacters(text: string): number {
  return [...text.trim()].length
}

/** A text cut to the limit, for the field while typing. Surrounding white space does not count. */
export function limitReason(text: string): string {
  if (countCharacters(text) <= REASON_MAX) return text
  const body = text.trimStart()
  return text.slice(0, text.length - body.length) + [...body].slice(0, REASON_MAX).join('')
}
