import { PLATFORMS, PRICINGS } from '~/rules/facts'
import { SLUG_PATTERN } from '~/rules/slug-pattern'
import { LIST_SORTS, SEARCH_SORTS, type SearchSort } from '~/rules/sort-orders'

/** Tools on a page of a list, and how many Load More adds (section 9). */
export const PAGE_SIZE = 15

/** What narrows a list besides categories, in the order it is shown: any value of each, all of them together. */
export const FACETS = { pricing: PRICINGS, open_source: ['yes', 'no'], platforms: PLATFORMS } as const
export type Facet = keyof typeof FACETS
export const FACET_NAMES: readonly Facet[] = ['pricing', 'open_source', 'platforms']
export type FacetSearch = { [Name in Facet]?: (typeof FACETS)[Name][number][] | undefined }

/**
 * A list of tools: all, or those a query finds, or those in any of the categories, each once; of these, those with the
 * facets. Newest first, or best first of a query, or in another order.
 */
export type ToolListKey = FacetSearch & {
  query?: string | undefined
  categoryIds: readonly string[]
  sort?: SearchSort | undefined
}

/** How far a list can be opened by its address: what one page view may ask of the server. */
export const MAX_SHOWN = 100 * PAGE_SIZE

/** How many categories an address selects at most: each has a button that names all the others. */
export const MAX_CATEGORIES = 100

/**
 * What the address of a list says, each part absent by default: how far it is opened, its order, and what narrows it; the
 * slugs of the selected categories and a text the search dialog opens with (home), or what was asked for (results).
 */
export type ListSearch = FacetSearch & {
  q?: string | undefined
  show?: number | undefined
  sort?: SearchSort | undefined
  categories?: string[] | undefined
  search?: string | undefined
}

/** Reads the search of the page of results, as home's, and `q` cut to what a search reads: `?q=image+upscaler&sort=top`. */
export function parseResultsSearch(search: Record<string, unknown>): ListSearch {
  const { q, sort } = search
  return {
    ...parseListSearch(search),
    categories: parseCategories(search.categories),
    sort: SEARCH_SORTS.find((known) => known === sort),
    q: (typeof q === 'string' && q.trim().slice(0, 200)) || undefined,
  }
}

/** Reads a list's length, order and facets from an address: `?show=30&sort=top&pricing=free,freemium`. */
export function parseListSearch(search: Record<string, unknown>): ListSearch {
  const { sort } = search
  return {
    show: parseLength(search.show),
    sort: LIST_SORTS.find((known) => known === sort),
    ...parseFacets(search),
  }
}

/** The known values of each facet, each once and in the order they are shown in. */
function parseFacets(search: { [Name in Facet]?: unknown }): FacetSearch {
  const chosen = <Value extends string>(known: readonly Value[], given: unknown) => {
    const values = readList(given)
    const found = known.filter((value) => values.includes(value))
    return found.length > 0 ? found : undefined
  }
  return {
    pricing: chosen(FACETS.pricing, search.pricing),
    open_source: chosen(FACETS.open_source, search.open_source),
    platforms: chosen(FACETS.platforms, search.platforms),
  }
}

/** One text of values between commas, or several of them. */
function readList(given: unknown): string[] {
  const texts = Array.isArray(given) ? given : [given]
  return texts.flatMap((text) => (typeof text === 'string' ? text.split(',') : []))
}

/** Whole pages, more than one, not more than the limit. Else absent. */
function parseLength(show: unknown): number | undefined {
  const count = Number(show)
  if (!Number.isFinite(count) || count <= PAGE_SIZE) return undefined
  return Math.min(Math.ceil(count / PAGE_SIZE) * PAGE_SIZE, MAX_SHOWN)
}

/** Each category once and in one order, the odd and what is too many left out. */
function parseCategories(given: unknown): string[] | undefined {
  const known = new Set(readList(given).filter((slug) => SLUG_PATTERN.test(slug)))
  const categories = [...known].slice(0, MAX_CATEGORIES).sort()
  return categories.length > 0 ? categories : undefined
}

/** Reads home's search: `?categories=a,b&sort=top&show=45`. */
export function parseHomeSearch(search: Record<string, unknown>): ListSearch {
  return {
    ...parseListSearch(search),
    categories: parseCategories(search.categories),
    search: (typeof search.search === 'string' && search.search.trim().slice(0, 200)) || undefined,
  }
}

/** The selection with one category added or removed; the list starts over at its first page (section 4), in its order. */
export function toggleCategory(now: ListSearch, slug: string): ListSearch {
  const categories = parseCategories(toggle(now.categories, slug))
  return { ...now, categories, show: undefined, search: undefined }
}

/** The same with a value of a facet, named together: 'pricing free'. */
export function toggleFacet(now: ListSearch, key: string): ListSearch {
  const [name, value = ''] = key.split(' ')
  const facet = FACET_NAMES.find((known) => known === name)
  if (!facet) return now
  const facets = parseFacets({ ...now, [facet]: toggle(now[facet], value) })
  return { ...now, ...facets, show: undefined, search: undefined }
}

const toggle = (chosen: readonly string[] = [], value: string) =>
  chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]

/** The chosen values of all facets, as {@link toggleFacet} takes them. */
export const facetKeys = (search: FacetSearch): string[] =>
  FACET_NAMES.flatMap((facet) => (search[facet] ?? []).map((value) => `${facet} ${value}`))

export const hasFacets = (search: FacetSearch) => facetKeys(search).length > 0

/** The list without facets. */
export const clearFacets = (now: ListSearch): ListSearch => ({ ...now, ...parseFacets({}), show: undefined })

/** The list without anything that narrows it, in its order. */
export const clearFilters = ({ q, sort }: ListSearch): ListSearch => ({ q, sort })

/** The list an address says, of the categories with these ids. */
export function listOf(search: ListSearch, categoryIds: readonly string[]): ToolListKey {
  const { q, sort, pricing, open_source, platforms } = search
  return { query: q, categoryIds, sort, pricing, open_source, platforms }
}
