import { createFileRoute } from '@tanstack/react-router'
import * as heads from '#messages/admin-heads.js'
import { SearchSettingsPage } from '~/features/admin/search/search-settings-page'
import { adminHead } from '~/lib/seo'
import { useSession } from '~/lib/session'

export const Route = createFileRoute('/admin/search')({
  loader: () => heads.searchSettings,
  head: adminHead,
  component: Search,
})

function Search() {
  const { user } = useSession()
  return user && <SearchSettingsPage userId={user.id} />
}
