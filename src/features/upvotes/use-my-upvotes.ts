import { useQueries } from '@tanstack/react-query'
import { useSession } from '~/lib/session'
import { upvoteQueries } from './upvote-queries'

/**
 * Which of the shown tools the person on this page has upvoted; none for a visitor. Asked page by page, so that opening
 * a list further asks only about what is new.
 */
export function useMyUpvotes(pages: readonly (readonly { id: string }[])[]): ReadonlySet<string> {
  const { user } = useSession()
  const results = useQueries({
    queries: user
      ? pages
          .filter(({ length }) => length > 0)
          .map((tools) =>
            upvoteQueries.mineAmong(
              user.id,
              tools.map(({ id }) => id),
            ),
          )
      : [],
  })
  return new Set(results.flatMap(({ data }) => data ?? []))
}
