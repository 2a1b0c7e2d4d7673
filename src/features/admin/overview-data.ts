import { queryOptions } from '@tanstack/react-query'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'

/** How many reports and appeals are undecided. */
async function countWaiting(db: Db, signal: AbortSignal) {
  const waitingIn = async (table: 'upvote_flags' | 'upvote_appeals') => {
    const answer = await db
      .from(table)
      .select('id', { count: 'exact' })
      .eq('status', 'pending')
      .limit(1)
      .abortSignal(signal)
    assertAnswered(answer, 'loadFlagged', signal)
    return answer.count ?? 0
  }
  const [reports, appeals] = await Promise.all([waitingIn('upvote_flags'), waitingIn('upvote_appeals')])
  return { reports, appeals }
}

/** What waits for a decision. */
export const waitingQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'waiting'],
    queryFn: ({ signal }) => countWaiting(getDb(), signal),
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  })
