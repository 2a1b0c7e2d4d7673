import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PeoplePage } from '~/features/admin/people/people-page'
import { readPeopleSearch } from '~/features/admin/people/people-search'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/admin/people')({
  validateSearch: readPeopleSearch,
  component: People,
})

function People() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { user } = useSession()
  if (!user) return null
  return (
    <PeoplePage
      user={user}
      search={search}
      onSearch={(change, { replace }) =>
        navigate({ search: (now) => ({ ...now, ...change }), replace, resetScroll: false })
      }
      // Counts and lists all over the site; each is read again when it is next shown.
      onVisibilityChanged={() => void queryClient.invalidateQueries({ refetchType: 'none' })}
    />
  )
}
