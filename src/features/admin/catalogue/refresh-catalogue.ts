import type { Query, QueryClient } from '@tanstack/react-query'
import { PERSONAL } from '~/lib/session'
import { siteQuery } from '~/lib/site-data'

/**
 * After something of the catalogue was saved or deleted: what is on the page is read again, and what is not is forgotten,
 * so that no list, page, count or search shows it as it was. Resolves when what is on the page has been read.
 */
export async function refreshCatalogue(queryClient: QueryClient): Promise<void> {
  // What is being read for the first time would not be read again, and may have been asked before the change.
  await queryClient.cancelQueries({ predicate: isPublic })
  queryClient.removeQueries({ type: 'inactive', predicate: isPublic })
  // A person's own lists name tools too; they are read again when they are next shown.
  void queryClient.invalidateQueries({ queryKey: [PERSONAL], refetchType: 'none' })
  await queryClient.invalidateQueries({ predicate: isPublic })
}

/** Every page is made of the settings of the site, which no tool changes. */
const isPublic = ({ queryKey: [first] }: Query): boolean =>
  first !== PERSONAL && first !== siteQuery.queryKey[0]
