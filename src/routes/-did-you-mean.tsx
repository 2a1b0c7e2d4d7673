import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as messages from '#messages/search.js'
import { toolListQuery } from '~/features/catalogue/catalogue-data'
import type { ToolListKey } from '~/features/catalogue/list-search'
import { awaitOnServer } from '~/features/catalogue/prefetch-tools'
import { searchQueries } from '~/features/search/search-data'

/** For a search without results: tools and categories with similar names. */
export function DidYouMean({ query }: { query: string }) {
  const { data: nearest } = useQuery(searchQueries.nearest(query))
  if (!nearest) return null
  const { kind, name, slug } = nearest
  return (
    <p>
      {messages.didYouMean}
      <Link
        to={kind === 'tool' ? '/tools/$slug' : '/categories/$slug'}
        params={{ slug }}
        className="text-accent underline"
      >
        {name}
      </Link>
      ?
    </p>
  )
}

/** Rendered on the server for an empty list. */
export async function prefetchNearest(queryClient: QueryClient, query: string, list: ToolListKey) {
  const first = queryClient.getQueryData(toolListQuery(list).queryKey)?.pages[0]
  if (first?.total === 0) await awaitOnServer([queryClient.prefetchQuery(searchQueries.nearest(query))])
}
