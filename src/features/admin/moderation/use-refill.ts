import { useEffect } from 'react'

/** With fewer cards to decide about than this, the next ones are fetched. */
const FEW = 5

type List = {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/**
 * Brings the next page of the queue by itself before the moderator comes to the end of this one. A page that did not come
 * is left to the button below the list.
 */
export function useRefill(list: List, undecided: number): void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list
  const due = undecided < FEW && hasNextPage && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (due) fetchNextPage()
  }, [due, fetchNextPage])
}
