import { useQuery } from '@tanstack/react-query'
import { useSession } from '~/lib/session'
import { upvoteQueries } from './upvotes-data'

/** Which of these tools the person on this page has upvoted; none for a visitor. */
export function useMyUpvotes(tools: readonly { id: string }[]): readonly string[] {
  const { user } = useSession()
  const ids = tools.map(({ id }) => id)
  const { data } = useQuery({ ...upvoteQueries.mineAmong(user?.id ?? '', ids), enabled: user !== null })
  return data ?? []
}
