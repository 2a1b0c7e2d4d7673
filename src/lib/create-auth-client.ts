import { GoTrueClient } from '@supabase/auth-js'
import { getApiUrl, getEnvironment } from './environment'
import { fetchRefreshingOnce } from './refresh-once'
import { sessionStorageKey } from './stored-session'

/** The sign-in client of this site. */
export class SiteAuthClient extends GoTrueClient {
  /** After a failed refresh the library answers with that failure for a minute. Lets the next call try again at once. */
  forgetFailedRefresh(): void {
    this.lastRefreshFailure = null
  }
}

/**
 * The browser's sign-in client, configured as Supabase's own client configures it, so that its session is kept
 * under the same key. Loaded only through `auth-client.ts`: it is the largest library of the site and most
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
