import { TOOL_SORTS } from '#shared/sort-orders.ts'
import { ToolsPage } from '~/features/admin/catalogue/tools-page'
import { type ListSearch, parseListSearch } from '~/features/admin/list-search'

type Props = {
  address: Record<string, unknown>
  /** `next` makes the search of the next URL from the current one. */
  onAddress: (next: (now: Record<string, unknown>) => ListSearch<string>, replace: boolean) => void
}

/** The list of tools, at /admin and /admin/tools (section 2, Route table). */
export function AdminTools({ address, onAddress }: Props) {
  const search = parseListSearch(address, TOOL_SORTS)
  return (
    <ToolsPage
      search={search}
      onSearch={(change, { replace }) =>
        onAddress((now) => parseListSearch({ ...now, ...change }, TOOL_SORTS), replace)
      }
    />
  )
}
