import { mutationOptions } from '@tanstack/react-query'
import type { Db } from '~/lib/db-client'
import { addErrorTexts, DataError } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import { assertSignedIn } from '~/lib/session-store'
import type { ErrorCode } from '~/messages/en/errors'
import * as messages from '~/messages/en/flags'
import { requiredText } from '~/rules/hidden-character-rules'

addErrorTexts(messages.flagErrors)

/** Refusals of the database: second report; decided, hidden or deleted meanwhile. */
const REFUSALS: Record<string, ErrorCode> = {
  '23505': 'flagTwice',
  '42501': 'flagGone',
  PT404: 'flagGone',
}

/** Reports a recommendation to the moderators. */
async function addFlag(db: Db, flag: { upvoteId: string; userId: string; reason: string }): Promise<void> {
  const { upvoteId, userId, reason } = flag
  const { error, status } = await db
    .from('upvote_flags')
    .insert({ upvote_id: upvoteId, flagged_by: userId, reason })
  if (!error) return
  if (status === 401) throw new DataError('flagSignedOut', { status })
  const code = status === 429 ? 'flagLimit' : (REFUSALS[error.code] ?? 'flag')
  throw new DataError(code, { status, words: code === 'flagLimit' ? error.message : undefined })
}

/** Reports a recommendation as this person. Refusals shown in the dialog are not repeated in a toast. */
export const flagMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (flag: { upvoteId: string; reason: string }) => {
      assertSignedIn(userId, 'flagSignedOut')
      await addFlag(await loadDb('flag'), { ...flag, userId })
    },
    meta: {
      failure: 'flag',
      inForm: (error) =>
        error instanceof DataError && ['flagTwice', 'flagGone', 'flagLimit'].includes(error.code),
    },
  })

/** Characters of a report's reason, as the database counts them. */
export const FLAG_REASON_MAX = 1000

/** The reason of a report (section 5). */
export const flagReasonSchema = requiredText('lines', {
  name: messages.reason,
  limit: FLAG_REASON_MAX,
  missing: messages.reasonRequired,
})
