import type { Session } from '@supabase/auth-js'
import { getApiUrl } from './environment'

/** Supabase refreshes a token when this little of its life is left (section 9: 90 s or less). */
const REFRESH_MARGIN_MS = 90_000

/** The localStorage key Supabase's clients use for a backend: `sb-<first label of its host>-auth-token`. */
export function sessionStorageKey(apiUrl: string = getApiUrl()): string {
  return `sb-${new URL(apiUrl).hostname.split('.')[0]}-auth-token`
}

/** The session this browser keeps, or null: none, unreadable, or storage is blocked. */
export function readStoredSession(): Session | null {
  try {
    return parseSession(localStorage.getItem(sessionStorageKey()))
  } catch {
    // Browsers that block site data throw on every access; such a visitor has no stored session.
    return null
  }
}

/** Was the session taken out of this browser's storage behind our back? Unknown counts as no: storage may be blocked. */
export function isStoredSessionGone(): boolean {
  try {
    return localStorage.getItem(sessionStorageKey()) === null
  } catch {
    return false
  }
}

/** Reads a stored session's text; anything that is not a whole session is null. */
export function parseSession(text: string | null): Session | null {
  if (!text) return null
  try {
    const value: unknown = JSON.parse(text)
    return isSession(value) ? value : null
  } catch {
    return null
  }
}

/** Whether the access token must be refreshed before it is used. */
export function needsRefresh(session: Session, now: number = Date.now()): boolean {
  return session.expires_at === undefined || session.expires_at * 1000 - now <= REFRESH_MARGIN_MS
}

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false
  const { access_token, refresh_token, user } = value as Partial<Record<keyof Session, unknown>>
  return (
    typeof access_token === 'string' &&
    typeof refresh_token === 'string' &&
    typeof user === 'object' &&
    user !== null &&
    'id' in user &&
    typeof user.id === 'string'
  )
}
