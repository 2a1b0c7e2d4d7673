import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Db } from './db-client'
import { assertAnswered } from './errors'
import { loadDb } from './load-db'
import { PERSONAL } from './session'
import { getSessionSnapshot } from './session-store'

const ADMIN_STATUS = 'is-admin'

/** Whether this query is the question itself: that it was refused is no reason to ask again. */
export const isAdminStatus = ({ queryKey }: { queryKey: QueryKey }): boolean => queryKey[2] === ADMIN_STATUS

/** Whether the signed-in person is an administrator (section 6). Throws when there is no telling. */
export async function isAdmin(db: Db): Promise<boolean> {
  const answer = await db.rpc('is_admin')
  assertAnswered(answer, 'fetchAdminStatus')
  return answer.data === true
}

/**
 * The same as a query, kept for five minutes per person. A failure is no answer, so it is not kept: whoever reads the
 * query takes it for "no", and the next to ask asks again. Nor is the question taken back when the part of the page that
 * asked first is gone: a guard may be waiting for the same answer.
 */
export function adminStatusQuery(userId: string) {
  return queryOptions({
    queryKey: [PERSONAL, userId, ADMIN_STATUS],
    queryFn: async () => isAdmin(await loadDb('fetchAdminStatus')),
    staleTime: 5 * 60_000,
    retry: false,
  })
}

/** Whether this person administers, from the last five minutes or asked now; any failure counts as not (section 6). */
export async function knowsAdmin(queryClient: QueryClient, userId: string): Promise<boolean> {
  return queryClient.fetchQuery(adminStatusQuery(userId)).catch(() => false)
}

/**
 * Fetches again, after the server refused what administrators may do; `AdminsOnly` redirects those who no longer are.
 * Resolves to whether the person still administers.
 */
export async function recheckAdmin(queryClient: QueryClient): Promise<boolean> {
  const { user } = getSessionSnapshot()
  if (!user) return false
  const { queryKey } = adminStatusQuery(user.id)
  await queryClient.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false })
  return queryClient.getQueryData(queryKey) === true
}
