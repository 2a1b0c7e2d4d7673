import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { toolQueries } from '~/features/catalogue/tools-data'
import { AddTool } from '~/features/compare/add-tool'
import { compareQueries } from '~/features/compare/compare-data'
import { CompareHeader } from '~/features/compare/compare-header'
import { MAX_COMPARED, parseCompareSearch } from '~/features/compare/compare-search'
import { ComparedTable } from '~/features/compare/compared-table'
import { missingHead, pageHead } from '~/lib/seo'
import * as heads from '~/messages/en/heads'

export const Route = createFileRoute('/compare')({
  validateSearch: parseCompareSearch,
  loader: async ({ context: { queryClient, site }, location }) => {
    const { loadCompared } = await import('./-compare-data')
    return loadCompared(queryClient, site.name, parseCompareSearch(location.search))
  },
  head: ({ loaderData, match }) =>
    loaderData
      ? pageHead(match.context.site, loaderData)
      : missingHead(match.context.site, heads.pageNotFound, match),
  component: ComparePage,
})

function ComparePage() {
  const { tools: slugs = [], add } = Route.useSearch()
  const { data: found } = useSuspenseQuery(compareQueries.tools(slugs))
  const shown = found.slice(0, MAX_COMPARED)
  // Found by the results page's own query, its first page.
  const candidates = useInfiniteQuery({
    ...toolQueries.list({ query: add ?? '', categoryIds: [] }),
    enabled: add !== undefined,
  })
  return (
    <div className="wrap pb-24">
      <CompareHeader slugs={slugs} found={found} />
      {shown.length > 0 && <ComparedTable tools={shown} />}
      <AddTool
        slugs={shown.map(({ slug }) => slug)}
        text={add}
        candidates={candidates.data?.pages[0]?.tools}
      />
    </div>
  )
}
