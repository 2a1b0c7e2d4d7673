import { lastRefresh, loadAuthClient, startSession } from './session-start'
import { getCurrentSession, needsRefresh, readStoredSession } from './session-store'

/**
 * The access token for a request of this person, refreshed when it is about to expire; null for a visitor. Throws if a
 * refresh is due and there is no network: sent without a token, the request would return a visitor's data.
 */
export async function getAccessToken(): Promise<string | null> {
  startSession()
  const current = readStoredSession() ?? getCurrentSession()
  if (!current) return null
  if (!needsRefresh(current)) return current.access_token
  const auth = await loadAuthClient()
  // "Try again" must try at once; an automatic retry right after a failure must not.
  if (Date.now() - lastRefresh.failedAt > 3000) auth.forgetFailedRefresh()
  const { data, error } = await auth.getSession()
  if (data.session) return data.session.access_token
  lastRefresh.failedAt = Date.now()
  if (error && readStoredSession()) throw error
  return null
}

/**
 * After the backend refused an access token: refreshes it, or ends the session here if that is impossible. Returns the
 * new token, or null if the person is signed out now.
 */
export async function replaceRefusedToken(refused: string): Promise<string | null> {
  const current = readStoredSession() ?? getCurrentSession()
  if (!current) return null
  if (current.access_token !== refused) return current.access_token
  const auth = await loadAuthClient()
  const { data, error } = await auth.refreshSession()
  if (data.session) return data.session.access_token
  // Meanwhile another session may have begun: by a mailed link, or in another tab.
  const stored = readStoredSession()
  if (stored && stored.access_token !== refused) return stored.access_token
  // Only a response of the service ends a session; a network failure (status 0 or none) does not.
  if (error?.status && error.status < 500 && error.status !== 429) await auth.signOut({ scope: 'local' })
  return readStoredSession()?.access_token === refused ? refused : null
}
