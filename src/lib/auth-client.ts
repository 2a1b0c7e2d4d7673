import { GoTrueClient } from '@supabase/auth-js'
import { getApiUrl, getEnvironment } from './environment'
import { needsRefresh, readStoredSession, sessionStorageKey } from './session-store'

/** The sign-in client of this site. */
export class SiteAuthClient extends GoTrueClient {
  /** After a failed refresh the library answers with that failure for a minute. Lets the next call try again at once. */
  forgetFailedRefresh(): void {
    this.lastRefreshFailure = null
  }
}

/**
 * The browser's sign-in client, configured as Supabase's own client configures it, so that its session is kept
 * under the same key. Loaded only through `loadAuthClient`: it is the largest library of the site and most
 * visitors never need it. With `keep: false` it holds its session for itself: it signs nobody on this page in.
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
    // Mailed links carry a token hash that /auth/confirm verifies; nothing else in an address may sign one in.
    detectSessionInUrl: false,
  })
}

/** How long a tab waits for another that is refreshing; then it goes its own way. */
const PATIENCE_MS = 8000
/** How long after the answer the new session is surely in storage. */
const SAVING_MS = 250

/**
 * `fetch` for the sign-in client. Tabs that wake together with the same old session must not each spend its refresh
 * token: the service takes a second use for theft and ends the session everywhere. So each acquires a
 * lock, and the later ones find the session that the first has stored and are answered with that.
 */
export async function fetchRefreshingOnce(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const spent = readRefreshToken(input, init)
  // Browsers offer locks on secure origins only.
  if (spent === null || !navigator.locks) return fetch(input, init)

  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const turn = async () => {
    const stored = readStoredSession()
    if (stored && stored.refresh_token !== spent && !needsRefresh(stored)) {
      resolve(Response.json(stored))
      return
    }
    resolve(await fetch(input, init))
    // The turn ends when the client has stored what it got, not before.
    await new Promise((saved) => setTimeout(saved, SAVING_MS))
  }
  const signal = AbortSignal.timeout(PATIENCE_MS)
  navigator.locks.request(`${sessionStorageKey()}-refresh`, { signal }, turn).catch((error: unknown) => {
    if (signal.aborted && signal.reason === error) resolve(fetch(input, init))
    else reject(error)
  })
  return promise
}

/** The refresh token a request spends; null for every other request. */
function readRefreshToken(input: RequestInfo | URL, init: RequestInit | undefined): string | null {
  const url = input instanceof Request ? input.url : String(input)
  if (!url.includes('grant_type=refresh_token') || typeof init?.body !== 'string') return null
  const body: unknown = JSON.parse(init.body)
  if (typeof body !== 'object' || body === null || !('refresh_token' in body)) return null
  return typeof body.refresh_token === 'string' ? body.refresh_token : null
}
