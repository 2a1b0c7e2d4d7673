import type { AuthChangeEvent, Session, User } from '@supabase/auth-js'
import type { ErrorCode } from '~/messages/en/errors'
import { getApiUrl } from './environment'
import { DataError } from './errors'

/**
 * Who is here, as every part of the page sees it (section 4). `loading` on the server, during hydration and
 * while an old session is being refreshed; then `signed-in` or `signed-out`.
 * `ended` tells how a session of this tab came to its end: the person signed out here, or it ran out, was
 * revoked, or was ended in another tab. It is null for a visitor who never had one.
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

/** Throws when this person is not signed in any more: a dialog may outlive a session that was ended behind its back. */
export function assertSignedIn(userId: string, code: ErrorCode): void {
  if (snapshot.user?.id !== userId || isStoredSessionGone()) throw new DataError(code, { status: 400 })
}

/** Calls back after every change; returns the way to stop. */
export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes what the sign-in client reports. Without a session, storage decides: a refresh that failed for want
 *  of a network leaves the session there, and its owner signed in. */
export function acceptAuthEvent(event: AuthChangeEvent, reported: Session | null): void {
  settleSession(event === 'SIGNED_OUT' ? null : (reported ?? readStoredSession()))
}

/** Makes `next` the state of this tab; listeners are notified only if who is signed in, or their data, changed. */
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

/** Notes that this tab opened with a session whose worth is not known yet. */
export function expectSession(): void {
  hadStoredSession = true
}

/** Runs a sign-out, so that the end it brings about counts as the person's choice. */
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
 * Signs the person out of this browser without asking the service, whose account of them is gone. Other tabs follow by
 * their storage event.
 */
export async function forgetSession(): Promise<void> {
  await asOwnChoice(async () => {
    localStorage.removeItem(sessionStorageKey())
    settleSession(null)
  })
}

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
