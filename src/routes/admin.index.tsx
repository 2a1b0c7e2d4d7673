import { createFileRoute, redirect } from '@tanstack/react-router'
import { itemsTitle } from '#messages/common.js'
import { useViewer } from '~/components/layout/use-viewer'
import { placeFor } from '~/features/admin/admin-shell'
import { FirstSteps } from '~/features/admin/first-steps/first-steps'
import { firstStepsQuery } from '~/features/admin/first-steps/first-steps-data'
import { Overview } from '~/features/admin/overview'
import { knownRole } from '~/lib/admin-status-data'
import { adminHead } from '~/lib/seo'
import { useSession } from '~/lib/session'
import { getSessionSnapshot } from '~/lib/session-store'
import { AdminTools } from './-admin-tools'

export const Route = createFileRoute('/admin/')({
  // Before the list, which the steps would push down.
  loader: async ({ context: { queryClient } }) => {
    const { user } = getSessionSnapshot()
    const role = user && (await knownRole(queryClient, user.id))
    if (!role) return itemsTitle
    // Before the list is rendered, which would ask for what a moderator may not read.
    const place = placeFor(role, '/admin')
    if (place !== '/admin') throw redirect({ to: place, replace: true })
    if (role === 'administrator') await queryClient.prefetchQuery(firstStepsQuery(user.id))
    return itemsTitle
  },
  head: adminHead,
  component: Tools,
})

function Tools() {
  const navigate = Route.useNavigate()
  const { user } = useSession()
  const { role } = useViewer()
  return (
    <>
      {user && role === 'administrator' && (
        <>
          <FirstSteps userId={user.id} />
          <Overview userId={user.id} />
        </>
      )}
      <AdminTools
        address={Route.useSearch()}
        onAddress={(search, replace) => navigate({ search, replace, resetScroll: false })}
      />
    </>
  )
}
