import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { readFlagsSearch } from '~/features/admin/moderation/flags-search'
import { InboxPage } from '~/features/admin/moderation/inbox-page'
import { adminHead } from '~/lib/seo'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/admin/flags')({
  loader: () => heads.flags,
  head: adminHead,
  component: Flags,
})

function Flags() {
  const { user } = useSession()
  const search = readFlagsSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    user && (
      <InboxPage
        user={user}
        search={search}
        onSearch={(change, typing) =>
          navigate({
            search: (now) => readFlagsSearch({ ...now, ...change }),
            replace: typing,
            resetScroll: false,
          })
        }
      />
    )
  )
}
