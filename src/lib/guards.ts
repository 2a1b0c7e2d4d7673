import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { knowsAdmin } from './admin-status-data'
import type { Queries } from './queries'
import { settledSession } from './session-start'
import type { SessionSnapshot } from './session-store'

const FAILURE = 'This page could not be loaded'

type SignedIn = Extract<SessionSnapshot, { status: 'signed-in' }>

/**
 * For `beforeLoad` of a signed-in route (section 2, Guards): waits until it is known who is here; leads a visitor to
 * /login, replacing the history entry; from there a way back is offered. The route needs `ssr: false`: only the browser
 * knows. The query cache is there for its page.
 */
export async function requireUser(
  queries: Queries,
  location: Pick<ParsedLocation, 'href'>,
): Promise<SignedIn> {
  const snapshot = await settledSession()
  if (snapshot.status !== 'signed-in')
    throw redirect({ to: '/login', state: { from: location.href }, replace: true })
  await queries.load(FAILURE)
  return snapshot
}

/**
 * For `beforeLoad` of an admin route: as `requireUser`, and leads whoever is not an administrator, or of whom it cannot
 * be known, to the home page. It spares people a page that is not for them; what they may do the database decides.
 */
export async function requireAdmin(
  queries: Queries,
  location: Pick<ParsedLocation, 'href'>,
): Promise<SignedIn> {
  const snapshot = await requireUser(queries, location)
  if (await knowsAdmin(await queries.load(FAILURE), snapshot.user.id)) return snapshot
  throw redirect({ to: '/', replace: true })
}
