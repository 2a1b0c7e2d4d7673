import { queryOptions } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { loadDb, readAll } from '~/lib/load-db'
import { findCurrentSlug } from './slug-redirects-data'

export type CategoryRow = Awaited<ReturnType<typeof listCategories>>[number]
export type CategorySamples = Awaited<ReturnType<typeof listSamples>>

const COLUMNS = 'id, name, slug, tool_count'

/** Categories offered without opening the filter. */
const POPULAR = 8

/** Every category with its number of tools, by name. */
export function listCategories(db: Db, signal: AbortSignal) {
  const ask = () => db.from('categories').select(COLUMNS).order('name').order('id').abortSignal(signal)
  return readAll(ask, 'fetchCategories', signal)
}

/** Those with the most tools. */
async function listPopular(db: Db, signal: AbortSignal) {
  const ask = db.from('categories').select(COLUMNS).order('tool_count', { ascending: false })
  const answer = await ask.order('name').order('id').limit(POPULAR).abortSignal(signal)
  assertAnswered(answer, 'fetchCategories', signal)
  return answer.data
}

/** Those that have one of these slugs, by name. */
async function listBySlugs(db: Db, slugs: readonly string[], signal: AbortSignal) {
  const ask = db.from('categories').select(COLUMNS).in('slug', slugs)
  const answer = await ask.order('name').order('id').abortSignal(signal)
  assertAnswered(answer, 'fetchCategories', signal)
  return answer.data
}

/**
 * One category. A slug it had before redirects for good, in the same order of its list; not found is a 404; else 'Failed
 * to fetch categories'.
 */
export async function getCategory(db: Db, slug: string, signal: AbortSignal) {
  const columns = 'id, name, slug, description, tool_count'
  const answer = await db
    .from('categories')
    .select(columns)
    .eq('slug', slug)
    .abortSignal(signal)
    .maybeSingle()
  assertAnswered(answer, 'fetchCategories', signal)
  if (!answer.data) {
    const current = await findCurrentSlug(db, 'category', slug, signal)
    throw current
      ? redirect({
          to: '/categories/$slug',
          params: { slug: current },
          search: true,
          statusCode: 308,
          replace: true,
        })
      : notFound()
  }
  return answer.data
}

/** Names and logos ('' for none) of up to three tools of every category, by category id. */
export async function listSamples(db: Db, signal: AbortSignal) {
  const ask = () => db.rpc('list_category_samples', undefined, { get: true }).abortSignal(signal)
  const all = await readAll(ask, 'fetchTools', signal)
  return Object.fromEntries(all.map(({ category_id, ...samples }) => [category_id, samples]))
}

/** How many tools each category would add to the list of those in the selected ones, by category id. */
export async function countFacets(db: Db, selected: readonly string[], signal: AbortSignal) {
  const ask = () =>
    db
      .rpc('count_facets', { selected: [...selected] }, { get: true })
      .order('category_id')
      .abortSignal(signal)
  const all = await readAll(ask, 'fetchCategories', signal)
  return new Map(all.map(({ category_id, added }) => [category_id, added]))
}

const LISTS = ['categories', 'list']

/** Every query about categories; nobody else spells their keys. */
export const categoryQueries = {
  all: () =>
    queryOptions({
      queryKey: [...LISTS, 'all'],
      queryFn: async ({ signal }) => listCategories(await loadDb('fetchCategories'), signal),
      staleTime: 5 * 60_000,
    }),
  popular: () =>
    queryOptions({
      queryKey: [...LISTS, 'popular'],
      queryFn: async ({ signal }) => listPopular(await loadDb('fetchCategories'), signal),
      staleTime: 5 * 60_000,
    }),
  /** Asks only for those that no other list has brought. */
  bySlugs: (slugs: readonly string[]) =>
    queryOptions({
      queryKey: [...LISTS, slugs],
      queryFn: async ({ signal, client }) => {
        const lists = client.getQueriesData<CategoryRow[]>({ queryKey: LISTS, stale: false })
        const rows = lists.flatMap(([, list = []]) => list)
        const known = new Map(rows.map((row) => [row.slug, row]))
        const found = slugs.flatMap((slug) => known.get(slug) ?? [])
        if (found.length === slugs.length) return found.sort((a, b) => a.name.localeCompare(b.name))
        return listBySlugs(await loadDb('fetchCategories'), slugs, signal)
      },
      staleTime: 5 * 60_000,
    }),
  /** What each further choice would add to the list of the selected categories, for all of them at once. */
  facetCounts: (selected: readonly string[]) =>
    queryOptions({
      queryKey: ['categories', 'facets', selected.toSorted()],
      queryFn: async ({ signal }) => countFacets(await loadDb('fetchCategories'), selected, signal),
    }),
  samples: () =>
    queryOptions({
      queryKey: ['categories', 'samples'],
      queryFn: async ({ signal }) => listSamples(await loadDb('fetchTools'), signal),
      staleTime: 5 * 60_000,
    }),
  /** The present slug of the category that had this one before, or null. */
  currentSlug: (slug: string) =>
    queryOptions({
      queryKey: ['categories', 'current', slug],
      queryFn: async ({ signal }) =>
        findCurrentSlug(await loadDb('fetchCategories'), 'category', slug, signal),
    }),
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: ['categories', 'detail', slug],
      queryFn: async ({ signal }) => getCategory(await loadDb('fetchCategories'), slug, signal),
      staleTime: 5 * 60_000,
    }),
}
