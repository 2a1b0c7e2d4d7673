import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import { upvoteErrors } from '#messages/upvotes.js'
import type { Db } from '~/lib/db-client'
import { addErrorTexts, DataError, dataOf } from '~/lib/errors'
import { failureOf, isLimit } from '~/lib/limit-reached'
import { loadDb } from '~/lib/load-db'
import { useSession } from '~/lib/session'
import { assertSignedIn } from '~/lib/session-store'
import { toPage } from '~/lib/to-page'
import type { Said } from './author-fields'
import { upvoteQueries } from './upvotes-data'

addErrorTexts(upvoteErrors)

/** Recommendations on a page of a tool's list. */
const RECOMMENDATIONS_PAGE = 15

/** Orders of a tool's recommendations, with the database's names; the first is the default. */
export type RecommendationSort = 'newest' | 'helpful'
export const asRecommendationSort = (value: unknown): RecommendationSort =>
  value === 'helpful' ? 'helpful' : 'newest'

/** The position after a page. */
type Cursor = { after_helpful: number; after_at: string; after_id: string }

export type RecommendationPage = Awaited<ReturnType<typeof listRecommendations>>
export type OwnRecommendation = NonNullable<Awaited<ReturnType<typeof getOwn>>>
export type Recommendation = RecommendationPage['recommendations'][number]

/** One page of a tool's visible recommendations; the first says how many wait for a moderator, if any is visible. */
async function listRecommendations(
  db: Db,
  { toolId, sort, after }: { toolId: string; sort: RecommendationSort; after: Cursor | null },
  signal: AbortSignal,
) {
  const request = {
    tool_id: toolId,
    ...(sort !== 'newest' && { sort }),
    ...after,
    max_results: RECOMMENDATIONS_PAGE + 1,
  }
  const data = await dataOf(db.rpc('list_recommendations', request, { get: true }), 'fetchUpvotes', signal)
  const { rows, next } = toPage(data, RECOMMENDATIONS_PAGE, ({ helpful_count, created_at, id }) => ({
    after_helpful: helpful_count,
    after_at: created_at,
    after_id: id,
  }))
  return { recommendations: rows, hidden: rows[0]?.hidden ?? null, next }
}

/** The person's own recommendation of a tool, even if hidden, or null. */
function getOwn(db: Db, { userId, toolId }: { userId: string; toolId: string }, signal: AbortSignal) {
  const ask = db
    .from('tool_upvotes')
    .select(
      'id, reason, author_role, used_for, created_at, edited_at, flag_status, decided_at, upvote_appeals(about, status)',
    )
    .eq('user_id', userId)
    .eq('tool_id', toolId)
    .is('merged_from', null)
    .maybeSingle()
  return dataOf(ask, 'fetchUpvotes', signal)
}

/** The only place for query keys of recommendations. */
export const recommendationQueries = {
  /** The prefix of a tool's recommendations in any order. */
  ofTool: (toolId: string) => ({ queryKey: ['upvotes', 'by-tool', toolId] }),
  /** A tool's recommendations, page by page. */
  byTool: (toolId: string, sort: RecommendationSort = 'newest') =>
    infiniteQueryOptions({
      queryKey: [...recommendationQueries.ofTool(toolId).queryKey, sort],
      queryFn: async ({ pageParam, signal }) =>
        listRecommendations(await loadDb('fetchUpvotes'), { toolId, sort, after: pageParam }, signal),
      initialPageParam: null satisfies Cursor | null as Cursor | null,
      getNextPageParam: ({ next }) => next,
    }),
  /** The person's own recommendation of a tool: separate from the list, which stays public. */
  own: (userId: string, toolId: string) =>
    queryOptions({
      queryKey: [...upvoteQueries.mine(userId), 'of', toolId],
      queryFn: async ({ signal }) => getOwn(await loadDb('fetchUpvotes'), { userId, toolId }, signal),
    }),
}

/** What an author writes. */
type Words = { reason: string } & Said

/** Upvotes a tool with a reason. */
async function addUpvote(db: Db, upvote: { toolId: string; userId: string } & Words): Promise<void> {
  const { toolId, userId, reason, author_role, used_for } = upvote
  const answer = await db
    .from('tool_upvotes')
    .insert({ tool_id: toolId, user_id: userId, reason, author_role, used_for })
  const { error, status } = answer
  if (error?.code === '23505') throw new DataError('upvoteTwice', { status })
  if (status === 401 || error?.code === '42501') throw new DataError('upvoteSignedOut', { status })
  if (error) throw new DataError('upvote', failureOf(answer))
}

/** Upvotes a tool as this person, and refetches what it changed. */
export const upvoteMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (upvote: { toolId: string } & Words) => {
      assertSignedIn(userId, 'upvoteSignedOut')
      await addUpvote(await loadDb('upvote'), { ...upvote, userId })
    },
    meta: { failure: 'upvote', inForm: isLimit },
    onError: (error, _upvote, _result, { client }) => {
      if (error instanceof DataError && error.code === 'upvoteTwice')
        void client.invalidateQueries({ queryKey: upvoteQueries.mine(userId) })
    },
  })

/** Changes what the person wrote. */
async function editUpvote(db: Db, edit: { upvoteId: string } & Words): Promise<void> {
  const { upvoteId, reason, author_role, used_for } = edit
  const answer = await db.rpc('edit_recommendation', {
    ...{ upvote_id: upvoteId, reason },
    ...(author_role && { author_role }),
    ...(used_for && { used_for }),
  })
  const { error, status } = answer
  if (status === 404) throw new DataError('editGone', { status })
  if (status === 401) throw new DataError('upvoteSignedOut', { status })
  if (error) throw new DataError('editUpvote', failureOf(answer))
}

/** Edits as this person. */
export const editMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (edit: { upvoteId: string } & Words) => {
      assertSignedIn(userId, 'upvoteSignedOut')
      await editUpvote(await loadDb('editUpvote'), edit)
    },
    meta: { failure: 'editUpvote', inForm: isLimit },
    onError: (error, _edit, _result, { client }) => {
      if (error instanceof DataError && error.code === 'editGone')
        void client.invalidateQueries({ queryKey: upvoteQueries.mine(userId) })
    },
  })

/** Which recommendations the person finds helpful. */
export const helpfulQueries = {
  /** The prefix of all of them. */
  mine: (userId: string) => [...upvoteQueries.mine(userId), 'helpful'],
  among: (userId: string, upvoteIds: string[]) =>
    queryOptions({
      queryKey: [...helpfulQueries.mine(userId), upvoteIds],
      queryFn: async ({ signal }) => {
        const db = await loadDb('fetchUpvotes')
        const marks = await dataOf(
          db.rpc('list_my_helpful', { upvote_ids: upvoteIds }),
          'fetchUpvotes',
          signal,
        )
        return marks.map(({ upvote_id }) => upvote_id)
      },
    }),
}

/** Which of these recommendations the person on this page finds helpful; none for a visitor. */
export function useMyHelpful(recommendations: readonly { id: string }[]): readonly string[] {
  const { user } = useSession()
  const ids = recommendations.map(({ id }) => id)
  const { data } = useQuery({
    ...helpfulQueries.among(user?.id ?? '', ids),
    enabled: user !== null && ids.length > 0,
    // Of those above, while further ones are asked for.
    placeholderData: keepPreviousData,
  })
  return (user && data) || []
}
