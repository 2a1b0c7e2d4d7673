import type { Sorts } from '#shared/sort-orders.ts'
import { type ListRequest, type ListSearch, toListRequest } from './list-search'

/** Changes the search of the current URL, which may be newer than the screen; `replace` adds no history entry. */
export type OnListSearch<Sort extends string> = (
  change: ListSearch<Sort>,
  options: { replace: boolean },
) => void

/** The actions of a list: search, sort, page. Their state is in the URL. */
export function useList<Sort extends string>(
  search: ListSearch<Sort>,
  sorts: Sorts<Sort>,
  onSearch: OnListSearch<Sort>,
) {
  const request: ListRequest<Sort> = toListRequest(search, sorts)
  const natural = (sort: Sort) => (sorts.descending.includes(sort) ? 'desc' : 'asc')
  const isNatural = request.descending === (natural(request.sort) === 'desc')
  return {
    request,
    /** While typing the history entry is replaced, not added per letter. */
    find: (text: string) => onSearch({ search: text || undefined, page: undefined }, { replace: true }),
    /** Sorts by a column in its natural direction; a second time reverses it. */
    sortBy: (sort: Sort) =>
      onSearch(
        {
          sort,
          order: sort === request.sort && isNatural ? (request.descending ? 'asc' : 'desc') : undefined,
          page: undefined,
        },
        { replace: false },
      ),
    turnTo: (page: number) => onSearch({ page }, { replace: false }),
  }
}
