import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Db } from './db-client'
import { assertAnswered } from './errors'
import { loadDb } from './load-db'
import { PERSONAL } from './session'
import { getSessionSnapshot } from './session-store'

const ADMIN_STATUS = 'is-admin'

/** Whether this is the status query itself: a refusal of it must not trigger another one. */
export const isAdminStatus = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[2] === ADMIN_STATUS

/** Whether the signed-in person is an administrator (section 6). Throws when that cannot be determined. */
async function isAdmin(db: Db): Promise<boolean> {
  const answer = await db.rpc('is_admin')
  assertAnswered(answer, 'fetchAdminStatus')
  return answer.data === true
}

/**
 * The same as a query, cached for five minutes per person. A failure is not cached: it counts as "no", and the next
 * reader asks again. The request is not cancelled when its component unmounts, because a guard may be waiting for it.
 */
export function adminStatusQuery(userId: string) {
  return queryOptions({
    queryKey: [PERSONAL, userId, ADMIN_STATUS],
    queryFn: async () => isAdmin(await loadDb('fetchAdminStatus')),
    staleTime: 5 * 60_000,
    retry: false,
  })
}

/** Whether this person is an administrator, cached or fetched; any failure counts as "no" (section 6). */
export async function knowsAdmin(queryClient: QueryClient, userId: string): Promise<boolean> {
  return queryClient.fetchQuery(adminStatusQuery(userId)).catch(() => false)
}

/**
 * Refetches after the server refused an administrator's call; `AdminsOnly` redirects people who lost the right.
 * Resolves to whether the person still is an administrator.
 */
export async function recheckAdmin(queryClient: QueryClient): Promise<boolean> {
  const { user } = getSessionSnapshot()
  if (!user) return false
  const { queryKey } = adminStatusQuery(user.id)
  await queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
  return queryClient.getQueryData(queryKey) === true
}
