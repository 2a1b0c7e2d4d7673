import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { toolQueries } from '~/features/catalogue/tools-data'
import { compareQueries } from '~/features/compare/compare-data'
import { type CompareSearch, MAX_COMPARED } from '~/features/compare/compare-search'
import * as messages from '~/messages/en/compare'
import * as heads from '~/messages/en/heads'

/** Loads the comparison: its data and its head. Former slugs and duplicates redirect to the canonical URL. */
export async function loadCompared(
  queryClient: QueryClient,
  siteName: string,
  { tools = [], add }: CompareSearch,
) {
  const [found] = await Promise.all([
    queryClient.ensureQueryData(compareQueries.tools(tools)),
    add && queryClient.ensureInfiniteQueryData(toolQueries.list({ query: add, categoryIds: [] })),
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
  const title = shown.length > 0 ? messages.comparing(shown.map(({ name }) => name)) : messages.compareTools
  return {
    title: heads.ofSite(title, siteName),
    description: messages.description,
    path: `/compare${slugs.length > 0 ? `?tools=${slugs.join()}` : ''}`,
    index: false,
  }
}
