import { queryOptions } from '@tanstack/react-query'
import type { Db } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'

export type ComparedTool = Awaited<ReturnType<typeof readCompared>>[number]

/** The tools of some slugs, in their order, with the compared data: in one call. */
async function readCompared(db: Db, slugs: readonly string[], signal: AbortSignal) {
  const ask = db.rpc('compare_tools', { slugs: [...slugs] }, { get: true })
  const data = await dataOf(ask, 'fetchTools', signal)
  return data.map(({ category_names, category_slugs, reasons, writers, writers_have_pages, ...tool }) => ({
    ...tool,
    categories: category_names.map((name, place) => ({ name, slug: category_slugs[place] ?? '' })),
    reasons: reasons.map((reason, place) => ({
      reason,
      writer: writers[place],
      hasPage: writers_have_pages[place],
    })),
  }))
}

/** The only place for query keys of compared tools. */
export const compareQueries = {
  tools: (slugs: readonly string[]) =>
    queryOptions({
      queryKey: ['tools', 'compared', slugs],
      queryFn: async ({ signal }) =>
        slugs.length === 0 ? [] : readCompared(await loadDb('fetchTools'), slugs, signal),
    }),
}
