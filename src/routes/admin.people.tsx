import { useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { MembersPage } from '~/features/admin/members/members-page'
import { readMembersSearch } from '~/features/admin/members/members-search'
import { adminHead } from '~/lib/seo'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/admin/people')({
  loader: () => heads.people,
  head: adminHead,
  component: People,
})

function People() {
  const search = readMembersSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { user } = useSession()
  if (!user) return null
  return (
    <MembersPage
      user={user}
      search={search}
      onSearch={(change, { replace }) =>
        navigate({ search: (now) => readMembersSearch({ ...now, ...change }), replace, resetScroll: false })
      }
      // Counts and lists all over the site; each is refetched when it is next shown.
      onVisibilityChanged={() => void queryClient.invalidateQueries({ refetchType: 'none' })}
    />
  )
}
