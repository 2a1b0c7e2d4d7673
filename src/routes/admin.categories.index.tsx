import { createFileRoute } from '@tanstack/react-router'
import { categories } from '#messages/common.js'
import { CATEGORY_SORTS } from '#shared/sort-orders.ts'
import { CategoriesPage } from '~/features/admin/catalogue/categories-page'
import { parseListSearch } from '~/features/admin/list-search'
import { adminHead } from '~/lib/seo'

export const Route = createFileRoute('/admin/categories/')({
  loader: () => categories,
  head: adminHead,
  component: Categories,
})

function Categories() {
  const search = parseListSearch(Route.useSearch(), CATEGORY_SORTS)
  const navigate = Route.useNavigate()
  return (
    <CategoriesPage
      search={search}
      onSearch={(change, { replace }) =>
        navigate({
          search: (now) => parseListSearch({ ...now, ...change }, CATEGORY_SORTS),
          replace,
          resetScroll: false,
        })
      }
    />
  )
}
