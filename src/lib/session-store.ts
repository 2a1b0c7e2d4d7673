import type { AuthChangeEvent, Session, User } from '@supabase/auth-js'
import type { ErrorCode } from '~/messages/en/errors'
import { DataError } from './data-error'
import { isStoredSessionGone, readStoredSession } from './stored-session'

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
let leaving = false
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

/** Makes `next` the state of this tab; parts are told only if who is signed in, or their data, changed. */
export function settleSession(next: Session | null): void {
  session = next
  if (next) {
    if (snapshot.status === 'signed-in' && isSameUser(snapshot.user, next.user)) return
    publish({ status: 'signed-in', user: next.user, ended: null })
    return
  }
  if (snapshot.status === 'signed-out') return
  const had = snapshot.status === 'signed-in' || hadStoredSession
  publish({ status: 'signed-out', user: null, ended: !had ? null : leaving ? 'by-choice' : 'elsewhere' })
}

/** Notes that this tab opened with a session whose worth is not known yet. */
export function expectSession(): void {
  hadStoredSession = true
}

/** Runs a sign-out, so that the end it brings about counts as the person's choice. */
export async function asOwnChoice<T>(signOut: () => Promise<T>): Promise<T> {
  leaving = true
  try {
    return await signOut()
  } finally {
    leaving = false
  }
}

function publish(next: SessionSnapshot): void {
  snapshot = next
  for (const listener of listeners) listener()
}

function isSameUser(a: User, b: User): boolean {
  return a.id === b.id && a.email === b.email && a.updated_at === b.updated_at
}
