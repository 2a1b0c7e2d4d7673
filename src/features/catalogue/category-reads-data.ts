import { notFound, redirect } from '@tanstack/react-router'
import { isSlug } from '#shared/slug-pattern.ts'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { readAll } from '~/lib/load-db'
import type { ToolListKey } from './list-search'
import { findCurrentSlug } from './slug-redirects-data'
import { facetArguments } from './tool-list-reads-data'

/** Reads of categories and facets, not part of the first load: a page's initial data is in its HTML. */

export type CategoryRow = Awaited<ReturnType<typeof listCategories>>[number]
export type CategorySamples = Awaited<ReturnType<typeof listSamples>>

const COLUMNS = 'id, name, slug, tool_count'

/** Categories offered outside the filter panel. */
const POPULAR = 8

/** Every category with its number of tools, by name. */
export function listCategories(db: Db, signal: AbortSignal) {
  const ask = () => db.from('categories').select(COLUMNS).order('name').order('id').abortSignal(signal)
  return readAll(ask, 'fetchCategories', signal)
}

/** Leftovers are no choice. */
const LEFTOVERS = '(other,others,misc,miscellaneous,uncategorized)'

/** The categories with the most tools. */
export async function listPopular(db: Db, signal: AbortSignal) {
  const named = db.from('categories').select(COLUMNS).not('slug', 'in', LEFTOVERS)
  const ask = named.order('tool_count', { ascending: false })
  const answer = await ask.order('name').order('id').limit(POPULAR).abortSignal(signal)
  assertAnswered(answer, 'fetchCategories', signal)
  return answer.data
}

/** The categories with these slugs, by name. */
export async function listBySlugs(db: Db, slugs: readonly string[], signal: AbortSignal) {
  const ask = db.from('categories').select(COLUMNS).in('slug', slugs)
  const answer = await ask.order('name').order('id').abortSignal(signal)
  assertAnswered(answer, 'fetchCategories', signal)
  return answer.data
}

/**
 * One category. A former slug redirects permanently, keeping the list's order; unknown is a 404; any other failure is
 * 'Failed to fetch categories'.
 */
export async function getCategory(db: Db, slug: string, signal: AbortSignal) {
  if (!isSlug(slug)) throw notFound()
  const columns = 'id, name, slug, description, tool_count'
  const answer = await db
    .from('categories')
    .select(columns)
    .eq('slug', slug)
    .abortSignal(signal)
    .maybeSingle()
  assertAnswered(answer, 'fetchCategories', signal)
  if (!answer.data) {
    const current = await findCurrentCategory(db, slug, signal)
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

/** The current slug of the category that once had this one, or null. */
export const findCurrentCategory = (db: Db, slug: string, signal: AbortSignal) =>
  findCurrentSlug(db, 'category', slug, signal)

/** Names and logos ('' for none) of up to three tools of every category, by category id. */
export async function listSamples(db: Db, signal: AbortSignal) {
  const ask = () => db.rpc('list_category_samples', undefined, { get: true }).abortSignal(signal)
  const all = await readAll(ask, 'fetchTools', signal)
  return Object.fromEntries(all.map(({ category_id, ...samples }) => [category_id, samples]))
}

/**
 * How many tools with the facets, or found by the search, each category has and would add to the selected ones; by
 * category id. Empty where a search finds too many to count.
 */
export async function countCategories(
  db: Db,
  { query, categoryIds, ...facets }: ToolListKey,
  signal: AbortSignal,
) {
  const request = { selected: [...categoryIds], ...facetArguments(facets) }
  const counts = () =>
    query === undefined
      ? db.rpc('count_categories', request, { get: true })
      : db.rpc('count_found_categories', { query, ...request }, { get: true })
  const ask = () => counts().order('category_id').abortSignal(signal)
  const all = await readAll(ask, 'fetchCategories', signal)
  return new Map(all.map(({ category_id, ...counts }) => [category_id, counts]))
}

/** How many tools a list would show with one more value of a facet, by facet and value. */
export async function countFacets(
  db: Db,
  { query, categoryIds, ...facets }: ToolListKey,
  signal: AbortSignal,
) {
  const request = { category_ids: [...categoryIds], ...facetArguments(facets) }
  const ask =
    query === undefined
      ? db.rpc('count_facets', request, { get: true })
      : db.rpc('count_found_facets', { query, ...request }, { get: true })
  const answer = await ask.abortSignal(signal)
  assertAnswered(answer, 'fetchTools', signal)
  return Object.fromEntries(answer.data.map(({ facet, value, tools }) => [`${facet} ${value}`, tools]))
}
