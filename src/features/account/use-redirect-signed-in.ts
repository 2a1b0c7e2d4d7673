import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '~/lib/session'

/**
 * Redirects signed-in members home from a page for visitors, also when they have just signed in there or in another tab
 * (section 2, Sign in). The page leaves the history: Back goes to where they came from.
 */
export function useRedirectSignedIn(): void {
  const router = useRouter()
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed-in') router.navigate({ to: '/', replace: true })
  }, [router, status])
}
