import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { adminStatusQuery } from '~/lib/admin-status-data'
import { addErrorTexts } from '~/lib/errors'
import { confirmNavigation } from '~/lib/navigation-guard'
import { notify } from '~/lib/notify'
import { adminErrors, lostRight, lostRightQuestion } from '~/messages/en/admin'
import { GuardSkeleton } from './guard-skeleton'
import { MembersOnly } from './members-only'

// Every page of the administration stands behind this guard.
addErrorTexts(adminErrors)

/**
 * The content of a page that `requireAdmin` let someone into, for as long as they are signed in and administrator. Who
 * loses the right meanwhile is notified and redirected to the home page; with unsaved changes, after a confirmation. A
 * check that fails on the way changes nothing here: the database refuses what is not theirs to do, and what they typed is
 * not lost for want of a network.
 */
export function AdminsOnly({ children }: { children: (user: User) => ReactNode }) {
  return <MembersOnly>{(user) => <Guard user={user}>{children}</Guard>}</MembersOnly>
}

function Guard({ user, children }: { user: User; children: (user: User) => ReactNode }) {
  const router = useRouter()
  const { data: isAdmin, dataUpdatedAt } = useQuery({
    ...adminStatusQuery(user.id),
    refetchOnWindowFocus: true,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: every further answer asks again those who stayed.
  useEffect(() => {
    if (isAdmin !== false) return
    let current = true
    notify.info(lostRight)
    void confirmNavigation(lostRightQuestion).then((leave) => {
      if (leave && current) router.navigate({ to: '/', replace: true, ignoreBlocker: true })
    })
    return () => {
      current = false
    }
  }, [router, isAdmin, dataUpdatedAt])

  // With the right gone the page stays until they leave: what was typed on it is theirs.
  return isAdmin === undefined ? <GuardSkeleton /> : children(user)
}
