import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import * as messages from '#messages/catalogue.js'
import * as heads from '#messages/heads.js'
import { PageHeading } from '~/components/layout/page-heading'
import { useViewer } from '~/components/layout/use-viewer'
import { StructuredData } from '~/components/structured-data'
import { buttonClass } from '~/components/ui/button'
import { categoryQueries, weekQuery } from '~/features/catalogue/catalogue-data'
import { CategoryFilter } from '~/features/catalogue/category-filter'
import { Week } from '~/features/catalogue/lazy-parts'
import { ListFilters } from '~/features/catalogue/list-filters'
import { listOf, parseHomeSearch } from '~/features/catalogue/list-search'
import { awaitOnServer, prefetchTools, resolveCategories } from '~/features/catalogue/prefetch-tools'
import { siteData } from '~/features/catalogue/structured-data'
import { pageHead } from '~/lib/seo'
import { useSite } from '~/lib/site-data'
import { PagedTools } from './-paged-tools'

export const Route = createFileRoute('/')({
  validateSearch: parseHomeSearch,
  loader: async ({ context: { queryClient }, location }) => {
    const search = parseHomeSearch(location.search)
    // The offered choices load in parallel with the list; nothing waits for them in the browser.
    const popular = awaitOnServer([
      queryClient.prefetchQuery(categoryQueries.popular()),
      queryClient.prefetchQuery(weekQuery()),
    ])
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
    await Promise.all([prefetchTools(queryClient, listOf(search, ids), search.show), popular])
  },
  head: ({ match: { search, context } }) =>
    pageHead(context.site, {
      title: heads.home(context.site),
      description: context.site.subtitle,
      path: '/',
      feed: { path: '/feed.xml', title: heads.newTools(context.site) },
      // Other search parameters of the URL.
      index: isWhole(search),
    }),
  component: HomePage,
})

/** The list without any parameter. */
const isWhole = (search: object) => Object.values(search).every((value) => value === undefined)

function HomePage() {
  const site = useSite()
  const search = Route.useSearch()
  const slugs = search.categories ?? []
  const { data: popular } = useQuery(categoryQueries.popular())
  const { data: week } = useQuery({ ...weekQuery(), enabled: isWhole(search) })
  const chosen = useQuery({ ...categoryQueries.bySlugs(slugs), enabled: slugs.length > 0 })
  const selected = chosen.data ?? []
  const categoryIds = selected.map(({ id }) => id)
  const isKnown = chosen.data !== undefined || slugs.length === 0
  const filters = { search, categoryIds, popular, selected }

  return (
    <div className="wrap">
      <StructuredData describe={() => siteData(site)} />
      <PageHeading {...site} />
      {isWhole(search) && week && <Week {...week} />}
      <PagedTools
        name={messages.aiTools(site)}
        category={selected.length === 1 ? selected[0] : undefined}
        search={search}
        list={isKnown ? listOf(search, categoryIds) : undefined}
        skeletonRows={5}
        empty={messages.noToolsYet(site)}
        emptyHelp={<FirstTool />}
        filters={<ListFilters {...filters}>{(props) => <CategoryFilter {...props} />}</ListFilters>}
      />
    </div>
  )
}

/** For a directory without any tool: what a visitor can expect, and what somebody can do who may add one. */
function FirstTool() {
  const site = useSite()
  const { role } = useViewer()
  if (!role || role === 'moderator') return <p>{messages.toolsWillBeHere(site)}</p>
  return (
    <Link to="/admin/tools/new" className={buttonClass({ className: 'mt-3' })}>
      {messages.addFirstTool(site)}
    </Link>
  )
}
