import { queryOptions } from '@tanstack/react-query'
import { loadCalls } from '~/lib/load-db'
import { once } from '~/lib/once'

const loadData = once(() => import('./categories-data'))
const load = (failure: string) => loadCalls(loadData, failure)

/** Every query about categories; nobody else spells their keys. */
export const categoryQueries = {
  all: () =>
    queryOptions({
      queryKey: ['categories', 'all'],
      queryFn: async ({ signal }) => {
        const { db, listCategories } = await load('Failed to fetch categories')
        return listCategories(db, signal)
      },
      staleTime: 5 * 60_000,
    }),
  /** What each further choice would add to the list of the selected categories, for all of them at once. */
  furtherChoices: (selected: readonly string[]) =>
    queryOptions({
      queryKey: ['categories', 'further', selected.toSorted()],
      queryFn: async ({ signal }) => {
        const { db, countFurtherChoices } = await load('Failed to fetch categories')
        return countFurtherChoices(db, selected, signal)
      },
    }),
  samples: () =>
    queryOptions({
      queryKey: ['categories', 'samples'],
      queryFn: async ({ signal }) => {
        const { db, listSamples } = await load('Failed to fetch tools')
        return listSamples(db, signal)
      },
      staleTime: 5 * 60_000,
    }),
  /** The present slug of the category that had this one before, or null. */
  currentSlug: (slug: string) =>
    queryOptions({
      queryKey: ['categories', 'current', slug],
      queryFn: async ({ signal }) => {
        const { db, findCurrentSlug } = await loadCalls(
          () => import('./former-slugs-data'),
          'Failed to fetch categories',
        )
        return findCurrentSlug(db, 'category', slug, signal)
      },
    }),
  bySlug: (slug: string) =>
    queryOptions({
      queryKey: ['categories', 'detail', slug],
      queryFn: async ({ signal }) => {
        const { db, getCategory } = await load('Failed to fetch categories')
        return getCategory(db, slug, signal)
      },
      staleTime: 5 * 60_000,
    }),
}
