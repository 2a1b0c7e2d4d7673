import type { Query, QueryClient } from '@tanstack/react-query'
import { PERSONAL } from '~/lib/session'

/**
 * After something of the catalogue was saved or deleted: what is on the page is read again, and what is not is forgotten,
 * so that no list, page, count or search shows it as it was.
 */
export function refreshCatalogue(queryClient: QueryClient): void {
  queryClient.removeQueries({ type: 'inactive', predicate: isPublic })
  void queryClient.invalidateQueries({ predicate: isPublic })
}

const isPublic = ({ queryKey }: Query): boolean => queryKey[0] !== PERSONAL
