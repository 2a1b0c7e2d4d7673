import type { QueryClient } from '@tanstack/react-query'
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { adminStatusQuery, knownRole } from '../lib/admin-status-data'
import { settledSession } from '../lib/session-start'
import { getSessionSnapshot } from '../lib/session-store'
import type { GuardedMatch } from './-guarded-heads'

/**
 * For `beforeLoad` of a member's route (section 2, Guards): waits until the session is known; redirects a visitor to
 * /login, replacing the history entry, with a way back. The route needs `ssr: false`, because only the browser knows
 * the session.
 */
export async function requireUser(location: Pick<ParsedLocation, 'href'>): Promise<void> {
  const { user } = await settledSession()
  if (!user) throw redirect({ to: '/login', state: { from: location.href }, replace: true })
}

/**
 * For `beforeLoad` of an admin route: as `requireUser`, and redirects home anyone without a role, or whose role cannot
 * be determined. This is a convenience; the database enforces the rights.
 */
export async function requireAdmin(
  queryClient: QueryClient,
  location: Pick<ParsedLocation, 'href'>,
): Promise<void> {
  await requireUser(location)
  const { user } = getSessionSnapshot()
  if (!user || !(await knownRole(queryClient, user.id))) throw redirect({ to: '/', replace: true })
}

/** For the `head` of a guarded page. */
export const guardedHead = (page: keyof typeof import('./-guarded-heads')) => (asset: GuardedMatch) =>
  import('./-guarded-heads').then((heads) => heads[page](asset))

/** Whether the person's status has been fetched. Unlike `cause`, also correct for the first page. */
export function isAdminKnown(queryClient: QueryClient): boolean {
  const { user } = getSessionSnapshot()
  return user !== null && queryClient.getQueryData(adminStatusQuery(user.id).queryKey) !== undefined
}
