import type { User } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { adminStatusQuery, recheckAdmin } from '~/lib/admin-status-data'
import { isRefusal } from '~/lib/data-error'
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

  useWatchForRefusals()

  useEffect(() => {
    if (isAdmin !== false) return
    notify.info('You are no longer an administrator.')
    router.navigate({ to: '/', replace: true, ignoreBlocker: true })
  }, [router, isAdmin])

  return isAdmin ? children(user) : <GuardSkeleton />
}

/** A read or write the server refuses is the first sign of a right that was taken away. */
function useWatchForRefusals(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const stopQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error' || !isRefusal(event.action.error)) return
      // The check itself was refused: asking again would be refused again.
      if (event.query.queryKey.at(-1) === 'is-admin') return
      void recheckAdmin(queryClient)
    })
    const stopMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error' || !isRefusal(event.action.error)) return
      void recheckAdmin(queryClient)
    })
    return () => {
      stopQueries()
      stopMutations()
    }
  }, [queryClient])
}
