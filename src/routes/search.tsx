import { createFileRoute, Link } from '@tanstack/react-router'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { FoundBy } from '~/features/catalogue/found-by'
import { PAGE_SIZE, parseResultsSearch } from '~/features/catalogue/list-search'
import { prefetchTools } from '~/features/catalogue/prefetch-tools'
import { getEnvironment } from '~/lib/environment'
import { pageHead } from '~/lib/seo'
import * as messages from '~/messages/en/search'
import { PagedTools } from './-paged-tools'

export const Route = createFileRoute('/search')({
  validateSearch: parseResultsSearch,
  loader: async ({ context: { queryClient }, location }) => {
    const { q, sort, show } = parseResultsSearch(location.search)
    if (q) await prefetchTools(queryClient, { query: q, categoryIds: [], sort }, show)
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
  const { q, sort, show } = Route.useSearch()
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
              void navigate({ search: parseResultsSearch({ q: typed, sort }) })
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
            {sort && <input type="hidden" name="sort" value={sort} />}
            <Button type="submit" size="lg">
              {messages.search}
            </Button>
          </form>
        </search>
      </div>
      {q ? (
        <PagedTools
          name={messages.toolsFor(q)}
          list={{ query: q, categoryIds: [], sort }}
          shown={show ?? PAGE_SIZE}
          onShow={(shown) =>
            navigate({ search: (now) => ({ ...now, show: shown }), replace: true, resetScroll: false })
          }
          skeletonRows={5}
          empty={messages.noResultsFound}
          emptyHelp={
            <p>
              {messages.tryOtherWords}
              <Link to="/categories" className="text-accent underline">
                {messages.browseAllCategories}
              </Link>
              .
            </p>
          }
          describe={({ found }) => found && <FoundBy {...found} />}
          moreInputs={<input type="hidden" name="q" value={q} />}
        />
      ) : (
        <p className="pb-24 text-ink-soft">{messages.howToSearch}</p>
      )}
    </div>
  )
}
