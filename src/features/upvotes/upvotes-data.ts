import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import { PERSONAL, useSession } from '~/lib/session'

/** Which of these tools the person has upvoted. */
async function listMyUpvotes(
  db: Db,
  { userId, toolIds }: { userId: string; toolIds: readonly string[] },
  signal: AbortSignal,
): Promise<string[]> {
  const answer = await db
    .from('tool_upvotes')
    .select('tool_id')
    .eq('user_id', userId)
    .in('tool_id', toolIds)
    .abortSignal(signal)
  assertAnswered(answer, 'fetchUpvotes', signal)
  return answer.data.map(({ tool_id }) => tool_id)
}

/** The only place for query keys of the person's own upvotes. */
export const upvoteQueries = {
  /** The prefix of all queries about the person's own upvotes. */
  mine: (userId: string) => [PERSONAL, userId, 'upvotes'],
  /** Which of these tools the person has upvoted: a separate query, so that the lists stay public. */
  mineAmong: (userId: string, toolIds: readonly string[]) =>
    queryOptions({
      queryKey: [...upvoteQueries.mine(userId), 'among', toolIds],
      queryFn: async ({ signal }) => listMyUpvotes(await loadDb('fetchUpvotes'), { userId, toolIds }, signal),
    }),
}

/** Which of these tools the person on this page has upvoted; none for a visitor. */
export function useMyUpvotes(tools: readonly { id: string }[]): readonly string[] {
  const { user } = useSession()
  const ids = tools.map(({ id }) => id)
  const { data } = useQuery({ ...upvoteQueries.mineAmong(user?.id ?? '', ids), enabled: user !== null })
  return data ?? []
}
