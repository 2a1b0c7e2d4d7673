import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '~/lib/session'
import { safeNextPath } from './next-path'

/**
 * Redirects signed-in members from a visitors' page, also when they sign in there or in another tab: home (section 2,
 * Sign in), or to the upvote that waits for it. Replaces the history entry, so that Back leads to the page before.
 */
export function useRedirectSignedIn(next: string | undefined): void {
  const router = useRouter()
  const { status } = useSession()
  // The location's state, and `next` with it, is another one as soon as the redirect has begun.
  const isLeaving = useRef(false)
  useEffect(() => {
    if (status !== 'signed-in' || isLeaving.current) return
    isLeaving.current = true
    router.navigate({ href: safeNextPath(next), replace: true })
  }, [router, status, next])
}
