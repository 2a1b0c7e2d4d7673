import type { Session } from '@supabase/auth-js'
import type { SiteAuthClient } from './auth-client'
import {
  acceptAuthEvent,
  expectSession,
  getSessionSnapshot,
  needsRefresh,
  readStoredSession,
  type SessionSnapshot,
  sessionStorageKey,
  settleSession,
  subscribeToSession,
} from './session-store'

let started = false
/** When the last refresh of a stored session failed. */
export const lastRefresh = { failedAt: 0 }

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
    if (stored && needsRefresh(stored)) lastRefresh.failedAt = Date.now()
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

async function startClient(): Promise<SiteAuthClient> {
  const { createAuthClient } = await import('./auth-client')
  const auth = createAuthClient()
  await auth.initialize()
  auth.onAuthStateChange(acceptAuthEvent)
  return auth
}
