import type { QueryClient } from '@tanstack/react-query'
import { categoryQueries, toolListQuery } from './catalogue-data'
import { facetsWithoutUnknown, type ToolListKey } from './list-search'

/** How many unknown slugs of one address are looked up among the slug redirects. */
const MAX_FORMER = 10

/**
 * The ids of selected categories. If some slugs are unknown, also the current `slugs` and the redirect status: 308 when
 * one of them is a former slug. Sends no request without a selection.
 */
export async function resolveCategories(
  queryClient: QueryClient,
  selected: readonly string[] = [],
): Promise<{ ids: string[]; moved?: { slugs: string[]; statusCode: 307 | 308 } }> {
  if (selected.length === 0) return { ids: [] }
  const known = await queryClient.ensureQueryData(categoryQueries.bySlugs(selected))
  const ids = known.map(({ id }) => id)
  if (known.length === selected.length) return { ids }
  const slugs = known.map(({ slug }) => slug)
  const unknown = selected.filter((slug) => !slugs.includes(slug)).slice(0, MAX_FORMER)
  const present = await Promise.all(
    unknown.map((slug) => queryClient.fetchQuery(categoryQueries.currentSlug(slug))),
  )
  const renamed = present.filter((slug) => slug !== null)
  return { ids, moved: { slugs: [...slugs, ...renamed], statusCode: renamed.length > 0 ? 308 : 307 } }
}

/**
 * Fetches a list as far as it is opened, and how many tools are hidden for unknown facts. The server waits for them and
 * fails with them; in the browser the page opens at once with skeletons.
 */
export async function prefetchTools(
  queryClient: QueryClient,
  list: ToolListKey,
  shown?: number,
): Promise<void> {
  const query = toolListQuery(list, shown)
  const counted =
    facetsWithoutUnknown(list).length > 0 && queryClient.prefetchQuery(categoryQueries.facetCounts(list))
  if (import.meta.env.SSR) await Promise.all([counted, queryClient.ensureInfiniteQueryData(query)])
  else void queryClient.prefetchInfiniteQuery(query)
}

/** On the server, waits for parts of a page with their own loading state, so that they are in the HTML. */
export async function awaitOnServer(parts: Promise<unknown>[]): Promise<void> {
  if (import.meta.env.SSR) await Promise.allSettled(parts)
}
