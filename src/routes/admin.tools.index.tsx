import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { adminHead } from '~/lib/seo'
import { AdminTools } from './-admin-tools'

export const Route = createFileRoute('/admin/tools/')({
  loader: () => heads.adminTools,
  head: adminHead,
  component: Tools,
})

function Tools() {
  const navigate = Route.useNavigate()
  return (
    <AdminTools
      address={Route.useSearch()}
      onAddress={(search, replace) => navigate({ search, replace, resetScroll: false })}
    />
  )
}
