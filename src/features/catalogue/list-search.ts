import { PAGE_SIZE } from './tools-data'

/** How far a list can be opened by its address: what one page view may ask of the server. */
export const MAX_SHOWN = 100 * PAGE_SIZE

/** How far a list is opened; absent for the first page. */
export type LengthSearch = { show?: number | undefined }

/** The home list: its length and the slugs of the selected categories; absent for none. */
export type HomeSearch = LengthSearch & { categories?: string[] | undefined }

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** Reads a list's length from an address: whole pages, more than one, not more than the limit. Else absent. */
export function parseLength(search: Record<string, unknown>): LengthSearch {
  const asked = Number(search.show)
  if (!Number.isFinite(asked) || asked <= PAGE_SIZE) return { show: undefined }
  return { show: Math.min(Math.ceil(asked / PAGE_SIZE) * PAGE_SIZE, MAX_SHOWN) }
}

/** Reads the home list's search: `?categories=a,b&show=45`, each category once and in one order, the odd left out. */
export function parseHomeSearch(search: Record<string, unknown>): HomeSearch {
  const given = Array.isArray(search.categories) ? search.categories : [search.categories]
  const slugs = given.flatMap((value) => (typeof value === 'string' ? value.split(',') : []))
  const categories = [...new Set(slugs)].filter((slug) => SLUG.test(slug)).sort()
  return { ...parseLength(search), categories: categories.length > 0 ? categories : undefined }
}

/** The selection with one category added or removed; the list starts over at its first page (section 4). */
export function toggleCategory({ categories = [] }: HomeSearch, slug: string): HomeSearch {
  const rest = categories.filter((selected) => selected !== slug)
  const next = rest.length === categories.length ? [...rest, slug] : rest
  return parseHomeSearch({ categories: next })
}
