import { useEffect } from 'react'
import { tell } from '~/lib/tell'
import { hasFacets, type ListSearch, type ToolListKey } from './list-search'
import { useTools } from './tool-list'

/**
 * Counts a search of the results page once its results are known. Not with filters: that nothing is left by them says nothing
 * about the words.
 */
export function useCountSearch(search: ListSearch, list: ToolListKey | undefined): void {
  const { q } = search
  const { first } = useTools(list, search)
  const found = !first || search.categories || hasFacets(search) ? undefined : first.total !== 0
  useEffect(() => {
    if (q && found !== undefined) tell({ search: q, found })
  }, [q, found])
}
