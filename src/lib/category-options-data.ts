import { queryOptions } from '@tanstack/react-query'
import { getDb } from './db-client'
import { readAll } from './read-all'

/** Every category, by name. */
export const categoryOptionsQuery = queryOptions({
  queryKey: ['admin', 'category-options'],
  queryFn: ({ signal }) => {
    const ask = () => getDb().from('categories').select('id, name').order('name').order('id')
    return readAll(ask, 'loadCategories', signal)
  },
  staleTime: 0,
})
