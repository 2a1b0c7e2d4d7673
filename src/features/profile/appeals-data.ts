import { mutationOptions } from '@tanstack/react-query'
import { type Db, getDb } from '~/lib/db-client'
import { DataError } from '~/lib/errors'
import * as messages from '~/messages/en/profile'
import { requiredText } from '~/rules/hidden-character-rules'

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
  const { error, status } = await db.from('upvote_appeals').insert({ upvote_id: upvoteId, reason })
  if (!error) return
  if (status === 429) throw new DataError('appeal', { status, words: error.message })
  throw new DataError(GONE.includes(error.code) && status !== 401 ? 'appealGone' : 'appeal', { status })
}

export const appealMutation = mutationOptions({
  mutationFn: (appeal: { upvoteId: string; reason: string }) => addAppeal(getDb(), appeal),
  meta: {
    failure: 'appeal',
    inForm: (error) => error instanceof DataError && error.code === 'appealGone',
  },
})
