import { assertAnswered } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'

/** Own upvotes on a page of their list. */
export const OWN_UPVOTES_PAGE = 15

const OWN_UPVOTE_COLUMNS =
  'id, tool_id, reason, created_at, is_flagged, flag_status, decided_at, tools(name, slug), upvote_appeals(reason, status)'

export type OwnUpvote = Awaited<ReturnType<typeof listOwnUpvotes>>['upvotes'][number]

/** One page of what a person has upvoted, newest first, and how many there are in all. Throws 'Failed to fetch upvotes'. */
export async function listOwnUpvotes(
  db: Db,
  { userId, page }: { userId: string; page: number },
  signal: AbortSignal,
) {
  const from = page * OWN_UPVOTES_PAGE
  const answer = await db
    .from('tool_upvotes')
    .select(OWN_UPVOTE_COLUMNS, { count: 'exact' })
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .range(from, from + OWN_UPVOTES_PAGE - 1)
    .abortSignal(signal)
  assertAnswered(answer, 'Failed to fetch upvotes', signal)
  return { upvotes: answer.data, total: answer.count ?? 0 }
}

/** Deletes one upvote of the person; one that is gone already is fine. Throws 'Failed to delete upvote. Please try again.' */
export async function deleteOwnUpvote(db: Db, id: string): Promise<void> {
  const answer = await db.from('tool_upvotes').delete().eq('id', id)
  assertAnswered(answer, 'Failed to delete upvote. Please try again.')
}
