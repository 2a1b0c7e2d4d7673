import { mutationOptions } from '@tanstack/react-query'
import { requiredText } from '#shared/hidden-character-rules.ts'
import { type Db, getDb } from '~/lib/db-client'
import { DataError, failureOf, isLimit } from '~/lib/errors'
import * as messages from '~/messages/en/profile'

/** Maximum characters of an appeal, as of a report; counted as the database counts them. */
export const APPEAL_MAX = 1000

/** The author's appeal against a rejection. */
export const appealSchema = requiredText('lines', {
  name: messages.appeal,
  limit: APPEAL_MAX,
  missing: messages.appealRequired,
})

/** An appeal is no longer possible: appealed elsewhere, shown again, or deleted meanwhile. */
const GONE = ['23505', '23514', '23503', '42501']

/** Sends the author's one appeal. */
async function addAppeal(db: Db, appeal: { upvoteId: string; reason: string }): Promise<void> {
  const { upvoteId, reason } = appeal
  const answer = await db.from('upvote_appeals').insert({ upvote_id: upvoteId, reason })
  if (!answer.error) return
  const isGone = GONE.includes(answer.error.code) && answer.status !== 401
  throw new DataError(isGone ? 'appealGone' : 'appeal', failureOf(answer))
}

export const appealMutation = mutationOptions({
  mutationFn: (appeal: { upvoteId: string; reason: string }) => addAppeal(getDb(), appeal),
  meta: {
    failure: 'appeal',
    inForm: (error) => isLimit(error) || (error instanceof DataError && error.code === 'appealGone'),
  },
})
