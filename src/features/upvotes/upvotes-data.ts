import { infiniteQueryOptions, mutationOptions, queryOptions, useQuery } from '@tanstack/react-query'
import type { Db } from '~/lib/db-client'
import { assertAnswered, DataError } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'
import { PERSONAL, useSession } from '~/lib/session'
import { assertSignedIn } from '~/lib/session-store'
import { VISIBLE } from '~/rules/api-rules'

/** Recommendations on a page of a tool's list. */
const RECOMMENDATIONS_PAGE = 15

const RECOMMENDATION_COLUMNS = 'id, user_id, reason, created_at, profiles(username)'

export type RecommendationPage = Awaited<ReturnType<typeof listRecommendations>>
export type OwnRecommendation = NonNullable<Awaited<ReturnType<typeof getOwn>>>
export type Recommendation = RecommendationPage['recommendations'][number]

/** One page of a tool's visible recommendations, newest first; the first also brings their number. */
export async function listRecommendations(
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
    // For administrators, whom the database shows also what it withholds from everyone else.
    .eq('is_withheld', false)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .range(from, from + RECOMMENDATIONS_PAGE - 1)
    .abortSignal(signal)
  assertAnswered(answer, 'fetchUpvotes', signal)
  return { recommendations: answer.data, total: answer.count }
}

/** Which of these tools the person has upvoted. */
export async function listMyUpvotes(
  db: Db,
  { userId, toolIds }: { userId: string; toolIds: readonly string[] },
  signal: AbortSignal,
): Promise<string[]> {
  const answer = await db
    .from('tool_upvotes')
    .select('tool_id')
    .eq('user_id', userId)
    .in('tool_id', toolIds)
    .abortSignal(signal)
  assertAnswered(answer, 'fetchUpvotes', signal)
  return answer.data.map(({ tool_id }) => tool_id)
}

/** The person's own recommendation of a tool, hidden or not, or null. */
export async function getOwn(
  db: Db,
  { userId, toolId }: { userId: string; toolId: string },
  signal: AbortSignal,
) {
  const answer = await db
    .from('tool_upvotes')
    .select('reason, created_at, flag_status, upvote_appeals(status)')
    .eq('user_id', userId)
    .eq('tool_id', toolId)
    .abortSignal(signal)
    .maybeSingle()
  assertAnswered(answer, 'fetchUpvotes', signal)
  return answer.data
}

/** Upvotes a tool with a reason. */
async function addUpvote(db: Db, upvote: { toolId: string; userId: string; reason: string }): Promise<void> {
  const { toolId, userId, reason } = upvote
  const { error, status } = await db.from('tool_upvotes').insert({ tool_id: toolId, user_id: userId, reason })
  if (error?.code === '23505') throw new DataError('upvoteTwice', { status })
  if (status === 401 || error?.code === '42501') throw new DataError('upvoteSignedOut', { status })
  if (error) throw new DataError('upvote', { status })
}

/** Every query about upvotes; nobody else spells their keys. */
export const upvoteQueries = {
  /** A tool's recommendations, page by page. */
  byTool: (toolId: string) =>
    infiniteQueryOptions({
      queryKey: ['upvotes', 'by-tool', toolId],
      queryFn: async ({ pageParam, signal }) =>
        listRecommendations(await loadDb('fetchUpvotes'), { toolId, page: pageParam }, signal),
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
      queryFn: async ({ signal }) => listMyUpvotes(await loadDb('fetchUpvotes'), { userId, toolIds }, signal),
    }),
  /** The person's own recommendation of a tool: apart from the list, which stays everyone's. */
  own: (userId: string, toolId: string) =>
    queryOptions({
      queryKey: [...upvoteQueries.mine(userId), 'of', toolId],
      queryFn: async ({ signal }) => getOwn(await loadDb('fetchUpvotes'), { userId, toolId }, signal),
    }),
}

/** Upvotes a tool as this person, and reads again what it changed. */
export const upvoteMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (upvote: { toolId: string; reason: string }) => {
      assertSignedIn(userId, 'upvoteSignedOut')
      await addUpvote(await loadDb('upvote'), { ...upvote, userId })
    },
    meta: { failure: 'upvote' },
    onError: (error, _upvote, _result, { client }) => {
      if (error instanceof DataError && error.code === 'upvoteTwice')
        void client.invalidateQueries({ queryKey: upvoteQueries.mine(userId) })
    },
  })

/** Which of these tools the person on this page has upvoted; none for a visitor. */
export function useMyUpvotes(tools: readonly { id: string }[]): readonly string[] {
  const { user } = useSession()
  const ids = tools.map(({ id }) => id)
  const { data } = useQuery({ ...upvoteQueries.mineAmong(user?.id ?? '', ids), enabled: user !== null })
  return data ?? []
}
