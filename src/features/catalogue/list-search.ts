import { SLUG_PATTERN } from '~/rules/slug-pattern'
import { LIST_SORTS, SEARCH_SORTS, type SearchSort, type Sort } from '~/rules/sort-orders'

/** Tools on a page of a list, and how many Load More adds (section 9). */
export const PAGE_SIZE = 15

/**
 * A list of tools: all, or those a query finds, or those in any of the categories, each once. Newest first, or best first of a
 * query, or in another order.
 */
export type ToolListKey = {
  query?: string | undefined
  categoryIds: readonly string[]
  sort?: SearchSort | undefined
}

/** How far a list can be opened by its address: what one page view may ask of the server. */
export const MAX_SHOWN = 100 * PAGE_SIZE

/** How many categories an address selects at most: each has a button that names all the others. */
export const MAX_CATEGORIES = 100

/** How far a list is opened, absent for the first page; and its order, absent for newest first. */
export type ListSearch = { show?: number | undefined; sort?: Sort | undefined }

/**
 * The home list: also the slugs of the selected categories, and a text the search dialog opens with; absent for none.
 */
export type HomeSearch = ListSearch & { categories?: string[] | undefined; search?: string | undefined }

/** The page of results: also what was asked for, cut to what a search reads. */
export type ResultsSearch = Omit<ListSearch, 'sort'> & {
  q?: string | undefined
  sort?: SearchSort | undefined
}

/** Reads the search of the page of results: `?q=image+upscaler&sort=top&show=30`. */
export function parseResultsSearch(search: Record<string, unknown>): ResultsSearch {
  const { q, sort, show } = search
  return {
    show: parseLength(show),
    sort: SEARCH_SORTS.find((known) => known === sort),
    q: (typeof q === 'string' && q.trim().slice(0, 200)) || undefined,
  }
}

/** Reads a list's length and order from an address. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const { sort } = search
  return { show: parseLength(search.show), sort: LIST_SORTS.find((known) => known === sort) }
}

/** Whole pages, more than one, not more than the limit. Else absent. */
function parseLength(show: unknown): number | undefined {
  const asked = Number(show)
  if (!Number.isFinite(asked) || asked <= PAGE_SIZE) return undefined
  return Math.min(Math.ceil(asked / PAGE_SIZE) * PAGE_SIZE, MAX_SHOWN)
}

/**
 * Reads home's search: `?categories=a,b&sort=top&show=45`, each category once and in one order, the odd and what is too
 * many left out.
 */
export function parseHomeSearch(search: Record<string, unknown>): HomeSearch {
  const given = Array.isArray(search.categories) ? search.categories : [search.categories]
  const slugs = given.flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
  const known = new Set(slugs.filter((slug) => SLUG_PATTERN.test(slug)))
  const categories = [...known].slice(0, MAX_CATEGORIES).sort()
  return {
    ...parseListSearch(search),
    categories: categories.length > 0 ? categories : undefined,
    search: (typeof search.search === 'string' && search.search.trim().slice(0, 200)) || undefined,
  }
}

/** The selection with one category added or removed; the list starts over at its first page (section 4), in its order. */
export function toggleCategory({ categories = [], sort }: HomeSearch, slug: string): HomeSearch {
  const rest = categories.filter((selected) => selected !== slug)
  const next = rest.length === categories.length ? [...rest, slug] : rest
  return parseHomeSearch({ categories: next, sort })
}
