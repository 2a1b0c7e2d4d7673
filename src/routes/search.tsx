import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import * as heads from '#messages/heads.js'
import * as pageHeads from '#messages/page-heads.js'
import * as messages from '#messages/search.js'
import { Marked } from '~/components/marked'
import { SubmitLink } from '~/components/submit-link'
import { categoryQueries } from '~/features/catalogue/catalogue-data'
import { CategoryFilter } from '~/features/catalogue/category-filter'
import { ListFilters } from '~/features/catalogue/list-filters'
import { listOf, parseResultsSearch } from '~/features/catalogue/list-search'
import { prefetchTools, resolveCategories } from '~/features/catalogue/prefetch-tools'
import { CorrectedQuery, FoundBy, ResultsForm } from '~/features/catalogue/results'
import { useCountSearch } from '~/features/catalogue/use-count-search'
import { pageHead } from '~/lib/seo'
import { useSite } from '~/lib/site-data'
import { DidYouMean, prefetchNearest } from './-did-you-mean'
import { PagedTools } from './-paged-tools'

export const Route = createFileRoute('/search')({
  validateSearch: parseResultsSearch,
  loader: async ({ context: { queryClient }, location }) => {
    const search = parseResultsSearch(location.search)
    const { q, show } = search
    if (!q) return
    const { ids, moved } = await resolveCategories(queryClient, search.categories)
    if (moved) {
      const present = parseResultsSearch({ ...search, categories: moved.slugs })
      throw redirect({ to: '/search', search: present, statusCode: moved.statusCode, replace: true })
    }
    const list = listOf(search, ids)
    await prefetchTools(queryClient, list, show)
    await prefetchNearest(queryClient, q, list)
  },
  head: ({ match: { search, context } }) =>
    pageHead(context.site, {
      title: `${search.q ? `${search.q} - ` : ''}${heads.searchResults(context.site)} - ${context.site.name}`,
      description: heads.aboutSearchResults(context.site),
      path: '/search',
      index: false,
    }),
  component: SearchPage,
})

function SearchPage() {
  const site = useSite()
  const search = Route.useSearch()
  const { q, categories: slugs = [] } = search
  const chosen = useQuery({ ...categoryQueries.bySlugs(slugs), enabled: slugs.length > 0 })
  const selected = chosen.data ?? []
  const categoryIds = selected.map(({ id }) => id)
  const isKnown = chosen.data !== undefined || slugs.length === 0
  const filters = { search, categoryIds, selected }
  const list = isKnown ? listOf(search, categoryIds) : undefined
  useCountSearch(search, list)
  const navigate = Route.useNavigate()
  return (
    <div className="wrap">
      <div className="pt-9 pb-6 md:pt-16 md:pb-8">
        <h1 className="display text-[38px] md:text-[52px]">{heads.searchResults(site)}</h1>
        <ResultsForm search={search} onSearch={(search) => navigate({ search })} />
      </div>
      {q ? (
        <PagedTools
          name={pageHeads.toolsFor({ ...site, query: q })}
          search={search}
          list={list}
          filters={
            <>
              <CorrectedQuery query={q} list={list} />
              <ListFilters {...filters}>{(props) => <CategoryFilter {...props} />}</ListFilters>
            </>
          }
          skeletonRows={5}
          empty={common.noResultsFound}
          emptyHelp={
            <>
              <DidYouMean query={q} />
              <p>
                {messages.tryOtherWords}
                <Link to="/categories" className="text-accent underline">
                  {messages.browseAllCategories}
                </Link>
                .
              </p>
              <SubmitLink />
            </>
          }
          describe={({ found }) =>
            found && { title: <Marked parts={found.name} />, description: <FoundBy {...found} /> }
          }
        />
      ) : (
        <p className="pb-24 text-ink-soft">{messages.howToSearch(site)}</p>
      )}
    </div>
  )
}
