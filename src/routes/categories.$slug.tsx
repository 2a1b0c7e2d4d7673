import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { StructuredData } from '~/components/structured-data'
import { categoryQueries } from '~/features/catalogue/categories-data'
import { CategoryHeader } from '~/features/catalogue/category-header'
import { parseListSearch } from '~/features/catalogue/list-search'
import { prefetchTools } from '~/features/catalogue/prefetch-tools'
import { categoryData } from '~/features/catalogue/structured-data'
import { getEnvironment } from '~/lib/environment'
import { missingHead, pageHead } from '~/lib/seo'
import * as messages from '~/messages/en/catalogue'
import { PAGE_SIZE } from '../features/catalogue/list-search'
import { CategoryPageSkeleton } from '../features/catalogue/skeletons'
import { PagedTools } from './-paged-tools'

/** Rows standing for the list while it loads (section 9). */
const SKELETON_ROWS = 4

export const Route = createFileRoute('/categories/$slug')({
  validateSearch: parseListSearch,
  loader: async ({ context: { queryClient }, params: { slug }, location }) => {
    const category = await queryClient.ensureQueryData(categoryQueries.bySlug(slug))
    const { sort, show } = parseListSearch(location.search)
    await prefetchTools(queryClient, { categoryIds: [category.id], sort }, show)
    return { name: category.name, description: category.description }
  },
  head: ({ loaderData, params: { slug }, match: { search } }) =>
    loaderData
      ? pageHead({
          title: `${loaderData.name} - ${getEnvironment().productName} AI`,
          description: loaderData.description || `AI tools in the category ${loaderData.name}.`,
          path: `/categories/${slug}`,
          preview: { path: `/social/categories/${slug}.png`, alt: loaderData.name },
          feed: { path: `/categories/${slug}/feed.xml`, title: `New in ${loaderData.name}` },
          index: !search.show && !search.sort,
        })
      : missingHead('Page not found'),
  component: CategoryPage,
  pendingComponent: () => <CategoryPageSkeleton rows={SKELETON_ROWS} />,
})

function CategoryPage() {
  const { slug } = Route.useParams()
  const { show, sort } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: category } = useSuspenseQuery(categoryQueries.bySlug(slug))
  return (
    <div className="wrap" key={category.id}>
      <StructuredData describe={() => categoryData(category)} />
      <CategoryHeader category={category} />
      <PagedTools
        name={category.name}
        category={category}
        list={{ categoryIds: [category.id], sort }}
        shown={show ?? PAGE_SIZE}
        onShow={(length) => navigate({ search: { sort, show: length }, replace: true, resetScroll: false })}
        skeletonRows={SKELETON_ROWS}
        empty={messages.noToolsInCategory}
      />
    </div>
  )
}
