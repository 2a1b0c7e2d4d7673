import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CategoryRow } from './categories-data'
import { categoryQueries } from './categories-data'

/**
 * How many tools each further category would add to the selected ones, by category id: one question for all of them,
 * asked from when somebody opens the filter. It is an aid, so its failure shows nothing.
 */
export function useFacetCounts(categories: readonly CategoryRow[] | undefined, selected: readonly string[]) {
  const [asked, setAsked] = useState(false)
  const ids = categories?.filter(({ slug }) => selected.includes(slug)).map(({ id }) => id) ?? []
  const { data } = useQuery({
    ...categoryQueries.facetCounts(ids),
    enabled: asked && ids.length > 0,
    placeholderData: keepPreviousData,
  })
  return { facetCounts: ids.length > 0 ? data : undefined, loadFacetCounts: () => setAsked(true) }
}
