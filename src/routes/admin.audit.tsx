import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '~/features/admin/audit/audit-page'
import { readAuditSearch } from '~/features/admin/audit/audit-search'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/admin/audit')({
  validateSearch: readAuditSearch,
  component: Audit,
})

function Audit() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user } = useSession()
  if (!user) return null
  return (
    <AuditPage
      userId={user.id}
      search={search}
      onSearch={(change, { replace }) =>
        navigate({ search: (now) => ({ ...now, ...change }), replace, resetScroll: false })
      }
    />
  )
}
