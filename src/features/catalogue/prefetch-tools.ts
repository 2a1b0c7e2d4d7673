import type { QueryClient } from '@tanstack/react-query'
import { categoryQueries } from './category-queries'
import { PAGE_SIZE, type ToolListKey } from './tool-lists'
import { toolQueries } from './tool-queries'

/**
 * The ids of selected categories, and the slugs that exist. Without a selection the categories only fill the filter: they
 * are fetched along, but nothing waits for them in the browser, and their failure is the filter's own.
 */
export async function resolveCategories(
  queryClient: QueryClient,
  selected: readonly string[] = [],
): Promise<{ ids: string[]; slugs: string[] }> {
  if (selected.length === 0) {
    await settleOnServer([queryClient.prefetchQuery(categoryQueries.all())])
    return { ids: [], slugs: [] }
  }
  const categories = await queryClient.ensureQueryData(categoryQueries.all())
  const known = categories.filter(({ slug }) => selected.includes(slug))
  return { ids: known.map(({ id }) => id), slugs: known.map(({ slug }) => slug).sort() }
}

/**
 * Fetches the opened pages of a list. The server waits for them and fails with them; in the browser the page opens at
 * once and shows its own skeletons.
 */
export async function prefetchTools(
  queryClient: QueryClient,
  list: ToolListKey,
  shown: number = PAGE_SIZE,
): Promise<void> {
  const pages = Array.from({ length: Math.ceil(shown / PAGE_SIZE) }, (_, page) =>
    toolQueries.page(list, page),
  )
  if (import.meta.env.SSR) await Promise.all(pages.map((page) => queryClient.ensureQueryData(page)))
  else for (const page of pages) void queryClient.prefetchQuery(page)
}

/** Waits for the parts of a page that have their own loading and failure: on the server, for the HTML to hold them. */
export async function settleOnServer(parts: Promise<unknown>[]): Promise<void> {
  if (import.meta.env.SSR) await Promise.allSettled(parts)
}
