import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Json } from '~/database.types'
import type { Db } from '~/lib/db-client'
import { DataError, type ErrorCode } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import type { CategoryRow } from './catalogue-reads-data'
import { PAGE_SIZE, type ToolListKey } from './list-search'

type Reads = typeof import('./catalogue-reads-data')
type Ask<Result> = (reads: Reads, db: Db) => Promise<Result>

/** Reads with the database client and code that are downloaded when needed: a page's initial data is in its HTML. */
async function read<Result>(failure: ErrorCode, ask: Ask<Result>): Promise<Result> {
  const db = await loadDb(failure)
  const reads = await import('./catalogue-reads-data').catch(() => {
    throw new DataError(failure)
  })
  return ask(reads, db)
}

const LISTS = ['categories', 'list']

/** The only place for query keys of categories and facets. */
export const categoryQueries = {
  all: () =>
    queryOptions({
      queryKey: [...LISTS, 'all'],
      queryFn: ({ signal }) => read('fetchCategories', (reads, db) => reads.listCategories(db, signal)),
      staleTime: 5 * 60_000,
    }),
  popular: () =>
    queryOptions({
      queryKey: [...LISTS, 'popular'],
      queryFn: ({ signal }) => read('fetchCategories', (reads, db) => reads.listPopular(db, signal)),
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
        return read('fetchCategories', (reads, db) => reads.listBySlugs(db, slugs, signal))
      },
      staleTime: 5 * 60_000,
    }),
  /** The number of tools each further category would add to a list, for all categories in one call. */
  categoryCounts: ({ sort, ...list }: ToolListKey) =>
    queryOptions({
      queryKey: ['categories', 'category-counts', { ...list, categoryIds: list.categoryIds.toSorted() }],
      queryFn: ({ signal }) =>
        read('fetchCategories', (reads, db) => reads.countCategories(db, list, signal)),
    }),
  /** The number of tools per value of each facet. */
  facetCounts: ({ sort, ...list }: ToolListKey) =>
    queryOptions({
      queryKey: ['categories', 'facet-counts', { ...list, categoryIds: list.categoryIds.toSorted() }],
      queryFn: ({ signal }) => read('fetchTools', (reads, db) => reads.countFacets(db, list, signal)),
    }),
  samples: () =>
    queryOptions({
      queryKey: ['categories', 'samples'],
      queryFn: ({ signal }) => read('fetchTools', (reads, db) => reads.listSamples(db, signal)),
      staleTime: 5 * 60_000,
    }),
  /** A reason for a tool of each large category. */
  reasons: () =>
    queryOptions({
      queryKey: ['categories', 'reasons'],
      queryFn: ({ signal }) => read('fetchUpvotes', (reads, db) => reads.listReasons(db, signal)),
      staleTime: 5 * 60_000,
    }),
  /** The current slug of the category that once had this one, or null. */
  currentSlug: (slug: string) =>
    queryOptions({
      queryKey: ['categories', 'current', slug],
      queryFn: ({ signal }) =>
        read('fetchCategories', (reads, db) => reads.findCurrentSlug(db, 'category', slug, signal)),
    }),
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: ['categories', 'detail', slug],
      queryFn: ({ signal }) => read('fetchCategories', (reads, db) => reads.getCategory(db, slug, signal)),
      staleTime: 5 * 60_000,
    }),
}

/** The recommendation of the week, or null. */
export const weekQuery = () =>
  queryOptions({
    queryKey: ['week'],
    queryFn: ({ signal }) => read('fetchUpvotes', (reads, db) => reads.getWeek(db, signal)),
    staleTime: 5 * 60_000,
  })

/** A tool in a list: with the matches of a search, else with its newest recommendation. */
export type ToolCardRow = {
  id: string
  name: string
  slug: string
  logo: string | null
  short_description: string
  featured: boolean
  upvote_count: number
  categories: { id: string; name: string; slug: string } | null
  latest_reason?: string | null
  latest_writer?: string | null
  writer_has_page?: boolean | null
  card_facts?: Json
  found?: Found
  /** The day it was added, in words, on the first of a day in a list by date. */
  day?: string | undefined
}
/** The sort key of a list's last tool, after which the next page begins. */
type After = { after_rank: number | undefined; after_at: string; after_id: string }
/** A page's length, and where it begins if not at the start. */
export type PagePosition = { size: number; after?: After | undefined }
/**
 * `total` is set on the first page only, as is a search's query if it was corrected; `next` on all but the last page.
 */
export type ToolPage = {
  tools: ToolCardRow[]
  total: number | null
  next?: After | undefined
  corrected?: string | undefined
}
/** The matches of a search: a name, a description and a recommendation, as parts of which every second one matched. */
export type Found = {
  name: string[]
  description: string[]
  quote?: { reason: string[]; writer: string | null; hasPage: boolean | null } | undefined
}

/** A list of tools, page by page; the first is as long as the URL says, so that one read restores the list. */
export function toolListQuery(list: ToolListKey, shown = PAGE_SIZE) {
  const start: PagePosition = { size: shown }
  return infiniteQueryOptions({
    queryKey: [...TOOL_LISTS, { ...list, categoryIds: list.categoryIds.toSorted() }],
    queryFn: ({ pageParam, signal }) =>
      read('fetchTools', (reads, db) => reads.listTools(db, list, pageParam, signal)),
    initialPageParam: start,
    getNextPageParam: ({ next }): PagePosition | undefined => next && { size: PAGE_SIZE, after: next },
  })
}

/** The prefix of the query keys of all lists. */
export const TOOL_LISTS = ['tools', 'list']
