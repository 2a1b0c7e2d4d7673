import { notFound, redirect } from '@tanstack/react-router'
import { isSlug } from '#shared/slug-pattern.ts'
import { markText, splitMarked } from '~/components/mark-text'
import type { Json } from '~/database.types'
import { formatDay } from '~/lib/dates'
import type { Db } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { readAll } from '~/lib/read-all'
import type { PagePosition, ToolCardRow, ToolPage } from './catalogue-data'
import type { FacetSearch, ToolListKey } from './list-search'

/**
 * Reads of categories, facets and lists of tools: a file of their own, because a page's initial data is in its HTML and the
 * first load does without.
 */

export type CategoryRow = Awaited<ReturnType<typeof listCategories>>[number]
export type Week = NonNullable<Awaited<ReturnType<typeof getWeek>>>
export type CategoryReasons = Awaited<ReturnType<typeof listReasons>>
export type CategorySamples = Awaited<ReturnType<typeof listSamples>>

const COLUMNS = 'id, name, slug, tool_count'

/** Categories offered outside the filter panel. */
const POPULAR = 8

/** Every category with its number of tools, by name. */
export function listCategories(db: Db, signal: AbortSignal) {
  const ask = () => db.from('categories').select(COLUMNS).order('name').order('id')
  return readAll(ask, 'fetchCategories', signal)
}

/** Leftovers are no choice. */
const LEFTOVERS = '(other,others,misc,miscellaneous,uncategorized)'

/** The categories with the most tools. */
export function listPopular(db: Db, signal: AbortSignal) {
  const named = db.from('categories').select(COLUMNS).not('slug', 'in', LEFTOVERS)
  const ask = named.order('tool_count', { ascending: false })
  return dataOf(ask.order('name').order('id').limit(POPULAR), 'fetchCategories', signal)
}

/** The categories with these slugs, by name. */
export function listBySlugs(db: Db, slugs: readonly string[], signal: AbortSignal) {
  const ask = db.from('categories').select(COLUMNS).in('slug', slugs)
  return dataOf(ask.order('name').order('id'), 'fetchCategories', signal)
}

/**
 * One category. A former slug redirects permanently, keeping the list's order; unknown is a 404; any other failure is
 * 'Failed to fetch categories'.
 */
