import { createFileRoute } from '@tanstack/react-router'
import { duplicates } from '#messages/admin-heads.js'
import { DuplicatesPage } from '~/features/admin/merging/duplicates-page'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/tools/duplicates')({
  loader: () => duplicates,
  head: adminHead,
  component: Duplicates,
})

function Duplicates() {
  const { page, tool } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <DuplicatesPage
      search={{
        page: Math.min(Math.max(Math.floor(Number(page)) || 1, 1), 1_000_000),
        tool: typeof tool === 'string' && /^[0-9a-f-]{36}$/.test(tool) ? tool : undefined,
      }}
      onSearch={(search) =>
        navigate({
          search: { page: search.page > 1 ? search.page : undefined, tool: search.tool },
          resetScroll: false,
        })
      }
    />
  )
}
