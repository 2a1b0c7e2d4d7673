import { queryOptions } from '@tanstack/react-query'
import { getDb } from '~/lib/db-client'
import { getCategory, listCategories, listSamples } from './categories-data'

/** Every query about categories; nobody else spells their keys. */
export const categoryQueries = {
  all: () =>
    queryOptions({
      queryKey: ['categories', 'all'],
      queryFn: ({ signal }) => listCategories(getDb(), signal),
      staleTime: 5 * 60_000,
    }),
  samples: () =>
    queryOptions({
      queryKey: ['categories', 'samples'],
      queryFn: ({ signal }) => listSamples(getDb(), signal),
      staleTime: 5 * 60_000,
    }),
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: ['categories', 'detail', slug],
      queryFn: ({ signal }) => getCategory(getDb(), slug, signal),
      staleTime: 5 * 60_000,
    }),
}
