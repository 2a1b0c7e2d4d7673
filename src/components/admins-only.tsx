import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { adminErrors, lostRight, lostRightQuestion, lostRole } from '#messages/admin.js'
import { adminStatusQuery } from '~/lib/admin-status-data'
import { addErrorTexts } from '~/lib/errors'
import { confirmNavigation } from '~/lib/navigation-guard'
import { notify } from '~/lib/notify'
import { GuardSkeleton } from './guard-skeleton'
import { MembersOnly } from './members-only'

// The guard of every admin page.
addErrorTexts(adminErrors)

type Props = {
  /** The path a person with this role is led to who opens this one: the same, if they may. */
  placeFor: (role: string | null, pathname: string) => string
  children: ReactNode
}

/**
 * The content of an admin page, for as long as the person is signed in and has a role that may open it. If they lose it
 * they are notified and redirected home; with unsaved changes, after a confirmation. A failed check changes nothing:
 * the database enforces the rights, and typed text must not be lost for want of a network.
 */
export function AdminsOnly(props: Props) {
  return <MembersOnly>{(user) => <Guard user={user} {...props} />}</MembersOnly>
}

function Guard({ user, placeFor, children }: Props & { user: User }) {
  const router = useRouter()
  const { pathname } = useLocation()
  const { data: role, dataUpdatedAt } = useQuery(adminStatusQuery(user.id))
  // The next page is loading, and this one is still shown.
  const isLeaving = !/^\/admin(\/|$)/.test(pathname)
  const place = role === undefined || isLeaving ? pathname : placeFor(role, pathname)
  /** What was shown last: where, and to whom. */
  const shown = useRef<{ pathname: string; role: string }>(undefined)
  const wasShown = isLeaving ? shown.current !== undefined : shown.current?.pathname === pathname

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new result asks again where the person stayed.
  useEffect(() => {
    if (isLeaving) return
    if (place === pathname) {
      if (role) shown.current = { pathname, role }
      return
    }
    if (!wasShown) {
      router.navigate({ to: place, replace: true })
      return
    }
    let current = true
    const isAdmin = shown.current?.role === 'administrator'
    notify.info(isAdmin ? lostRight : lostRole)
    const question = isAdmin ? lostRightQuestion : { ...lostRightQuestion, title: lostRole }
    void confirmNavigation(question).then((leave) => {
      if (leave && current) router.navigate({ to: '/', replace: true, ignoreBlocker: true })
    })
    return () => {
      current = false
    }
  }, [router, place, pathname, dataUpdatedAt])

  // The page stays until they leave, because it may contain typed text.
  const mayShow = role !== undefined && !isLeaving && place === pathname
  return mayShow || wasShown ? children : <GuardSkeleton />
}
