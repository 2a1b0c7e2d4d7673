import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { adminStatusQuery } from '~/lib/admin-status-data'
import { notify } from '~/lib/notify'
import { GuardSkeleton } from './guard-skeleton'
import { MembersOnly } from './members-only'

/**
 * The content of a page that `requireAdmin` let someone into, for as long as they are signed in and administrator. Whoever
 * loses the right meanwhile is told and led to the home page. A check that fails on the way changes nothing here: the
 * database refuses what is not theirs to do, and what they typed is not lost for want of a network.
 */
export function AdminsOnly({ children }: { children: (user: User) => ReactNode }) {
  return <MembersOnly>{(user) => <Gate user={user}>{children}</Gate>}</MembersOnly>
}

function Gate({ user, children }: { user: User; children: (user: User) => ReactNode }) {
  const router = useRouter()
  const { data: isAdmin } = useQuery({ ...adminStatusQuery(user.id), refetchOnWindowFocus: true })

  useEffect(() => {
    if (isAdmin !== false) return
    notify.info('You are no longer an administrator.')
    router.navigate({ to: '/', replace: true, ignoreBlocker: true })
  }, [router, isAdmin])

  return isAdmin ? children(user) : <GuardSkeleton />
}
