import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { loadAuthClient } from './auth-client'
import { errorMessage } from './error-message'
import { mayLeave } from './leaving'
import { notify } from './notify'
import { asOwnChoice } from './session-store'

/**
 * Signs the person out everywhere (scope global) and leads to the home page. A refusal or a missing network leaves
 * them signed in and is said: the other devices would still be signed in.
 */
export function useSignOut(): () => Promise<void> {
  const router = useRouter()
  return useCallback(async () => {
    if (!(await mayLeave())) return
    try {
      const { error } = await asOwnChoice(async () => (await loadAuthClient()).signOut({ scope: 'global' }))
      if (error) throw error
    } catch (error) {
      notify.error(errorMessage(error))
      return
    }
    notify.success('Successfully signed out!')
    await router.navigate({ to: '/' })
  }, [router])
}
