import { queryOptions } from '@tanstack/react-query'
import { loadDb } from '~/lib/load-db'
import { countFurtherChoices, getCategory, listCategories, listSamples } from './categories-data'

/** Every query about categories; nobody else spells their keys. */
export const categoryQueries = {
  all: () =>
    queryOptions({
      queryKey: ['categories', 'all'],
      queryFn: async ({ signal }) => listCategories(await loadDb('Failed to fetch categories'), signal),
      staleTime: 5 * 60_000,
    }),
  /** What each further choice would add to the list of the selected categories, for all of them at once. */
  furtherChoices: (selected: readonly string[]) =>
    queryOptions({
      queryKey: ['categories', 'further', selected.toSorted()],
      queryFn: async ({ signal }) =>
        countFurtherChoices(await loadDb('Failed to fetch categories'), selected, signal),
    }),
  samples: () =>
    queryOptions({
      queryKey: ['categories', 'samples'],
      queryFn: async ({ signal }) => listSamples(await loadDb('Failed to fetch tools'), signal),
      staleTime: 5 * 60_000,
    }),
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: ['categories', 'detail', slug],
      queryFn: async ({ signal }) => getCategory(await loadDb('Failed to fetch categories'), slug, signal),
      staleTime: 5 * 60_000,
    }),
}
