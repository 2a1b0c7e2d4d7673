import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { adminErrors, lostRight, lostRightQuestion } from '#messages/admin.js'
import { adminStatusQuery } from '~/lib/admin-status-data'
import { addErrorTexts } from '~/lib/errors'
import { confirmNavigation } from '~/lib/navigation-guard'
import { notify } from '~/lib/notify'
import { GuardSkeleton } from './guard-skeleton'
import { MembersOnly } from './members-only'

// The guard of every admin page.
addErrorTexts(adminErrors)

/**
 * The content of an admin page, for as long as the person is signed in and an administrator. If they lose the right
 * they are notified and redirected home; with unsaved changes, after a confirmation. A failed check changes nothing:
 * the database enforces the rights, and typed text must not be lost for want of a network.
 */
export function AdminsOnly({ children }: { children: ReactNode }) {
  return <MembersOnly>{(user) => <Guard user={user}>{children}</Guard>}</MembersOnly>
}

function Guard({ user, children }: { user: User; children: ReactNode }) {
  const router = useRouter()
  const { data: isAdmin, dataUpdatedAt } = useQuery({
    ...adminStatusQuery(user.id),
    refetchOnWindowFocus: true,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new result asks again where the person stayed.
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

  // The page stays until they leave, because it may contain typed text.
  return isAdmin === undefined ? <GuardSkeleton /> : children
}
