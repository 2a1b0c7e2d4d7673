import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import * as messages from '#messages/site.js'
import { errorMessage, logError } from './errors'
import { focusOnceLost } from './focus-once-lost'
import { confirmNavigation } from './navigation-guard'
import { notify } from './notify'
import { loadAuthClient, startSession } from './session-start'
import {
  asOwnChoice,
  getSessionSnapshot,
  LOADING,
  type SessionSnapshot,
  subscribeToSession,
} from './session-store'

/**
 * First part of every query key that belongs to the signed-in person, followed by the person's id:
 * `[PERSONAL, user.id, 'upvotes', …]`. Such queries are dropped when someone else signs in or out.
 */
export const PERSONAL = 'personal'

/**
 * The session: `{ status: 'loading' | 'signed-in' | 'signed-out', user, ended }`. Follows all events of the
 * authentication client, also of other tabs. `loading` on the server and during hydration.
 */
export function useSession(): SessionSnapshot {
  return useSyncExternalStore(subscribe, getSessionSnapshot, () => LOADING)
}

/**
 * Runs once per page when the person changes: drops their cached queries, and reports an end of the session they did
 * not choose. Mounted by the root route.
 */
export function SessionEffects() {
  const queryClient = useQueryClient()
  const { status, user, ended } = useSession()
  const userId = user?.id ?? null

  useEffect(() => {
    // The person has not changed yet, and a guard may have started a query.
    if (status === 'loading') return
    queryClient.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] === PERSONAL && queryKey[1] !== userId,
    })
  }, [queryClient, status, userId])

  useEffect(() => {
    if (ended === 'elsewhere') notify.info(messages.sessionEnded)
  }, [ended])

  return null
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = subscribeToSession(listener)
  startSession()
  return unsubscribe
}

/**
 * Signs the person out everywhere (scope global) and navigates home. If that fails they stay signed in and are told,
 * because other devices would still be signed in.
 */
export function useSignOut(): () => Promise<void> {
  const router = useRouter()
  return useCallback(async () => {
    if (!(await confirmNavigation())) return
    try {
      const { error } = await asOwnChoice(async () => (await loadAuthClient()).signOut({ scope: 'global' }))
      if (error) throw error
    } catch (error) {
      logError('Nobody was signed out', error)
      notify.error(errorMessage(error))
      return
    }
    notify.success(messages.signedOut)
    await router.navigate({ to: '/' })
    // On home the pressed button goes without a new page.
    focusOnceLost(() => document.getElementById('content'))
  }, [router])
}
