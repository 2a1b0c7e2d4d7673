import { createFileRoute } from '@tanstack/react-router'
import { FlaggedPage } from '~/features/admin/moderation/flagged-page'
import { readFlagsSearch } from '~/features/admin/moderation/flags-search'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/admin/flags')({
  validateSearch: readFlagsSearch,
  component: Flags,
})

function Flags() {
  const { user } = useSession()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    user && (
      <FlaggedPage
        user={user}
        search={search}
        onSearch={(next, typing) =>
          navigate({ search: readFlagsSearch(next), replace: typing, resetScroll: false })
        }
      />
    )
  )
}
