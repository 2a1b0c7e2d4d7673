import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { loadCalls } from '~/lib/load-db'
import { once } from '~/lib/once'
import { PERSONAL } from '~/lib/session'
import { RECOMMENDATIONS_PAGE } from './upvote-rules'

const loadData = once(() => import('./upvotes-data'))
const load = () => loadCalls(loadData, 'Failed to fetch upvotes')

/** Every query about upvotes; nobody else spells their keys. */
export const upvoteQueries = {
  /** A tool's recommendations, page by page. */
  byTool: (toolId: string) =>
    infiniteQueryOptions({
      queryKey: ['upvotes', 'by-tool', toolId],
      queryFn: async ({ pageParam, signal }) => {
        const { db, listRecommendations } = await load()
        return listRecommendations(db, { toolId, page: pageParam }, signal)
      },
      initialPageParam: 0,
      getNextPageParam: (_last, pages) =>
        pages.length * RECOMMENDATIONS_PAGE < (pages[0]?.total ?? 0) ? pages.length : undefined,
    }),
  /** Everything about the person's own upvotes. */
  mine: (userId: string) => [PERSONAL, userId, 'upvotes'],
  /** Which of these tools the person has upvoted: its own query, so that the lists stay everyone's. */
  mineAmong: (userId: string, toolIds: readonly string[]) =>
    queryOptions({
      queryKey: [...upvoteQueries.mine(userId), 'among', toolIds],
      queryFn: async ({ signal }) => {
        const { db, listMyUpvotes } = await load()
        return listMyUpvotes(db, { userId, toolIds }, signal)
      },
    }),
  /** The person's own recommendation of a tool: apart from the list, which stays everyone's. */
  own: (userId: string, toolId: string) =>
    queryOptions({
      queryKey: [...upvoteQueries.mine(userId), 'of', toolId],
      queryFn: async ({ signal }) => {
        const { db, getOwn } = await load()
        return getOwn(db, { userId, toolId }, signal)
      },
    }),
}
