import type { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { adminStatusQuery, knowsAdmin } from '../lib/admin-status-data'
import { settledSession } from '../lib/session-start'
import { getSessionSnapshot, type SessionSnapshot } from '../lib/session-store'

type SignedIn = Extract<SessionSnapshot, { status: 'signed-in' }>

/**
 * For `beforeLoad` of a member's route (section 2, Guards): waits until the session is known; redirects a visitor to
 * /login, replacing the history entry, with a way back. The route needs `ssr: false`, because only the browser knows
 * the session.
 */
export async function requireUser(location: Pick<ParsedLocation, 'href'>): Promise<SignedIn> {
  const snapshot = await settledSession()
  if (snapshot.status !== 'signed-in')
    throw redirect({ to: '/login', state: { from: location.href }, replace: true })
  return snapshot
}

/**
 * For `beforeLoad` of an admin route: as `requireUser`, and redirects home anyone who is not an administrator, or whose
 * status cannot be determined. This is a convenience; the database enforces the rights.
 */
export async function requireAdmin(
  queryClient: QueryClient,
  location: Pick<ParsedLocation, 'href'>,
): Promise<SignedIn> {
  const snapshot = await requireUser(location)
  if (await knowsAdmin(queryClient, snapshot.user.id)) return snapshot
  throw redirect({ to: '/', replace: true })
}

/** Whether the person's status has been fetched. Unlike `cause`, also correct for the first page. */
export function isAdminKnown(queryClient: QueryClient): boolean {
  const { user } = getSessionSnapshot()
  return user !== null && queryClient.getQueryData(adminStatusQuery(user.id).queryKey) !== undefined
}
