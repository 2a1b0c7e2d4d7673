import type { User } from '@supabase/auth-js'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { profileErrors } from '#messages/profile.js'
import { addErrorTexts } from '~/lib/errors'
import { useSession } from '~/lib/session'
import { GuardSkeleton } from './guard-skeleton'

// The guard of every member's page.
addErrorTexts(profileErrors)

/**
 * The content of a member's page, for as long as they stay signed in. When the session ends elsewhere they are
 * redirected to /login, which leads back; signing out here has its own redirect.
 */
export function MembersOnly({ children }: { children: (user: User) => ReactNode }) {
  const router = useRouter()
  const { status, user, ended } = useSession()

  useEffect(() => {
    if (status !== 'signed-out' || ended === 'by-choice') return
    router.navigate({ to: '/login', state: { from: router.state.location.href }, replace: true })
  }, [router, status, ended])

  return user ? children(user) : <GuardSkeleton />
}
