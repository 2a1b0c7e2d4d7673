import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminsOnly } from '~/components/admins-only'
import { GuardSkeleton } from '~/components/guard-skeleton'
import { AdminShell } from '~/features/admin/admin-shell'
import { pageHead } from '~/lib/seo'
import * as heads from '~/messages/en/heads'
import { isAdminKnown, requireAdmin } from '~/routes/-guards'

/** Every admin page is a child of this one: guarded, in the browser only, kept out of search engines. */
export const Route = createFileRoute('/admin')({
  ssr: false,
  beforeLoad: async ({ context: { queryClient }, location, cause }) => {
    // AdminsOnly checks those who are on the page already.
    if (cause !== 'stay' || !isAdminKnown(queryClient)) await requireAdmin(queryClient, location)
  },
  head: ({ match: { context } }) =>
    pageHead(context.site, {
      ...heads.admin(context.site.name),
      path: '/admin',
      index: false,
    }),
  pendingComponent: GuardSkeleton,
  component: Admin,
})

function Admin() {
  return (
    <AdminsOnly>
      {() => (
        <AdminShell>
          <Outlet />
        </AdminShell>
      )}
    </AdminsOnly>
  )
}
