import { queryOptions } from '@tanstack/react-query'
import type { Db } from './db-client'
import { loadDb } from './load-db'
import { PERSONAL } from './session'

/** Whether the signed-in person is an administrator (section 6). Any failure counts as not. */
export async function isAdmin(db: Db, signal?: AbortSignal): Promise<boolean> {
  const { data, error } = await (signal ? db.rpc('is_admin').abortSignal(signal) : db.rpc('is_admin'))
  signal?.throwIfAborted()
  return !error && data === true
}

/** The same as a query, kept for five minutes per person. */
export function adminStatusQuery(userId: string) {
  return queryOptions({
    queryKey: [PERSONAL, userId, 'is-admin'],
    queryFn: async ({ signal }) => isAdmin(await loadDb('Failed to ask who is an administrator'), signal),
    staleTime: 5 * 60_000,
    retry: false,
  })
}
