import type { Sorts } from '~/rules/sort-orders'
import { type ListRequest, type ListSearch, toListRequest } from './list-search'

/** Makes `next` the list's address; `replace` keeps the history as it is. */
export type OnListSearch<Sort extends string> = (
  next: ListSearch<Sort>,
  options: { replace: boolean },
) => void

/** What one may do with a list: search it, sort it, turn its pages. Each of them is in the address. */
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
    /** While typing there is one entry in the history, not one a letter. */
    find: (text: string) =>
      onSearch({ ...search, search: text || undefined, page: undefined }, { replace: true }),
    /** Sorts by it, beginning at its natural end; once more turns it round. */
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
