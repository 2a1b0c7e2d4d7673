import { mutationOptions } from '@tanstack/react-query'
import * as messages from '#messages/flags.js'
import { requiredText } from '#shared/hidden-character-rules.ts'
import type { Db } from '~/lib/db-client'
import { addErrorTexts, DataError, type ErrorCode } from '~/lib/errors'
import { failureOf, isLimit } from '~/lib/limit-reached'
import { loadDb } from '~/lib/load-db'
import { assertSignedIn } from '~/lib/session-store'

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
  const answer = await db.from('upvote_flags').insert({ upvote_id: upvoteId, flagged_by: userId, reason })
  if (!answer.error) return
  if (answer.status === 401) throw new DataError('flagSignedOut', answer)
  throw new DataError(REFUSALS[answer.error.code] ?? 'flag', await failureOf(answer))
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
        isLimit(error) || (error instanceof DataError && ['flagTwice', 'flagGone'].includes(error.code)),
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
