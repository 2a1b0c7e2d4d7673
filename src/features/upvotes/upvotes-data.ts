import { assertAnswered, DataError } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'
import { RECOMMENDATIONS_PAGE, UPVOTE_FAILED } from './upvote-rules'

const RECOMMENDATION_COLUMNS = 'id, user_id, reason, created_at, profiles(username)'
/** What everyone may see (section 4): never reported, or approved by a moderator. */
const VISIBLE = 'is_flagged.eq.false,flag_status.eq.approved'

export type RecommendationPage = Awaited<ReturnType<typeof listRecommendations>>
export type OwnRecommendation = NonNullable<Awaited<ReturnType<typeof getOwn>>>
export type Recommendation = RecommendationPage['recommendations'][number]

/** One page of a tool's visible recommendations, newest first; the first also brings their number. Throws 'Failed to fetch upvotes'. */
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
  assertAnswered(answer, 'Failed to fetch upvotes', signal)
  return { recommendations: answer.data, total: answer.count }
}

/** Which of these tools the person has upvoted. Throws 'Failed to fetch upvotes'. */
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
  assertAnswered(answer, 'Failed to fetch upvotes', signal)
  return answer.data.map(({ tool_id }) => tool_id)
}

/** The person's own recommendation of a tool, hidden or not, or null. Throws 'Failed to fetch upvotes'. */
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
  assertAnswered(answer, 'Failed to fetch upvotes', signal)
  return answer.data
}

/** Why an upvote was refused, where the person can be told more than that it failed. */
export class UpvoteRefused extends Error {
  readonly because: 'duplicate' | 'signed-out'

  constructor(because: 'duplicate' | 'signed-out') {
    super(because === 'duplicate' ? 'You have already upvoted this tool' : 'You must be logged in to upvote')
    this.name = 'UpvoteRefused'
    this.because = because
  }
}

/** Upvotes a tool with a reason. Throws UpvoteRefused, or 'Failed to upvote. Please try again later.' (section 8). */
export async function addUpvote(
  db: Db,
  upvote: { toolId: string; userId: string; reason: string },
): Promise<void> {
  const { toolId, userId, reason } = upvote
  const answer = await db.from('tool_upvotes').insert({ tool_id: toolId, user_id: userId, reason })
  if (answer.error?.code === '23505') throw new UpvoteRefused('duplicate')
  if (answer.status === 401 || answer.error?.code === '42501') throw new UpvoteRefused('signed-out')
  if (answer.error) throw new DataError(UPVOTE_FAILED, { status: answer.status })
}
