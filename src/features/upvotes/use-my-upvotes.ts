import { useSession } from '~/lib/session'
import { useData } from '~/lib/use-data'
import { upvoteQueries } from './upvote-queries'

/** Which of these tools the person on this page has upvoted; none for a visitor. */
export function useMyUpvotes(tools: readonly { id: string }[]): readonly string[] {
  const { user } = useSession()
  const ids = tools.map(({ id }) => id)
  const { data } = useData(
    user ? upvoteQueries.mineAmong(user.id, ids) : undefined,
    'Failed to fetch upvotes',
  )
  return data ?? []
}
