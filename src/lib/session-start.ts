import type { Session } from '@supabase/auth-js'
import type { SiteAuthClient } from './auth-client'
import {
  acceptAuthEvent,
  expectSession,
  getCurrentSession,
  getSessionSnapshot,
  needsRefresh,
  readStoredSession,
  type SessionSnapshot,
  sessionStorageKey,
  settleSession,
  subscribeToSession,
} from './session-store'

let started = false
let refreshFailedAt = 0

/**
 * Reads the stored session and follows its changes; may be called repeatedly. A visitor without a stored session is
 * signed out at once and never downloads the authentication client.
 */
export function startSession(): void {
  if (started || typeof window === 'undefined') return
  started = true
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key === sessionStorageKey()) followStorage()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    // A page restored from the back/forward cache has missed changes.
    if (persisted) followStorage()
  })
  const stored = readStoredSession()
  if (stored && needsRefresh(stored)) {
    expectSession()
    refreshStored()
    return
  }
  settleSession(stored)
  if (stored) keepFresh()
}

/** The state once it is no longer `loading`. */
export function settledSession(): Promise<SessionSnapshot> {
  startSession()
  const { promise, resolve } = Promise.withResolvers<SessionSnapshot>()
  const unsubscribe = subscribeToSession(check)
  check()
  return promise

  function check() {
    const snapshot = getSessionSnapshot()
    if (snapshot.status === 'loading') return
    unsubscribe()
    resolve(snapshot)
  }
}

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
  if (Date.now() - refreshFailedAt > 3000) auth.forgetFailedRefresh()
  const { data, error } = await auth.getSession()
  if (data.session) return data.session.access_token
  refreshFailedAt = Date.now()
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
  // Only a response of the service ends a session; a network failure (status 0 or none) does not.
  if (error?.status && error.status < 500 && error.status !== 429) await auth.signOut({ scope: 'local' })
  return readStoredSession()?.access_token === refused ? refused : null
}

function followStorage(): void {
  const stored = readStoredSession()
  settleSession(stored)
  if (stored) keepFresh()
}

/** The authentication client renews tokens while the page is open. Without it (offline) requests do. */
function keepFresh(): void {
  loadAuthClient().catch(() => undefined)
}

function refreshStored(): void {
  const applyStored = (stored: Session | null) => {
    if (stored && needsRefresh(stored)) refreshFailedAt = Date.now()
    if (getSessionSnapshot().status === 'loading') settleSession(stored)
  }
  loadAuthClient().then(
    () => applyStored(readStoredSession()),
    () => applyStored(readStoredSession()),
  )
}

let loadingClient: Promise<SiteAuthClient> | undefined

/**
 * The tab's single authentication client, downloaded on first use. All its events reach the session store. Rejects if
 * the download fails; the next call tries again.
 */
export function loadAuthClient(): Promise<SiteAuthClient> {
  loadingClient ??= startClient().catch((error: unknown) => {
    loadingClient = undefined
    throw error
  })
  return loadingClient
}

/** A separate client for one call, whose session is neither stored nor shared with this page. */
export async function loadDetachedAuthClient(): Promise<SiteAuthClient> {
  const { createAuthClient } = await import('./auth-client')
  return createAuthClient({ keep: false })
}

async function startClient(): Promise<SiteAuthClient> {
  const { createAuthClient } = await import('./auth-client')
  const auth = createAuthClient()
  await auth.initialize()
  auth.onAuthStateChange(acceptAuthEvent)
  return auth
}
