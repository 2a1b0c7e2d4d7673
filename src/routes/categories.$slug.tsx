import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import * as messages from '#messages/catalogue.js'
import * as heads from '#messages/page-heads.js'
import { lazyPart } from '~/components/lazy-part'
import { StructuredData } from '~/components/structured-data'
import { SubmitLink } from '~/components/submit-link'
import { categoryQueries } from '~/features/catalogue/catalogue-data'
import { CategoryHeader, CategoryPageSkeleton } from '~/features/catalogue/category-header'
import { ListFilters } from '~/features/catalogue/list-filters'
import { listOf, parseListSearch } from '~/features/catalogue/list-search'
import { prefetchTools } from '~/features/catalogue/prefetch-tools'
import { categoryData } from '~/features/catalogue/structured-data'
import { loadedHead } from '~/lib/seo'
import { useSession } from '~/lib/session'
import { useSite } from '~/lib/site-data'
import { PagedTools } from './-paged-tools'

// Not for visitors.
const FollowButton = lazyPart(() =>
  import('~/features/lists/follow-button').then((part) => part.FollowButton),
)

/** Skeleton rows of the list (section 9). */
const SKELETON_ROWS = 4

export const Route = createFileRoute('/categories/$slug')({
  validateSearch: parseListSearch,
  loader: async ({ context: { queryClient, site }, params: { slug }, location }) => {
    const category = await queryClient.ensureQueryData(categoryQueries.bySlug(slug))
    const search = parseListSearch(location.search)
    await prefetchTools(queryClient, listOf(search, [category.id]), search.show)
    const { name, description } = category
    return {
      title: heads.named({ site: site.name, name }),
      description: description || heads.aboutCategory({ ...site, name }),
      path: `/categories/${slug}`,
      preview: { path: `/social/categories/${slug}.png`, alt: name },
      feed: { path: `/categories/${slug}/feed.xml`, title: heads.newInCategory({ name }) },
      index: Object.values(search).every((value) => value === undefined),
    }
  },
  head: loadedHead,
  component: CategoryPage,
  pendingComponent: () => <CategoryPageSkeleton rows={SKELETON_ROWS} />,
})

function CategoryPage() {
  const { slug } = Route.useParams()
  const search = Route.useSearch()
  const { user } = useSession()
  const { data: category } = useSuspenseQuery(categoryQueries.bySlug(slug))
  return (
    <div className="wrap" key={category.id}>
      <StructuredData describe={() => categoryData(category)} />
      <CategoryHeader
        category={category}
        follow={
          user && <FollowButton userId={user.id} name={category.name} what={{ category_id: category.id }} />
        }
      />
      <PagedTools
        name={category.name}
        category={category}
        search={search}
        list={listOf(search, [category.id])}
        skeletonRows={SKELETON_ROWS}
        empty={messages.noToolsInCategory(useSite())}
        emptyHelp={<SubmitLink />}
        filters={<ListFilters search={search} categoryIds={[category.id]} />}
      />
    </div>
  )
}
