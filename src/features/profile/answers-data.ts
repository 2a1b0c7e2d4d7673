import * as z from 'zod/mini'
import { DataError } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'
import { shownText } from '~/lib/shown-text'

/** Characters of an answer, as many as a report may have; counted as the database counts them. */
export const ANSWER_MAX = 1000

/** The author's answer to a rejection. */
export const answerSchema = z.string().check(
  z.trim(),
  z.minLength(1, 'Please write an answer'),
  z.refine((text) => [...text].length <= ANSWER_MAX, 'Answer must be 1000 characters or less'),
  shownText('Answer', 'lines'),
)

export const ANSWER_FAILED = 'Failed to send your answer. Please try again.'

/** The recommendation cannot be answered for any more: answered elsewhere, shown again, or deleted meanwhile. */
export class AnswerRefused extends Error {
  constructor() {
    super('This can no longer be answered')
    this.name = 'AnswerRefused'
  }
}

const REFUSALS = ['23505', '23514', '23503', '42501']

/** Sends the author's one answer to a rejection. Throws AnswerRefused, or 'Failed to send your answer. Please try again.' */
export async function addAnswer(db: Db, answer: { upvoteId: string; reason: string }): Promise<void> {
  const { upvoteId, reason } = answer
  const { error, status } = await db.from('upvote_appeals').insert({ upvote_id: upvoteId, reason })
  if (!error) return
  if (REFUSALS.includes(error.code) && status !== 401) throw new AnswerRefused()
  throw new DataError(ANSWER_FAILED, { status, code: error.code })
}
