import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import * as messages from '#messages/profile.js'
import { requiredText } from '#shared/hidden-character-rules.ts'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered, DataError, dataOf } from '~/lib/errors'
import { failureOf, isLimit } from '~/lib/limit-reached'
import { takesDown } from '~/lib/moderation-states'
import { PERSONAL } from '~/lib/session'

/** Upvotes on a page of the person's list. */
const OWN_UPVOTES_PAGE = 15

const OWN_UPVOTE_COLUMNS =
  'id, tool_id, reason, author_role, used_for, helpful_count, created_at, edited_at, is_flagged, flag_status, decided_at, weight, merged_from, tools(name, slug), upvote_appeals(about, reason, status)'

export type OwnUpvote = Awaited<ReturnType<typeof listOwnUpvotes>>['upvotes'][number]

/** One page of a person's upvotes, newest first, with the total. */
async function listOwnUpvotes(
  db: Db,
  { userId, page }: { userId: string; page: number },
  signal: AbortSignal,
) {
  const from = page * OWN_UPVOTES_PAGE
  const answer = await db
    .from('tool_upvotes')
    .select(OWN_UPVOTE_COLUMNS, { count: 'exact' })
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .order('id', { ascending: false })
    .range(from, from + OWN_UPVOTES_PAGE - 1)
    .abortSignal(signal)
  assertAnswered(answer, 'fetchUpvotes', signal)
  const isJudged = answer.data.some(({ weight, flag_status }) => weight === 0 || takesDown(flag_status))
  // Why moderators hid or set aside upvotes of the person, where they said so.
  const outcomes = isJudged ? await dataOf(db.rpc('list_my_outcomes'), 'fetchUpvotes', signal) : []
  const upvotes = answer.data.map((upvote) => {
    const outcome = outcomes.find(({ upvote_id }) => upvote_id === upvote.id)
    return {
      ...upvote,
      uncounted: outcome?.uncounted_reason ?? undefined,
      decisionReason: outcome?.hidden_reason ?? undefined,
    }
  })
  return { upvotes, total: answer.count ?? 0 }
}

/** The person's upvotes, page by page. The key is below that of all their upvotes, so that a new one refreshes it. */
export const ownUpvotesQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [PERSONAL, userId, 'upvotes', 'own'],
    queryFn: ({ pageParam, signal }) => listOwnUpvotes(getDb(), { userId, page: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: (_last, pages) =>
      pages.length * OWN_UPVOTES_PAGE < (pages[0]?.total ?? 0) ? pages.length : undefined,
    // Moderators and appeals change them meanwhile.
    refetchOnWindowFocus: 'always',
  })

/** One that is already gone is no failure. */
export const deleteOwnUpvoteMutation = mutationOptions({
  mutationFn: ({ id }: OwnUpvote) =>
    dataOf(getDb().from('tool_upvotes').delete().eq('id', id), 'deleteOwnUpvote'),
  meta: { failure: 'deleteOwnUpvote' },
})

/** Maximum characters of an appeal, as of a report; counted as the database counts them. */
export const APPEAL_MAX = 1000

/** The author's appeal against a rejection, or against not being counted. */
export const appealSchema = requiredText('lines', {
  name: messages.appeal,
  limit: APPEAL_MAX,
  missing: messages.appealRequired,
})

/** An appeal is no longer possible: appealed elsewhere, shown again, or deleted meanwhile. */
const GONE = ['23505', '23514', '23503', '42501']

/** Sends the author's appeal. */
async function addAppeal(db: Db, appeal: { upvoteId: string; reason: string }): Promise<void> {
  const { upvoteId, reason } = appeal
  const answer = await db.from('upvote_appeals').insert({ upvote_id: upvoteId, reason })
  if (!answer.error) return
  const isGone = GONE.includes(answer.error.code) && answer.status !== 401
  throw new DataError(isGone ? 'appealGone' : 'appeal', failureOf(answer))
}

export const appealMutation = mutationOptions({
  mutationFn: (appeal: { upvoteId: string; reason: string }) => addAppeal(getDb(), appeal),
  meta: {
    failure: 'appeal',
    inForm: (error) => isLimit(error) || (error instanceof DataError && error.code === 'appealGone'),
  },
})
