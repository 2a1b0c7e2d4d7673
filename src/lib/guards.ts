import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { settledSession } from './session-start'
import type { SessionSnapshot } from './session-store'

type SignedIn = Extract<SessionSnapshot, { status: 'signed-in' }>

/**
 * For `beforeLoad` of a signed-in route (section 2, Guards): waits until it is known who is here; leads a visitor to
 * /login, replacing the history entry, and back afterwards. The route needs `ssr: false`: only the browser knows.
 */
export async function requireUser(location: Pick<ParsedLocation, 'href'>): Promise<SignedIn> {
  const snapshot = await settledSession()
  if (snapshot.status === 'signed-in') return snapshot
  throw redirect({ to: '/login', search: { next: location.href }, replace: true })
}
