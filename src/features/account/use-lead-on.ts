import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { safeNextPath } from '~/lib/next-path'
import { useSession } from '~/lib/session'

/**
 * Leads whoever is signed in away from a page for visitors, to `next` or home, also when they have just signed in there
 * or in another tab. The page leaves the history: Back goes to where they came from.
 */
export function useLeadOn(next: string | undefined): void {
  const router = useRouter()
  const { status } = useSession()
  useEffect(() => {
    if (status === 'signed-in') router.navigate({ href: safeNextPath(next), replace: true })
  }, [router, status, next])
}
