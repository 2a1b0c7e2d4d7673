import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Db } from './db-client'
import { dataOf } from './errors'
import { loadDb } from './load-db'
import { PERSONAL } from './session'
import { getSessionSnapshot } from './session-store'

const ADMIN_STATUS = 'is-admin'

/** Whether this is the status query itself: a refusal of it must not trigger another one. */
export const isAdminStatus = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[2] === ADMIN_STATUS

/** How many notices the person has not read: told with the role, so that the header costs no request of its own. */
export const unreadKey = (userId: string): QueryKey => [PERSONAL, userId, 'unread']

/** The role of the signed-in person, if any (section 6), and their unread notices. Throws when that cannot be determined. */
async function fetchStanding(db: Db) {
  // At once: the session may end in between.
  const [isAdmin, [standing]] = await Promise.all([
    dataOf(db.rpc('is_admin'), 'unknown'),
    dataOf(db.rpc('get_my_standing'), 'unknown'),
  ])
  return { role: isAdmin ? 'administrator' : (standing?.role ?? null), unread: standing?.unread }
}

/**
 * The same as a query, cached for five minutes per person. A failure is not cached: it counts as "no", and the next
 * reader asks again. The request is not cancelled when its component unmounts, because a guard may be waiting for it.
 */
export function adminStatusQuery(userId: string) {
  return queryOptions({
    queryKey: [PERSONAL, userId, ADMIN_STATUS],
    queryFn: async ({ client }) => {
      const { role, unread } = await fetchStanding(await loadDb('unknown'))
      client.setQueryData(unreadKey(userId), unread)
      return role
    },
    staleTime: 5 * 60_000,
    refetchOnWindowFocus: true,
    retry: false,
  })
}

/** This person's role, cached or fetched; any failure counts as none (section 6). */
export async function knownRole(queryClient: QueryClient, userId: string): Promise<string | null> {
  return queryClient.fetchQuery(adminStatusQuery(userId)).catch(() => null)
}

/**
 * Refetches after the server refused a call that needs a role; `AdminsOnly` redirects people who lost the right.
 * Resolves to whether the person still has a role.
 */
export async function recheckAdmin(queryClient: QueryClient): Promise<boolean> {
  const { user } = getSessionSnapshot()
  if (!user) return false
  const { queryKey } = adminStatusQuery(user.id)
  await queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
  return Boolean(queryClient.getQueryData(queryKey))
}
