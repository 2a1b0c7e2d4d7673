import { useEffect } from 'react'
import { hasFacets, type ListSearch, type ToolListKey } from '~/features/catalogue/list-search'
import { useTools } from '~/features/catalogue/tool-list'

/**
 * Counts a search of the results page once its results are known. Not with filters: that nothing is left by them says nothing
 * about the words.
 */
export function useCountSearch(search: ListSearch, list: ToolListKey | undefined): void {
  const { q } = search
  const { first } = useTools(list, search)
  const found = !first || search.categories || hasFacets(search) ? undefined : first.total !== 0
  useEffect(() => {
    if (!q || found === undefined) return
    import('~/lib/counting').then(
      ({ tellSearch }) => tellSearch(q, found),
      () => undefined,
    )
  }, [q, found])
}
