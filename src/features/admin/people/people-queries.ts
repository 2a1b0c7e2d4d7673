import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { getDb } from '~/lib/db-client'
import { PERSONAL } from '~/lib/session'
import { listMembers, MEMBERS_PAGE, type MembersCursor } from './people-data'
import type { PeopleFilter } from './people-search'

/** Every query of the people page; nobody else spells their keys. */
export const peopleQueries = {
  all: (userId: string) => [PERSONAL, userId, 'people'],
  members: (userId: string, search: string, filter: PeopleFilter) =>
    infiniteQueryOptions({
      queryKey: [...peopleQueries.all(userId), search, filter],
      queryFn: ({ pageParam, signal }) => listMembers(getDb(), { search, filter, cursor: pageParam }, signal),
      initialPageParam: null satisfies MembersCursor as MembersCursor,
      getNextPageParam: (page) => (page.length < MEMBERS_PAGE ? undefined : (page.at(-1) ?? undefined)),
      // Who is suspended or administrator may have been decided by somebody else a moment ago.
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      placeholderData: keepPreviousData,
    }),
}
