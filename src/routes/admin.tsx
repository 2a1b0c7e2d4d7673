import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminsOnly } from '~/components/admins-only'
import { GuardSkeleton } from '~/components/guard-skeleton'
import { AdminShell, placeFor } from '~/features/admin/admin-shell'
import { guardedHead, isAdminKnown, requireAdmin } from '~/routes/-guards'

/** The parent of every admin page: guarded, browser only, noindex. */
export const Route = createFileRoute('/admin')({
  ssr: false,
  // Each page parses it, so that the code is not part of the first load.
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: async ({ context: { queryClient }, location, cause }) => {
    // AdminsOnly checks people who are on the page already.
    if (cause !== 'stay' || !isAdminKnown(queryClient)) await requireAdmin(queryClient, location)
  },
  head: guardedHead('admin'),
  pendingComponent: GuardSkeleton,
  component: Admin,
})

function Admin() {
  return (
    <AdminsOnly placeFor={placeFor}>
      <AdminShell>
        <Outlet />
      </AdminShell>
    </AdminsOnly>
  )
}
