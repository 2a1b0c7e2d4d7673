import type { Sorts } from '~/rules/sort-orders'
import { type ListRequest, type ListSearch, toListRequest } from './list-search'

/** Navigates to the list with this search; `replace` adds no history entry. */
export type OnListSearch<Sort extends string> = (
  next: ListSearch<Sort>,
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
    find: (text: string) =>
      onSearch({ ...search, search: text || undefined, page: undefined }, { replace: true }),
    /** Sorts by a column in its natural direction; a second time reverses it. */
    sortBy: (sort: Sort) =>
      onSearch(
        {
          search: search.search,
          sort,
          order: sort === request.sort && isNatural ? (request.descending ? 'asc' : 'desc') : undefined,
        },
        { replace: false },
      ),
    turnTo: (page: number) => onSearch({ ...search, page }, { replace: false }),
  }
}
