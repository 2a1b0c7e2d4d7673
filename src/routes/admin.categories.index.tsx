import { createFileRoute } from '@tanstack/react-router'
import { CategoriesPage } from '~/features/admin/catalogue/categories-page'
import { CATEGORY_SORTS } from '~/features/admin/catalogue/list-sorts'
import { parseListSearch } from '~/features/admin/list-search'

export const Route = createFileRoute('/admin/categories/')({
  validateSearch: (search: Record<string, unknown>) => parseListSearch(search, CATEGORY_SORTS),
  component: Categories,
})

function Categories() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <CategoriesPage
      search={search}
      onSearch={(next, { replace }) => navigate({ search: next, replace, resetScroll: false })}
    />
  )
}
