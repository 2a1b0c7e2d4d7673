import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import { upvoteErrors } from '#messages/upvotes.js'
import { VISIBLE } from '#shared/api-rules.ts'
import type { Db } from '~/lib/db-client'
import { addErrorTexts, assertAnswered, DataError } from '~/lib/errors'
import { failureOf, isLimit } from '~/lib/limit-reached'
import { loadDb } from '~/lib/load-db'
import { assertSignedIn } from '~/lib/session-store'
import { upvoteQueries } from './upvotes-data'

addErrorTexts(upvoteErrors)

/** Recommendations on a page of a tool's list. */
const RECOMMENDATIONS_PAGE = 15

const RECOMMENDATION_COLUMNS = 'id, user_id, reason, created_at, edited_at, profiles(username, has_page)'

type RecommendationPage = Awaited<ReturnType<typeof listRecommendations>>
export type OwnRecommendation = NonNullable<Awaited<ReturnType<typeof getOwn>>>
export type Recommendation = RecommendationPage['recommendations'][number]

/** One page of a tool's visible recommendations, newest first; the first includes their number. */
async function listRecommendations(
  db: Db,
  { toolId, page }: { toolId: string; page: number },
  signal: AbortSignal,
) {
  const from = page * RECOMMENDATIONS_PAGE
  const answer = await db
    .from('tool_upvotes')
    .select(RECOMMENDATION_COLUMNS, page === 0 ? { count: 'exact' } : undefined)
    .eq('tool_id', toolId)
    .or(VISIBLE)
    // For administrators, to whom the database also returns withheld ones.
    .eq('is_withheld', false)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .range(from, from + RECOMMENDATIONS_PAGE - 1)
    .abortSignal(signal)
  assertAnswered(answer, 'fetchUpvotes', signal)
  return { recommendations: answer.data, total: answer.count }
}

/** The person's own recommendation of a tool, even if hidden, or null. */
async function getOwn(db: Db, { userId, toolId }: { userId: string; toolId: string }, signal: AbortSignal) {
  const answer = await db
    .from('tool_upvotes')
    .select('id, reason, created_at, edited_at, flag_status, decided_at, upvote_appeals(status)')
    .eq('user_id', userId)
    .eq('tool_id', toolId)
    .abortSignal(signal)
    .maybeSingle()
  assertAnswered(answer, 'fetchUpvotes', signal)
  return answer.data
}

/** The only place for query keys of recommendations. */
export const recommendationQueries = {
  /** A tool's recommendations, page by page. */
  byTool: (toolId: string) =>
    infiniteQueryOptions({
      queryKey: ['upvotes', 'by-tool', toolId],
      queryFn: async ({ pageParam, signal }) => {
        const db = await loadDb('fetchUpvotes')
        return listRecommendations(db, { toolId, page: pageParam }, signal)
      },
      initialPageParam: 0,
      getNextPageParam: (_last, pages) =>
        pages.length * RECOMMENDATIONS_PAGE < (pages[0]?.total ?? 0) ? pages.length : undefined,
    }),
  /** The person's own recommendation of a tool: separate from the list, which stays public. */
  own: (userId: string, toolId: string) =>
    queryOptions({
      queryKey: [...upvoteQueries.mine(userId), 'of', toolId],
      queryFn: async ({ signal }) => getOwn(await loadDb('fetchUpvotes'), { userId, toolId }, signal),
    }),
}

/** Upvotes a tool with a reason. */
async function addUpvote(db: Db, upvote: { toolId: string; userId: string; reason: string }): Promise<void> {
  const { toolId, userId, reason } = upvote
  const answer = await db.from('tool_upvotes').insert({ tool_id: toolId, user_id: userId, reason })
  const { error, status } = answer
  if (error?.code === '23505') throw new DataError('upvoteTwice', { status })
  if (status === 401 || error?.code === '42501') throw new DataError('upvoteSignedOut', { status })
  if (error) throw new DataError('upvote', await failureOf(answer))
}

/** Upvotes a tool as this person, and refetches what it changed. */
export const upvoteMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (upvote: { toolId: string; reason: string }) => {
      assertSignedIn(userId, 'upvoteSignedOut')
      await addUpvote(await loadDb('upvote'), { ...upvote, userId })
    },
    meta: { failure: 'upvote', inForm: isLimit },
    onError: (error, _upvote, _result, { client }) => {
      if (error instanceof DataError && error.code === 'upvoteTwice')
        void client.invalidateQueries({ queryKey: upvoteQueries.mine(userId) })
    },
  })

/** Changes the text of the person's recommendation. */
async function editUpvote(db: Db, { upvoteId, reason }: { upvoteId: string; reason: string }): Promise<void> {
  const answer = await db.rpc('edit_recommendation', { upvote_id: upvoteId, reason })
  const { error, status } = answer
  if (status === 404) throw new DataError('editGone', { status })
  if (status === 401) throw new DataError('upvoteSignedOut', { status })
  if (error) throw new DataError('editUpvote', await failureOf(answer))
}

/** Edits as this person. */
export const editMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (edit: { upvoteId: string; reason: string }) => {
      assertSignedIn(userId, 'upvoteSignedOut')
      await editUpvote(await loadDb('editUpvote'), edit)
    },
    meta: { failure: 'editUpvote', inForm: isLimit },
    onError: (error, _edit, _result, { client }) => {
      if (error instanceof DataError && error.code === 'editGone')
        void client.invalidateQueries({ queryKey: upvoteQueries.mine(userId) })
    },
  })
