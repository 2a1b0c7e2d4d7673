import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getDb } from '~/lib/db-client'
import { PERSONAL } from '~/lib/session'
import { listOwnReports, type ReportCursor } from './own-reports-data'
import { listOwnUpvotes, OWN_UPVOTES_PAGE } from './own-upvotes-data'
import { getProfile } from './profile-data'

/** Every query of the profile page; nobody else spells their keys. */
export const profileQueries = {
  profile: (userId: string) =>
    queryOptions({
      queryKey: [PERSONAL, userId, 'profile'],
      queryFn: ({ signal }) => getProfile(getDb(), userId, signal),
      // Another tab may have saved meanwhile.
      refetchOnWindowFocus: 'always',
    }),
  /** The person's upvotes, page by page. Its key stands below that of all their upvotes, so a new one refreshes it. */
  ownUpvotes: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [PERSONAL, userId, 'upvotes', 'own'],
      queryFn: ({ pageParam, signal }) => listOwnUpvotes(getDb(), { userId, page: pageParam }, signal),
      initialPageParam: 0,
      getNextPageParam: (_last, pages) =>
        pages.length * OWN_UPVOTES_PAGE < (pages[0]?.total ?? 0) ? pages.length : undefined,
      // Moderators and answers change it meanwhile.
      refetchOnWindowFocus: 'always',
    }),
  /** What the person reported, page by page. */
  ownReports: (userId: string) =>
    infiniteQueryOptions({
      queryKey: [PERSONAL, userId, 'reports'],
      queryFn: ({ pageParam, signal }) => listOwnReports(getDb(), pageParam, signal),
      initialPageParam: firstPage(),
      getNextPageParam: ({ next }) => next,
      refetchOnMount: 'always',
      refetchOnWindowFocus: 'always',
    }),
}

const firstPage = (): ReportCursor | null => null
