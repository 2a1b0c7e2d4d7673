import { createFileRoute } from '@tanstack/react-router'
import { links } from '#messages/admin-heads.js'
import { readLinksSearch } from '~/features/admin/links/links-data'
import { LinksPage } from '~/features/admin/links/links-page'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/tools/links')({
  loader: () => links,
  head: adminHead,
  component: Links,
})

function Links() {
  const search = readLinksSearch(Route.useSearch())
  const navigate = Route.useNavigate()
  return (
    <LinksPage
      search={search}
      onSearch={({ state, page }) =>
        navigate({
          search: { state: state === 'dead' ? undefined : state, page: page > 1 ? page : undefined },
          resetScroll: false,
        })
      }
    />
  )
}
