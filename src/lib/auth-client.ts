import { GoTrueClient } from '@supabase/auth-js'
import { getApiUrl, getEnvironment } from './environment'
import { needsRefresh, readStoredSession, sessionStorageKey } from './session-store'

/** The sign-in client of this site. */
export class SiteAuthClient extends GoTrueClient {
  /** The library repeats a failed refresh's error for a minute. Lets the next call try again at once. */
  forgetFailedRefresh(): void {
    this.lastRefreshFailure = null
  }
}

/**
 * The browser's authentication client, configured as Supabase's own, so that the session is stored under the same key.
 * Loaded only through `loadAuthClient`: it is the site's largest library and most visitors never need it. With `keep:
 * false` its session is not stored and signs nobody in.
 */
export function createAuthClient({ keep = true }: { keep?: boolean } = {}): SiteAuthClient {
  const { publishableKey } = getEnvironment()
  return new SiteAuthClient({
    url: `${getApiUrl()}/auth/v1`,
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: keep ? sessionStorageKey() : 'not-kept',
    persistSession: keep,
    autoRefreshToken: keep,
    fetch: keep ? fetchRefreshingOnce : undefined,
    // /auth/confirm verifies the token hash of mailed links; nothing else in a URL may sign anyone in.
    detectSessionInUrl: false,
  })
}

/** How long a tab waits for another tab's refresh. */
const LOCK_TIMEOUT_MS = 8000
/** Time after the response in which the client stores the new session. */
const SAVING_MS = 250

/**
 * `fetch` for the authentication client. Tabs with the same expired session must not each spend its refresh token: the
 * service treats a second use as theft and ends the session everywhere. So refreshes take a lock, and later ones are
 * answered with the session that the first has stored.
 */
export async function fetchRefreshingOnce(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const spent = readRefreshToken(input, init)
  // Web Locks exist on secure origins only.
  if (spent === null || !navigator.locks) return fetch(input, init)

  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const turn = async () => {
    const stored = readStoredSession()
    if (stored && stored.refresh_token !== spent && !needsRefresh(stored)) {
      resolve(Response.json(stored))
      return
    }
    resolve(await fetch(input, init))
    // Holds the lock until the client has stored the session.
    await new Promise((saved) => setTimeout(saved, SAVING_MS))
  }
  const signal = AbortSignal.timeout(LOCK_TIMEOUT_MS)
  navigator.locks.request(`${sessionStorageKey()}-refresh`, { signal }, turn).catch((error: unknown) => {
    if (signal.aborted && signal.reason === error) resolve(fetch(input, init))
    else reject(error)
  })
  return promise
}

/** The refresh token a request spends; null for any other request. */
function readRefreshToken(input: RequestInfo | URL, init: RequestInit | undefined): string | null {
  const url = input instanceof Request ? input.url : String(input)
  if (!url.includes('grant_type=refresh_token') || typeof init?.body !== 'string') return null
  const body: unknown = JSON.parse(init.body)
  if (typeof body !== 'object' || body === null || !('refresh_token' in body)) return null
  return typeof body.refresh_token === 'string' ? body.refresh_token : null
}
