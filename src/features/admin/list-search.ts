import type { Sorts } from '#shared/sort-orders.ts'

/** The URL state of an admin list; missing values are defaults. */
export type ListSearch<Sort extends string> = {
  search?: string | undefined
  sort?: Sort | undefined
  order?: 'asc' | 'desc' | undefined
  page?: number | undefined
}

/** The same with defaults filled in, for the database. */
export type ListRequest<Sort extends string> = {
  search: string
  sort: Sort
  descending: boolean
  page: number
}

/** Search texts are cut to this length. */
export const MAX_SEARCH = 200

export const readText = (search: unknown): string | undefined =>
  (typeof search === 'string' && search.trim().slice(0, MAX_SEARCH)) || undefined

export const PAGE_ROWS = 100

const MAX_PAGE = 1_000_000

/** Changes the search of the current URL, which may be newer than the screen; `replace` adds no history entry. */
export type OnListSearch<Sort extends string> = (
  change: ListSearch<Sort>,
  options: { replace: boolean },
) => void

/** Reads a list's search from a URL; invalid values are ignored, defaults omitted. */
export function parseListSearch<Sort extends string>(
  { search, sort, order, page }: Record<string, unknown>,
  { names, descending }: Sorts<Sort>,
): ListSearch<Sort> {
  const chosen = names.find((name) => name === sort) ?? names[0]
  const natural = descending.includes(chosen) ? 'desc' : 'asc'
  const number = Math.min(Math.floor(Number(page)), MAX_PAGE)
  return {
    search: readText(search),
    sort: chosen === names[0] ? undefined : chosen,
    order: (order === 'asc' || order === 'desc') && order !== natural ? order : undefined,
    page: number > 1 ? number : undefined,
  }
}

/** The arguments of the database's list function. */
export function toListRequest<Sort extends string>(
  { search = '', sort, order, page = 1 }: ListSearch<Sort>,
  { names, descending }: Sorts<Sort>,
): ListRequest<Sort> {
  const chosen = sort ?? names[0]
  return {
    search,
    sort: chosen,
    descending: order ? order === 'desc' : descending.includes(chosen),
    page,
  }
}
