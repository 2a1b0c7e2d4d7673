import * as z from 'zod/mini'
import { DataError } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'
import { shownText } from '~/lib/shown-text'

/** Characters of an appeal, as many as a report may have; counted as the database counts them. */
export const APPEAL_MAX = 1000

/** The author's appeal against a rejection. */
export const appealSchema = z.string().check(
  z.trim(),
  z.minLength(1, 'Please write your appeal'),
  z.refine((text) => [...text].length <= APPEAL_MAX, 'Appeal must be 1000 characters or less'),
  shownText('Appeal', 'lines'),
)

export const APPEAL_FAILED = 'Failed to send your appeal. Please try again.'

/** There is nothing to appeal any more: appealed elsewhere, shown again, or deleted meanwhile. */
export class AppealRefused extends Error {
  constructor() {
    super('This can no longer be appealed')
    this.name = 'AppealRefused'
  }
}

const REFUSALS = ['23505', '23514', '23503', '42501']

/** Sends the author's one appeal. Throws AppealRefused, or 'Failed to send your appeal. Please try again.' */
export async function addAppeal(db: Db, appeal: { upvoteId: string; reason: string }): Promise<void> {
  const { upvoteId, reason } = appeal
  const { error, status } = await db.from('upvote_appeals').insert({ upvote_id: upvoteId, reason })
  if (!error) return
  if (REFUSALS.includes(error.code) && status !== 401) throw new AppealRefused()
  throw new DataError(APPEAL_FAILED, { status, code: error.code })
}
