import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { lineRefused } from '#messages/search-settings.js'
import { READ_ONCE } from '~/components/form/form-query'
import type { Database } from '~/database.types'
import { getDb } from '~/lib/db-client'
import { DataError, dataOf, inLanguage } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'

/** The settings of the search, with `version`, and `stale`: the number of tools still found by former settings. */
export type SearchSettings = Database['public']['Functions']['get_search_settings']['Returns'][number]

/** The only place for query keys of this page. */
export const searchSettingsQueries = {
  current: (userId: string) =>
    queryOptions({
      ...READ_ONCE,
      queryKey: [PERSONAL, userId, 'search-settings'],
      queryFn: ({ signal }): Promise<SearchSettings> =>
        dataOf(getDb().rpc('get_search_settings').single(), 'loadSearchSettings', signal),
    }),
  /** The names of the first tools that are found, and how many there are. */
  tried: (userId: string, query: string, version: number) =>
    queryOptions({
      queryKey: [PERSONAL, userId, 'search-tried', query, version],
      queryFn: async ({ signal }) => {
        const ask = getDb().rpc('search_tools', { query, max_results: 10 })
        const data = await dataOf(ask, 'loadSearch', signal)
        return {
          total: data[0]?.total ?? 0,
          tools: data.map(({ id, name, category_name }) => ({ id, name, category_name })),
        }
      },
      enabled: query !== '',
      staleTime: 0,
    }),
}

/** Throws a DataError: 'searchSettingsChanged' if somebody else saved meanwhile, else with the words of the database. */
export const saveSearchSettings = mutationOptions({
  mutationFn: async ({ version, language, synonyms }: Omit<SearchSettings, 'languages' | 'stale'>) => {
    const { error, status } = await getDb().rpc('save_search_settings', {
      language,
      synonyms,
      expected_version: version,
    })
    if (!error) return
    throw new DataError(error.code === 'PT409' ? 'searchSettingsChanged' : 'saveSearchSettings', {
      status,
      words: ['23514', '22023'].includes(error.code)
        ? inLanguage(
            error.message,
            /^\d+$/.test(error.details) ? lineRefused({ line: error.details }) : undefined,
          )
        : undefined,
    })
  },
  meta: { inForm: (error) => error instanceof DataError && error.code === 'saveSearchSettings' },
})
