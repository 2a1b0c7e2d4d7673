import { useQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { StructuredData } from '~/components/structured-data'
import { categoryQueries } from '~/features/catalogue/categories-data'
import { CategoryFilter } from '~/features/catalogue/category-filter'
import { FilterBar } from '~/features/catalogue/filter-bar'
import { FilterChips } from '~/features/catalogue/filter-chips'
import { parseHomeSearch, toggleCategory } from '~/features/catalogue/list-search'
import { prefetchTools, resolveCategories, settleOnServer } from '~/features/catalogue/prefetch-tools'
import { siteData } from '~/features/catalogue/structured-data'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'
import * as messages from '~/messages/en/catalogue'
import { PAGE_SIZE } from '../features/catalogue/list-search'
import { PagedTools } from './-paged-tools'

const SUBTITLE = 'Browse our curated collection of the latest AI tools to enhance your workflow.'

export const Route = createFileRoute('/')({
  validateSearch: parseHomeSearch,
  loader: async ({ context: { queryClient }, location }) => {
    const search = parseHomeSearch(location.search)
    // What can be chosen at once is asked together with the list; nothing waits for it in the browser.
    const popular = settleOnServer([queryClient.prefetchQuery(categoryQueries.popular())])
    const { ids, moved } = await resolveCategories(queryClient, search.categories)
    if (moved) {
      const { slugs, statusCode } = moved
      throw redirect({
        to: '/',
        search: parseHomeSearch({ ...search, categories: slugs }),
        statusCode,
        replace: true,
      })
    }
    await Promise.all([
      prefetchTools(queryClient, { categoryIds: ids, sort: search.sort }, search.show),
      popular,
    ])
  },
  head: ({ match: { search } }) =>
    pageHead({
      title: `${getEnvironment().productName} AI - Discover New AI Tools`,
      description: SUBTITLE,
      path: '/',
      feed: { path: '/feed.xml', title: 'New AI Tools' },
      index: !search.categories && !search.sort && !search.show && !search.search,
    }),
  component: HomePage,
})

function HomePage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const slugs = search.categories ?? []
  const { data: popular = [] } = useQuery(categoryQueries.popular())
  const chosen = useQuery({ ...categoryQueries.bySlugs(slugs), enabled: slugs.length > 0 })
  const selected = chosen.data ?? []
  const isKnown = chosen.data !== undefined || slugs.length === 0
  const toggle = (slug: string) => navigate({ search: toggleCategory(search, slug), resetScroll: false })
  const clear = () => navigate({ search: (now) => ({ sort: now.sort }), resetScroll: false })

  return (
    <div className="wrap">
      <StructuredData describe={siteData} />
      <div className="pt-9 pb-5 md:pt-16 md:pb-7">
        <h1 className="display text-[38px] md:text-[52px]">{messages.discoverAiTools}</h1>
        <p className="mt-3.5 max-w-[46ch] text-[17px] text-pretty text-ink-soft">{SUBTITLE}</p>
      </div>
      <PagedTools
        name="AI Tools"
        category={selected.length === 1 ? selected[0] : undefined}
        list={isKnown ? { categoryIds: selected.map(({ id }) => id), sort: search.sort } : undefined}
        shown={search.show ?? PAGE_SIZE}
        onShow={(show) =>
          navigate({ search: (now) => ({ ...now, show }), replace: true, resetScroll: false })
        }
        skeletonRows={5}
        empty={messages.noToolsMatch}
        filters={
          <>
            <FilterBar
              quick={popular.map(({ name, slug }) => ({
                label: name,
                isChosen: slugs.includes(slug),
                search: toggleCategory(search, slug),
              }))}
            >
              <CategoryFilter selected={slugs} onToggle={toggle} onClear={clear} />
            </FilterBar>
            <FilterChips selected={selected} sort={search.sort} onRemove={toggle} onClear={clear} />
          </>
        }
        moreInputs={
          search.categories && <input type="hidden" name="categories" value={search.categories.join(',')} />
        }
      />
    </div>
  )
}
