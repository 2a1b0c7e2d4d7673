import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Database } from '~/database.types'
import { dataOf } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import { PERSONAL, useSession } from '~/lib/session'

/** Whether the person has upvoted or saved a tool, or makes it. */
export type Mark = Database['public']['Functions']['list_my_marks']['Returns'][number]

/** The only place for query keys of the person's own upvotes. */
export const upvoteQueries = {
  /** The prefix of all queries about the person's own upvotes. */
  mine: (userId: string) => [PERSONAL, userId, 'upvotes'],
  /** The prefix of all marks on tools. */
  marks: (userId: string) => [...upvoteQueries.mine(userId), 'among'],
  /** Their marks on these tools: a separate query, so that the lists stay public. */
  marksOf: (userId: string, toolIds: string[]) =>
    queryOptions({
      queryKey: [...upvoteQueries.marks(userId), toolIds],
      queryFn: async ({ signal }) => {
        const db = await loadDb('fetchUpvotes')
        return dataOf(db.rpc('list_my_marks', { tool_ids: toolIds }), 'fetchUpvotes', signal)
      },
    }),
}

/** Which of these tools the person on this page has upvoted and saved, and makes; none for a visitor. */
export function useMyMarks(tools: readonly { id: string }[]) {
  const { user } = useSession()
  const ids = tools.map(({ id }) => id)
  const { data: marks } = useQuery({
    ...upvoteQueries.marksOf(user?.id ?? '', ids),
    enabled: user !== null,
  })
  const those = (kind: 'is_upvoted' | 'is_saved' | 'is_made') =>
    marks?.filter((mark) => mark[kind]).map(({ tool_id }) => tool_id) ?? []
  return {
    isKnown: marks !== undefined,
    upvoted: those('is_upvoted'),
    saved: those('is_saved'),
    made: those('is_made'),
  }
}