export async function getCategory(db: Db, slug: string, signal: AbortSignal) {
  if (!isSlug(slug)) throw notFound()
  const columns = 'id, name, slug, description, tool_count'
  const ask = db.from('categories').select(columns).eq('slug', slug).maybeSingle()
  const category = await dataOf(ask, 'fetchCategories', signal)
  if (!category) {
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
  return category
}

/** Names and logos ('' for none) of up to three tools of every category, by category id. */
export async function listSamples(db: Db, signal: AbortSignal) {
  const ask = () => db.rpc('list_category_samples', undefined, { get: true })
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
  const all = await readAll(() => counts().order('category_id'), 'fetchCategories', signal)
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
  const data = await dataOf(ask, 'fetchTools', signal)
  return Object.fromEntries(data.map(({ facet, value, tools }) => [`${facet} ${value}`, tools]))
}

/**
 * One page of a list of tools: `size` of them after a position, the first page including the total. One more is asked
 * for, which tells whether there is a next page. Throws 'Failed to fetch tools'.
 */
export async function listTools(
  db: Db,
  list: ToolListKey,
  { size, after }: PagePosition,
  signal: AbortSignal,
): Promise<ToolPage> {
  const { query, sort, categoryIds, ...facets } = list
  const request = { category_ids: [...categoryIds], max_results: size + 1, ...facetArguments(facets) }
  if (query !== undefined) {
    const order = { query, sort: sort ?? 'relevance', after_id: after?.after_id }
    const ask = db.rpc('search_tools', { ...request, ...order }, { get: true })
    const data = await dataOf(ask, 'fetchTools', signal)
    const corrected = data[0]?.corrected ?? undefined
    const found = data.map((row) => toFound(row, corrected ?? query))
    return { ...toPage(found, data, { size, after }), corrected }
  }
  const order = { sort: sort ?? 'newest', ...after }
  const ask = db.rpc('list_tools', { ...request, ...order }, { get: true })
  const data = await dataOf(ask, 'fetchTools', signal)
  let last = after?.after_at
  const tools = data.map(({ rank, ...row }) => {
    const isFirst = order.sort === 'newest' && row.created_at.slice(0, 10) !== last?.slice(0, 10)
    last = row.created_at
    return { ...toCard(row), ...(isFirst && { day: formatDay(row.created_at) }) }
  })
  return toPage(tools, data, { size, after })
}

/** The recommendation of the week with its tool, or null. */
export function getWeek(db: Db, signal: AbortSignal) {
  const chosen = db.rpc('list_chosen_recommendations', undefined, { get: true })
  return dataOf(chosen.is('category_id', null).maybeSingle(), 'fetchUpvotes', signal)
}

/** A reason for a tool of each large category, by category id. The cache needs the tool's id: whose recommendations are shown. */
export async function listReasons(db: Db, signal: AbortSignal) {
  const ask = db
    .rpc('list_chosen_recommendations', undefined, { get: true })
    .select('category_id, id, name, reason')
    .not('category_id', 'is', null)
  const data = await dataOf(ask, 'fetchUpvotes', signal)
  return Object.fromEntries(data.map(({ category_id, ...chosen }) => [category_id, chosen]))
}

type Row = { id: string; created_at: string; total: number | null; rank?: number | null }

/** The page of these rows, and where the next one begins if there is one. */
function toPage(tools: ToolCardRow[], rows: readonly Row[], { size, after }: PagePosition): ToolPage {
  const last = rows.length > size ? rows[size - 1] : undefined
  return {
    tools: tools.slice(0, size),
    total: after ? null : (rows[0]?.total ?? 0),
    next: last && { after_rank: last.rank ?? undefined, after_at: last.created_at, after_id: last.id },
  }
}

/** Facets as arguments of the database's functions; absent where nothing is selected. */
const facetArguments = ({ pricing, open_source, platforms, facts }: FacetSearch) => ({
  pricings: pricing,
  open_sources: open_source,
  platforms,
  facts,
})

type ListedTool = {
  category_id: string | null
  category_name: string | null
  category_slug: string | null
  total?: number | null
  card_facts?: Json
}

/** A row of a list with its category in the shape of a plain table call. */
export function toCard<T extends ListedTool>({
  category_id,
  category_name,
  category_slug,
  total,
  card_facts,
  ...tool
}: T) {
  const categories = category_id && { id: category_id, name: category_name ?? '', slug: category_slug ?? '' }
  return { ...tool, ...(card_facts && { card_facts }), categories: categories || null }
}

type FoundTool = Omit<ToolCardRow, 'categories' | 'short_description'> &
  ListedTool & {
    marked_description: string
    reason: string | null
    reason_by: string | null
    writer_has_page: boolean | null
    is_named: boolean
    corrected: string | null
  }

/** A search result, with its matches. */
function toFound(found: FoundTool, query: string) {
  const { marked_description, reason, reason_by, writer_has_page, is_named, corrected, ...row } = found
  const name = markText(row.name, query)
  const description = splitMarked(marked_description)
  const quote =
    reason === null ? undefined : { reason: splitMarked(reason), writer: reason_by, hasPage: writer_has_page }
  return {
    ...toCard({ ...row, short_description: description.join('') }),
    found: { name, description, quote },
  }
}

/**
 * The current slug of the tool or category that once had this one, or null: there was none, or it was deleted. Failures
 * have the messages of a tool's or category's read (section 8).
 */
export async function findCurrentSlug(
  db: Db,
  kind: 'tool' | 'category',
  slug: string,
  signal: AbortSignal,
): Promise<string | null> {
  const ask = db.rpc('find_current_slug', { kind, former_slug: slug }, { get: true })
  const data = await dataOf(ask, kind === 'tool' ? 'fetchTool' : 'fetchCategories', signal)
  return data[0]?.slug ?? null
}
