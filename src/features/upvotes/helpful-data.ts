import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { upvoteErrors } from '#messages/upvotes.js'
import { getDb } from '~/lib/db-client'
import { addErrorTexts } from '~/lib/errors'
import { resultOf } from '~/lib/limit-reached'
import { settledSession } from '~/lib/session-start'
import {
  helpfulQueries,
  type Recommendation,
  type RecommendationPage,
  recommendationQueries,
} from './recommendations-data'
import type { UpvoteTool, useAskForUpvote } from './upvote-provider'

addErrorTexts(upvoteErrors)

type Mark = { tool: UpvoteTool; item: Recommendation; helpful: boolean }

/** Marks a recommendation, shown at once; its place in the list stays. A visitor is asked to sign in. */
export async function toggleHelpful(
  client: QueryClient,
  { tool, item, helpful }: Mark,
  ask: ReturnType<typeof useAskForUpvote>,
): Promise<void> {
  const { user } = await settledSession()
  if (!user) return ask(tool, 'mark')
  const mine = { queryKey: helpfulQueries.mine(user.id) }
  const list = recommendationQueries.ofTool(tool.id)
  const show = (isMarked: boolean, count: number) => {
    client.setQueriesData<string[]>(mine, (ids) => {
      const others = (ids ?? []).filter((id) => id !== item.id)
      return isMarked ? [...others, item.id] : others
    })
    client.setQueriesData<InfiniteData<RecommendationPage>>(
      list,
      (data) => data && { ...data, pages: data.pages.map((page) => withCount(page, item.id, count)) },
    )
  }
  // Which others are marked is not known yet, and is read afterwards.
  const isUnread = client.getQueriesData(mine).some(([, ids]) => ids === undefined)
  // Answers on their way would show what was before.
  await Promise.all([client.cancelQueries(mine), client.cancelQueries(list)])
  show(helpful, Math.max(0, item.helpful_count + (helpful ? 1 : -1)))
  const marking = client.getMutationCache().build(client, {
    // Returns how many find it helpful.
    mutationFn: () => resultOf(getDb().rpc('set_helpful', { upvote_id: item.id, helpful }), 'setHelpful'),
    meta: { failure: 'setHelpful' },
    onSuccess: (count) => show(helpful, count),
    onError: () => show(!helpful, item.helpful_count),
    onSettled: () => (isUnread ? client.invalidateQueries(mine) : undefined),
  })
  await marking.execute(undefined).catch(() => undefined)
}

const withCount = (page: RecommendationPage, id: string, helpful_count: number): RecommendationPage => ({
  ...page,
  recommendations: page.recommendations.map((item) => (item.id === id ? { ...item, helpful_count } : item)),
})
