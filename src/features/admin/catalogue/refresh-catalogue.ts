import type { Query, QueryClient } from '@tanstack/react-query'
import { PERSONAL } from '~/lib/session'
import { siteQuery } from '~/lib/site-data'

/**
 * After a catalogue entry was saved or deleted: refetches active queries and removes the others, so that no list, page,
 * count or search is outdated. Resolves when the active ones have been refetched.
 */
export async function refreshCatalogue(queryClient: QueryClient): Promise<void> {
  // A first fetch in progress would not be repeated, and may have started before the change.
  await queryClient.cancelQueries({ predicate: isPublic })
  queryClient.removeQueries({ type: 'inactive', predicate: isPublic })
  // Personal lists name tools too; they are refetched when they are next shown.
  void queryClient.invalidateQueries({ queryKey: [PERSONAL], refetchType: 'none' })
  await queryClient.invalidateQueries({ predicate: isPublic })
}

/** The settings of the site are in every page, but do not depend on tools. */
const isPublic = ({ queryKey: [first] }: Query): boolean =>
  first !== PERSONAL && first !== siteQuery.queryKey[0]
