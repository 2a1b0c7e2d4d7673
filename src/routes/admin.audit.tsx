import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { AuditPage } from '~/features/admin/audit/audit-page'
import { readAuditSearch } from '~/features/admin/audit/audit-search'
import { adminHead } from '~/lib/seo'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/admin/audit')({
  loader: () => heads.auditLog,
  head: adminHead,
  component: Audit,
})

function Audit() {
  const search = readAuditSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  const { user } = useSession()
  if (!user) return null
  return (
    <AuditPage
      userId={user.id}
      search={search}
      onSearch={(change, { replace }) =>
        navigate({ search: (now) => readAuditSearch({ ...now, ...change }), replace, resetScroll: false })
      }
    />
  )
}
