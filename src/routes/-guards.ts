import type { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { adminStatusQuery, knowsAdmin } from '../lib/admin-status-data'
import { settledSession } from '../lib/session-start'
import { getSessionSnapshot, type SessionSnapshot } from '../lib/session-store'

type SignedIn = Extract<SessionSnapshot, { status: 'signed-in' }>

/**
 * For `beforeLoad` of a signed-in route (section 2, Guards): waits until it is known who is here; leads a visitor to
 * /login, replacing the history entry; from there a way back is offered. The route needs `ssr: false`: only the browser
 * knows.
 */
export async function requireUser(location: Pick<ParsedLocation, 'href'>): Promise<SignedIn> {
  const snapshot = await settledSession()
  if (snapshot.status !== 'signed-in')
    throw redirect({ to: '/login', state: { from: location.href }, replace: true })
  return snapshot
}

/**
 * For `beforeLoad` of an admin route: as `requireUser`, and leads whoever is not an administrator, or of whom it cannot
 * be known, to the home page. It spares people a page that is not for them; what they may do the database decides.
 */
export async function requireAdmin(
  queryClient: QueryClient,
  location: Pick<ParsedLocation, 'href'>,
): Promise<SignedIn> {
  const snapshot = await requireUser(location)
  if (await knowsAdmin(queryClient, snapshot.user.id)) return snapshot
  throw redirect({ to: '/', replace: true })
}

/** Whether the person on this page has been asked about already. Unlike `cause`, this is also right as the page opens. */
export function isAdminKnown(queryClient: QueryClient): boolean {
  const { user } = getSessionSnapshot()
  return user !== null && queryClient.getQueryData(adminStatusQuery(user.id).queryKey) !== undefined
}
