import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { TOOL_SORTS } from '~/features/admin/catalogue/list-sorts'
import { ToolsPage } from '~/features/admin/catalogue/tools-page'
import { parseListSearch } from '~/features/admin/list-search'

export const Route = createFileRoute('/admin/')({
  // Read where it is used: the rules of these addresses stay out of every visitor's first load.
  validateSearch: (search: Record<string, unknown>) => search,
  component: Tools,
})

function Tools() {
  const address = Route.useSearch()
  const search = useMemo(() => parseListSearch(address, TOOL_SORTS), [address])
  const navigate = Route.useNavigate()
  return (
    <ToolsPage
      search={search}
      onSearch={(next, { replace }) => navigate({ search: next, replace, resetScroll: false })}
    />
  )
}
