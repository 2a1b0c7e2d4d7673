import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/heads.js'
import { FirstSteps } from '~/features/admin/first-steps/first-steps'
import { firstStepsQuery } from '~/features/admin/first-steps/first-steps-data'
import { adminHead } from '~/lib/seo'
import { useSession } from '~/lib/session'
import { getSessionSnapshot } from '~/lib/session-store'
import { AdminTools } from './-admin-tools'

export const Route = createFileRoute('/admin/')({
  // Parsed in the component, so that the code is not part of the first load.
  validateSearch: (search: Record<string, unknown>) => search,
  // Before the list, which the steps would push down.
  loader: async ({ context: { queryClient } }) => {
    const { user } = getSessionSnapshot()
    if (user) await queryClient.prefetchQuery(firstStepsQuery(user.id))
  },
  head: adminHead(heads.adminTools),
  component: Tools,
})

function Tools() {
  const navigate = Route.useNavigate()
  const { user } = useSession()
  return (
    <>
      {user && <FirstSteps userId={user.id} />}
      <AdminTools
        address={Route.useSearch()}
        onAddress={(search, replace) => navigate({ search, replace, resetScroll: false })}
      />
    </>
  )
}
