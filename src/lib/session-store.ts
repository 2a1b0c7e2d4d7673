import type { AuthChangeEvent, Session, User } from '@supabase/auth-js'
import { getApiUrl } from './environment'
import { DataError, type ErrorCode } from './errors'

/**
 * The signed-in person, for every part of the page (section 4). `loading` on the server, during hydration and while an
 * expired session is refreshed; then `signed-in` or `signed-out`. `ended` says how this tab's session ended: by signing
 * out here, or otherwise (expired, revoked, ended in another tab). Null for a visitor who never had one.
 */
export type SessionSnapshot =
  | { status: 'loading'; user: null; ended: null }
  | { status: 'signed-in'; user: User; ended: null }
  | { status: 'signed-out'; user: null; ended: 'by-choice' | 'elsewhere' | null }

export const LOADING: SessionSnapshot = { status: 'loading', user: null, ended: null }

let snapshot: SessionSnapshot = LOADING
let session: Session | null = null
let signingOut = false
let hadStoredSession = false
const listeners = new Set<() => void>()

export function getSessionSnapshot(): SessionSnapshot {
  return snapshot
}

/** The session itself, tokens included: for the database client, never for components. */
export function getCurrentSession(): Session | null {
  return session
}

/** Throws when this person is no longer signed in: a dialog may outlive its session. */
export function assertSignedIn(userId: string, code: ErrorCode): void {
  if (snapshot.user?.id !== userId || isStoredSessionGone()) throw new DataError(code, { status: 400 })
}

/** Subscribes to changes; returns the unsubscribe function. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Handles an event of the authentication client. Without a session, storage decides: a refresh that failed for want of
 * a network leaves the session there, and the person signed in.
 */
export function acceptAuthEvent(event: AuthChangeEvent, reported: Session | null): void {
  settleSession(event === 'SIGNED_OUT' ? null : (reported ?? readStoredSession()))
}

/** Sets the state of this tab; listeners are notified only if the person or their data changed. */
export function settleSession(next: Session | null): void {
  session = next
  if (next) {
    if (snapshot.status === 'signed-in' && isSameUser(snapshot.user, next.user)) return
    publish({ status: 'signed-in', user: next.user, ended: null })
    return
  }
  if (snapshot.status === 'signed-out') return
  const had = snapshot.status === 'signed-in' || hadStoredSession
  publish({ status: 'signed-out', user: null, ended: !had ? null : signingOut ? 'by-choice' : 'elsewhere' })
}

/** Records that this tab started with a stored session that is not verified yet. */
export function expectSession(): void {
  hadStoredSession = true
}

/** Runs a sign-out, so that the end of the session counts as the person's choice. */
export async function asOwnChoice<T>(signOut: () => Promise<T>): Promise<T> {
  signingOut = true
  try {
    return await signOut()
  } finally {
    signingOut = false
  }
}

function publish(next: SessionSnapshot): void {
  snapshot = next
  for (const listener of listeners) listener()
}

function isSameUser(a: User, b: User): boolean {
  return a.id === b.id && a.email === b.email && a.updated_at === b.updated_at
}

/**
 * Signs the person out of this browser without a request, after their account was deleted. Other tabs follow by the
 * storage event.
 */
export function forgetSession(): void {
  localStorage.removeItem(sessionStorageKey())
  signingOut = true
  settleSession(null)
  signingOut = false
}

/** A token is refreshed when it expires within this time (section 9: 90 s or less). */
const REFRESH_MARGIN_MS = 90_000

/** The localStorage key Supabase's clients use for a backend: `sb-<first label of its host>-auth-token`. */
export function sessionStorageKey(apiUrl: string = getApiUrl()): string {
  return `sb-${new URL(apiUrl).hostname.split('.')[0]}-auth-token`
}

/** The stored session, or null: none, unreadable, or storage is blocked. */
export function readStoredSession(): Session | null {
  try {
    return parseSession(localStorage.getItem(sessionStorageKey()))
  } catch {
    // Browsers that block site data throw on every access; such a visitor has no stored session.
    return null
  }
}

/** Whether another tab removed the session from storage. Unknown counts as no: storage may be blocked. */
function isStoredSessionGone(): boolean {
  try {
    return localStorage.getItem(sessionStorageKey()) === null
  } catch {
    return false
  }
}

/** Parses a stored session; null if it is incomplete. */
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
