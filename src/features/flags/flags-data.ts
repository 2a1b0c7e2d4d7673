import { mutationOptions } from '@tanstack/react-query'
import * as common from '#messages/common.js'
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

/** What is reported: a recommendation, which may be hidden at once, or something else that members show. */
export type Subject = { kind: 'recommendation' | 'answer' | 'list'; id: string }
type Flag = { subject: Subject; reason: string }

/** Reports something to the moderators. */
async function addFlag(db: Db, flag: Flag & { userId: string }): Promise<void> {
  const { subject, userId, reason } = flag
  const answer =
    subject.kind === 'recommendation'
      ? await db.from('upvote_flags').insert({ upvote_id: subject.id, flagged_by: userId, reason })
      : await db.rpc('report_content', { kind: subject.kind, subject_id: subject.id, reason })
  if (!answer.error) return
  if (answer.status === 401) throw new DataError('flagSignedOut', answer)
  throw new DataError(REFUSALS[answer.error.code] ?? 'flag', failureOf(answer))
}

/** Reports something as this person. Refusals shown in the dialog are not repeated in a toast. */
export const flagMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (flag: Flag) => {
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
  name: common.reason,
  limit: FLAG_REASON_MAX,
  missing: messages.reasonRequired,
})
