import { createFileRoute, Link } from '@tanstack/react-router'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { FoundBy } from '~/features/catalogue/found-by'
import { ListFilters } from '~/features/catalogue/list-filters'
import { listOf, parseResultsSearch } from '~/features/catalogue/list-search'
import { prefetchTools } from '~/features/catalogue/prefetch-tools'
import { SearchInputs } from '~/features/catalogue/search-inputs'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'
import * as messages from '~/messages/en/search'
import { DidYouMean, prefetchNearest } from './-did-you-mean'
import { PagedTools } from './-paged-tools'

export const Route = createFileRoute('/search')({
  validateSearch: parseResultsSearch,
  loader: async ({ context: { queryClient }, location }) => {
    const search = parseResultsSearch(location.search)
    const { q, show } = search
    if (!q) return
    const list = listOf(search, [])
    await prefetchTools(queryClient, list, show)
    await prefetchNearest(queryClient, q, list)
  },
  head: ({ match: { search } }) =>
    pageHead({
      title: `${search.q ? `${search.q} - ` : ''}${messages.resultsTitle} - ${getEnvironment().productName}`,
      description: messages.resultsDescription,
      path: '/search',
      index: false,
    }),
  component: SearchPage,
})

function SearchPage() {
  const search = Route.useSearch()
  const { q } = search
  const navigate = Route.useNavigate()
  return (
    <div className="wrap">
      <div className="pt-9 pb-6 md:pt-16 md:pb-8">
        <h1 className="display text-[38px] md:text-[52px]">{messages.resultsTitle}</h1>
        <search>
          <form
            action="/search"
            className="mt-5 flex max-w-2xl gap-2.5"
            onSubmit={(event) => {
              event.preventDefault()
              const typed = new FormData(event.currentTarget).get('q')
              void navigate({ search: parseResultsSearch({ ...search, q: typed, show: undefined }) })
            }}
          >
            <Input
              key={q}
              type="search"
              name="q"
              defaultValue={q}
              maxLength={200}
              aria-label={messages.whatToDo}
              placeholder={messages.whatToDo}
              enterKeyHint="search"
              className="min-w-0 flex-1"
            />
            <SearchInputs search={{ ...search, q: undefined, show: undefined }} />
            <Button type="submit" size="lg">
              {messages.search}
            </Button>
          </form>
        </search>
      </div>
      {q ? (
        <PagedTools
          name={messages.toolsFor(q)}
          search={search}
          list={listOf(search, [])}
          filters={<ListFilters search={search} categoryIds={[]} />}
          skeletonRows={5}
          empty={messages.noResultsFound}
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
            </>
          }
          describe={({ found }) => found && <FoundBy {...found} />}
        />
      ) : (
        <p className="pb-24 text-ink-soft">{messages.howToSearch}</p>
      )}
    </div>
  )
}
