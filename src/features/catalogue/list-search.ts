import { FACETS, type Facet } from '#shared/facts.ts'
import { isSlug } from '#shared/slug-pattern.ts'
import { LIST_SORTS, SEARCH_SORTS, type SearchSort, type Sort } from '#shared/sort-orders.ts'

/** Tools on a page of a list, and how many Load More adds (section 9). */
export const PAGE_SIZE = 15

/** The facets in display order. The owner's are one, with values as 'players.two'. */
export const FACET_NAMES: readonly (Facet | 'facts')[] = ['pricing', 'open_source', 'platforms', 'facts']
export type FacetSearch = { [Name in Facet]?: (typeof FACETS)[Name][number][] | undefined } & {
  facts?: string[] | undefined
}

/**
 * A list of tools: all, the results of a query, or those in any of the categories; narrowed by the facets. Newest
 * first, or best first for a query, or in another order.
 */
export type ToolListKey = FacetSearch & {
  query?: string | undefined
  categoryIds: readonly string[]
  sort?: Sort | SearchSort | undefined
}

/** How far a URL can open a list, which bounds the work of one page view; Load More goes on from there. */
export const MAX_SHOWN = 5 * PAGE_SIZE

/** Categories a URL can select: each is shown as a button whose URL names all the others. */
export const MAX_CATEGORIES = 100

/**
 * The URL state of a list, all parts optional: how many tools are shown, the order, the filters; the slugs of the
 * selected categories and a text to open the search dialog with (home), or the query (results).
 */
export type ListSearch = FacetSearch & {
  q?: string | undefined
  show?: number | undefined
  sort?: Sort | SearchSort | undefined
  categories?: string[] | undefined
  search?: string | undefined
}

/**
 * Reads the search of the results page: home's, and `q` cut to the length a search reads: `?q=image+upscaler&sort=top`.
 */
export function parseResultsSearch(search: Record<string, unknown>): ListSearch {
  const { q, sort } = search
  return {
    ...parseListSearch(search),
    categories: parseNames(search.categories),
    sort: SEARCH_SORTS.find((known) => known === sort),
    q: (typeof q === 'string' && q.trim().slice(0, 200)) || undefined,
  }
}

/** Reads a list's length, order and facets from a URL: `?show=30&sort=top&pricing=free,freemium`. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const { sort } = search
  return {
    show: parseLength(search.show),
    sort: LIST_SORTS.find((known) => known === sort),
    ...parseFacets(search),
    // The router passes on what is not said here: one page's list would be narrowed by another's parameters. Last, as in URLs.
    categories: undefined,
    search: undefined,
    q: undefined,
  }
}

/** The known values of each facet, without duplicates and in display order. */
function parseFacets(search: { [Name in Facet | 'facts']?: unknown }): FacetSearch {
  const chosen = <Value extends string>(known: readonly Value[], given: unknown) => {
    const values = readList(given)
    const found = known.filter((value) => values.includes(value))
    return found.length > 0 ? found : undefined
  }
  return {
    pricing: chosen(FACETS.pricing, search.pricing),
    open_source: chosen(FACETS.open_source, search.open_source),
    platforms: chosen(FACETS.platforms, search.platforms),
    facts: parseNames(search.facts, isOwnValue),
  }
}

/** Values separated by commas, in one text or several. */
function readList(given: unknown): string[] {
  const texts = Array.isArray(given) ? given : [given]
  return texts.flatMap((text) => (typeof text === 'string' ? text.split(',') : []))
}

/** A multiple of the page size, more than one page and at most the limit; otherwise absent. A longer one is cut. */
function parseLength(show: unknown): number | undefined {
  const count = Number(show)
  if (!Number.isFinite(count) || count <= PAGE_SIZE) return undefined
  return Math.min(Math.ceil(count / PAGE_SIZE) * PAGE_SIZE, MAX_SHOWN)
}

const isOwnValue = (text: string) => /^[a-z]\w{0,39}\.[a-z\d-]{1,60}$/.test(text)

/** The valid names, by default slugs, without duplicates, sorted, up to the maximum. */
function parseNames(given: unknown, isValid = isSlug): string[] | undefined {
  const known = new Set(readList(given).filter(isValid))
  const names = [...known].slice(0, MAX_CATEGORIES).sort()
  return names.length > 0 ? names : undefined
}

/** Reads home's search: `?categories=a,b&sort=top&show=45`. */
export function parseHomeSearch(search: Record<string, unknown>): ListSearch {
  return {
    ...parseListSearch(search),
    categories: parseNames(search.categories),
    search: (typeof search.search === 'string' && search.search.trim().slice(0, 200)) || undefined,
  }
}

/**
 * The selection with one category added or removed; the list restarts at its first page (section 4), in the same order.
 */
export function toggleCategory(now: ListSearch, slug: string): ListSearch {
  const categories = parseNames(toggle(now.categories, slug))
  return { ...now, categories, show: undefined, search: undefined }
}

/** The same with a value of a facet, named as 'pricing free'. */
export function toggleFacet(now: ListSearch, key: string): ListSearch {
  const [name, value = ''] = key.split(' ')
  const facet = FACET_NAMES.find((known) => known === name)
  if (!facet) return now
  const facets = parseFacets({ ...now, [facet]: toggle(now[facet], value) })
  return { ...now, ...facets, show: undefined, search: undefined }
}

const toggle = (chosen: readonly string[] = [], value: string) =>
  chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]

/** The selected values of all facets, as {@link toggleFacet} takes them. */
export const facetKeys = (search: FacetSearch): string[] =>
  FACET_NAMES.flatMap((facet) => (search[facet] ?? []).map((value) => `${facet} ${value}`))

/** The facts by which the list hides tools where nobody entered them, each with the key that shows these. */
export const facetsWithoutUnknown = (search: FacetSearch) => {
  const chosen = facetKeys(search)
  // The part before the value: 'pricing ', 'facts players.'.
  const parts = new Set(chosen.map((key) => key.replace(/[^ .]*$/, '')))
  return [...parts].map((part) => `${part}unknown`).filter((key) => !chosen.includes(key))
}

export const hasFacets = (search: FacetSearch) => facetKeys(search).length > 0

/** The list without facets. */
export const clearFacets = (now: ListSearch): ListSearch => ({ ...now, ...parseFacets({}), show: undefined })

/** The list without filters, in its order. */
export const clearFilters = ({ q, sort }: ListSearch): ListSearch => ({ q, sort })

/** The list of a URL, with the ids of its categories. */
export function listOf(search: ListSearch, categoryIds: readonly string[]): ToolListKey {
  const { q, sort, pricing, open_source, platforms, facts } = search
  return { query: q, categoryIds, sort, pricing, open_source, platforms, facts }
}
