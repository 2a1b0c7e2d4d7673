import { queryOptions } from '@tanstack/react-query'
import { loadDb } from '~/lib/load-db'
import { getCategory, listCategories, listSamples } from './categories-data'

/** Every query about categories; nobody else spells their keys. */
export const categoryQueries = {
  all: () =>
    queryOptions({
      queryKey: ['categories', 'all'],
      queryFn: async ({ signal }) => listCategories(await loadDb(), signal),
      staleTime: 5 * 60_000,
    }),
  samples: () =>
    queryOptions({
      queryKey: ['categories', 'samples'],
      queryFn: async ({ signal }) => listSamples(await loadDb(), signal),
      staleTime: 5 * 60_000,
    }),
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: ['categories', 'detail', slug],
      queryFn: async ({ signal }) => getCategory(await loadDb(), slug, signal),
      staleTime: 5 * 60_000,
    }),
}
