import { type QueryClient, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import * as messages from '#messages/compare.js'
import * as heads from '#messages/heads.js'
import type { Site } from '#shared/site.ts'
import { toolListQuery } from '~/features/catalogue/catalogue-data'
import { AddTool } from '~/features/compare/add-tool'
import { compareQueries } from '~/features/compare/compare-data'
import { CompareHeader } from '~/features/compare/compare-header'
import { type CompareSearch, MAX_COMPARED, parseCompareSearch } from '~/features/compare/compare-search'
import { ComparedTable } from '~/features/compare/compared-table'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { inWords } from '~/lib/name-lists'
import { loadedHead } from '~/lib/seo'

export const Route = createFileRoute('/compare')({
  validateSearch: parseCompareSearch,
  loader: ({ context: { queryClient, site }, location }) =>
    loadCompared(queryClient, site, parseCompareSearch(location.search)),
  head: loadedHead,
  component: ComparePage,
})

/** Loads the comparison: its data and its head. Slug redirects and duplicates lead to the canonical URL. */
async function loadCompared(queryClient: QueryClient, site: Site, { tools = [], add }: CompareSearch) {
  const [found] = await Promise.all([
    queryClient.ensureQueryData(compareQueries.tools(tools)),
    add && queryClient.ensureInfiniteQueryData(toolListQuery({ query: add, categoryIds: [] })),
  ])
  const present = new Map(found.map(({ asked, slug }) => [asked, slug]))
  if (found.some(({ asked, slug }) => asked !== slug))
    throw redirect({
      to: '/compare',
      search: { tools: [...new Set(tools.map((slug) => present.get(slug) ?? slug))], add },
      statusCode: 308,
      replace: true,
    })
  const shown = found.slice(0, MAX_COMPARED)
  const slugs = shown.map(({ slug }) => slug).toSorted()
  const title =
    shown.length > 0
      ? messages.comparing({ names: inWords(shown.map(({ name }) => name)) })
      : messages.compareTools(site)
  return {
    title: heads.ofSite({ title, site: site.name }),
    description: messages.description(site),
    path: `/compare${slugs.length > 0 ? `?tools=${slugs.join()}` : ''}`,
    index: false,
  }
}

function ComparePage() {
  const { tools: slugs = [], add } = Route.useSearch()
  const { data: found } = useSuspenseQuery(compareQueries.tools(slugs))
  const shown = found.slice(0, MAX_COMPARED)
  const compared = slugs.join()
  const before = useRef(compared)
  useEffect(() => {
    if (before.current === compared) return
    before.current = compared
    // The pressed link goes with its column, or with what was found.
    focusOnceLost(() => document.getElementById('content'))
  }, [compared])
  // Found by the results page's own query, its first page.
  const candidates = useInfiniteQuery({
    ...toolListQuery({ query: add ?? '', categoryIds: [] }),
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
