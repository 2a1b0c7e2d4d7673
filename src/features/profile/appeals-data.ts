import { mutationOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Db, getDb } from '~/lib/db-client'
import { DataError } from '~/lib/errors'
import * as messages from '~/messages/en/profile'
import { shownText } from '~/rules/hidden-character-rules'

/** Characters of an appeal, as many as a report may have; counted as the database counts them. */
export const APPEAL_MAX = 1000

/** The author's appeal against a rejection. */
export const appealSchema = z.string().check(
  z.trim(),
  z.minLength(1, messages.appealRequired),
  z.refine((text) => [...text].length <= APPEAL_MAX, messages.appealTooLong),
  shownText(messages.appeal, 'lines'),
)

/** There is nothing to appeal any more: appealed elsewhere, shown again, or deleted meanwhile. */
const GONE = ['23505', '23514', '23503', '42501']

/** Sends the author's one appeal. */
async function addAppeal(db: Db, appeal: { upvoteId: string; reason: string }): Promise<void> {
  const { upvoteId, reason } = appeal
  const { error, status } = await db.from('upvote_appeals').insert({ upvote_id: upvoteId, reason })
  if (!error) return
  throw new DataError(GONE.includes(error.code) && status !== 401 ? 'appealGone' : 'appeal', { status })
}

export const appealMutation = mutationOptions({
  mutationFn: (appeal: { upvoteId: string; reason: string }) => addAppeal(getDb(), appeal),
  meta: {
    failure: 'appeal',
    inForm: (error) => error instanceof DataError && error.code === 'appealGone',
  },
})
