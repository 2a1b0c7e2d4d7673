import { DataError } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'

export const FLAG_FAILED = 'Failed to flag content. Please try again later.'

const REFUSALS = {
  'signed-out': 'You must be logged in to flag content',
  duplicate: 'You have already reported this recommendation',
  gone: 'This recommendation has already been removed',
}

/** Why a report was not taken, where the person can be told more than that it failed. */
export class FlagRefused extends Error {
  readonly because: keyof typeof REFUSALS | 'limit'

  constructor(because: keyof typeof REFUSALS | 'limit', message?: string) {
    super(message ?? (because === 'limit' ? FLAG_FAILED : REFUSALS[because]))
    this.name = 'FlagRefused'
    this.because = because
  }
}

/** What the database refuses: second report; decided, hidden or deleted meanwhile; the day's limit, in its own words. */
const CODES: Record<string, FlagRefused['because']> = {
  '23505': 'duplicate',
  '42501': 'gone',
  PT404: 'gone',
  P0001: 'limit',
}

/** Reports a recommendation to the moderators. Throws FlagRefused, or 'Failed to flag content. Please try again later.' */
export async function addFlag(
  db: Db,
  flag: { upvoteId: string; userId: string; reason: string },
): Promise<void> {
  const { upvoteId, userId, reason } = flag
  const answer = await db.from('upvote_flags').insert({ upvote_id: upvoteId, flagged_by: userId, reason })
  if (!answer.error) return
  if (answer.status === 401) throw new FlagRefused('signed-out')
  const because = CODES[answer.error.code]
  if (because === 'limit') throw new FlagRefused('limit', answer.error.message)
  if (because) throw new FlagRefused(because)
  throw new DataError(FLAG_FAILED, { status: answer.status, code: answer.error.code })
}
