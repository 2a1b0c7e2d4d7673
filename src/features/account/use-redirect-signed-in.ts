import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '~/lib/session'

/**
 * Redirects signed-in members home from a visitors' page, also when they sign in there or in another tab (section 2,
 * Sign in). Replaces the history entry, so that Back leads to the page before.
 */
export function useRedirectSignedIn(): void {
  const router = useRouter()
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed-in') router.navigate({ to: '/', replace: true })
  }, [router, status])
}
