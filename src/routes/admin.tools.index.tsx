import { createFileRoute } from '@tanstack/react-router'
import { itemsTitle } from '#messages/common.js'
import { adminHead } from '~/lib/seo'
import { AdminTools } from './-admin-tools'

export const Route = createFileRoute('/admin/tools/')({
  loader: () => itemsTitle,
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
