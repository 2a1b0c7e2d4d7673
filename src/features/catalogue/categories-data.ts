import { queryOptions } from '@tanstack/react-query'
import type { Db } from '~/lib/db-client'
import { loadDb } from '~/lib/load-db'
import type { ErrorCode } from '~/messages/en/errors'
import type { CategoryRow } from './category-reads-data'
import type { ToolListKey } from './list-search'

type Reads = typeof import('./category-reads-data')
type Ask<Result> = (reads: Reads, db: Db, signal: AbortSignal) => Promise<Result>

/** A query's function. The database client first: if both downloads fail, its error is reported. */
const read =
  <Result>(failure: ErrorCode, ask: Ask<Result>) =>
  async ({ signal }: { signal: AbortSignal }) => {
    const db = await loadDb(failure)
    return ask(await import('./category-reads-data'), db, signal)
  }

const LISTS = ['categories', 'list']

/** The only place for query keys of categories and facets. */
export const categoryQueries = {
  all: () =>
    queryOptions({
      queryKey: [...LISTS, 'all'],
      queryFn: read('fetchCategories', (reads, db, signal) => reads.listCategories(db, signal)),
      staleTime: 5 * 60_000,
    }),
  popular: () =>
    queryOptions({
      queryKey: [...LISTS, 'popular'],
      queryFn: read('fetchCategories', (reads, db, signal) => reads.listPopular(db, signal)),
      staleTime: 5 * 60_000,
    }),
  /** Fetches only categories that no other list has loaded. */
  bySlugs: (slugs: readonly string[]) =>
    queryOptions({
      queryKey: [...LISTS, slugs],
      queryFn: async ({ signal, client }) => {
        const lists = client.getQueriesData<CategoryRow[]>({ queryKey: LISTS, stale: false })
        const rows = lists.flatMap(([, list = []]) => list)
        const known = new Map(rows.map((row) => [row.slug, row]))
        const found = slugs.flatMap((slug) => known.get(slug) ?? [])
        if (found.length === slugs.length) return found.sort((a, b) => a.name.localeCompare(b.name))
        return read('fetchCategories', (reads, db) => reads.listBySlugs(db, slugs, signal))({ signal })
      },
      staleTime: 5 * 60_000,
    }),
  /** The number of tools each further category would add to a list, for all categories in one call. */
  categoryCounts: ({ sort, ...list }: ToolListKey) =>
    queryOptions({
      queryKey: ['categories', 'category-counts', { ...list, categoryIds: list.categoryIds.toSorted() }],
      queryFn: read('fetchCategories', (reads, db, signal) => reads.countCategories(db, list, signal)),
    }),
  /** The number of tools per value of each facet. */
  facetCounts: ({ sort, ...list }: ToolListKey) =>
    queryOptions({
      queryKey: ['categories', 'facet-counts', { ...list, categoryIds: list.categoryIds.toSorted() }],
      queryFn: read('fetchTools', (reads, db, signal) => reads.countFacets(db, list, signal)),
    }),
  samples: () =>
    queryOptions({
      queryKey: ['categories', 'samples'],
      queryFn: read('fetchTools', (reads, db, signal) => reads.listSamples(db, signal)),
      staleTime: 5 * 60_000,
    }),
  /** The current slug of the category that once had this one, or null. */
  currentSlug: (slug: string) =>
    queryOptions({
      queryKey: ['categories', 'current', slug],
      queryFn: read('fetchCategories', (reads, db, signal) => reads.findCurrentCategory(db, slug, signal)),
    }),
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: ['categories', 'detail', slug],
      queryFn: read('fetchCategories', (reads, db, signal) => reads.getCategory(db, slug, signal)),
      staleTime: 5 * 60_000,
    }),
}
