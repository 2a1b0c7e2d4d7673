import { createFileRoute } from '@tanstack/react-router'
import { TOOL_SORTS } from '~/features/admin/catalogue/list-sorts'
import { ToolsPage } from '~/features/admin/catalogue/tools-page'
import { parseListSearch } from '~/features/admin/list-search'

export const Route = createFileRoute('/admin/tools/')({
  validateSearch: (search: Record<string, unknown>) => parseListSearch(search, TOOL_SORTS),
  component: Tools,
})

function Tools() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ToolsPage
      search={search}
      onSearch={(next, { replace }) => navigate({ search: next, replace, resetScroll: false })}
    />
  )
}
