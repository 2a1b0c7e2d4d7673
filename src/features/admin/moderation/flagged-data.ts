import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Json } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered, DataError } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import type { ErrorCode } from '~/messages/en/errors'
import type { FlagFilter } from './flags-search'

/** Cards on a page of the list. */
const FLAGGED_PAGE = 20
/** Cards the refresh looks after at most: the database takes no more. */
export const WATCHED_MAX = 500

const status = z.enum(['pending', 'approved', 'rejected'])

const reportSchema = z.object({
  id: z.string(),
  /** Null for somebody who has left. */
  reporter: z.nullable(z.string()),
  reason: z.string(),
  status,
  flagged_at: z.string(),
  resolved_at: z.nullable(z.string()),
})

const cardSchema = z.object({
  /** Of the recommendation. */
  id: z.string(),
  /** Grows with every change; a decision names the one its moderator saw. */
  version: z.number(),
  state: status,
  activity_at: z.string(),
  reason: z.string(),
  created_at: z.string(),
  visible: z.boolean(),
  writer: z.string(),
  tool_name: z.string(),
  tool_slug: z.string(),
  report_count: z.number(),
  /** Undecided ones first, then the newest; at most 50. */
  reports: z.array(reportSchema),
  decision: z.nullable(
    z.object({
      id: z.number(),
      decision: z.enum(['approved', 'rejected']),
      by: z.nullable(z.string()),
      at: z.string(),
      mine: z.boolean(),
      undoable_until: z.nullable(z.string()),
    }),
  ),
  appeal: z.nullable(
    z.object({ reason: z.string(), status, created_at: z.string(), resolved_at: z.nullable(z.string()) }),
  ),
  /** An appeal this administrator may not decide about. */
  for_another: z.boolean(),
})

const goneSchema = z.object({
  id: z.string(),
  why: z.enum(['deleted', 'withdrawn', 'unreported']),
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
  /** By which this administrator can take their deletion back, while they can. */
  undo: z.nullable(z.number()),
})

const countsSchema = z.object({
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
  all: z.number(),
})
const pageSchema = z.object({ cards: z.array(cardSchema), more: z.boolean(), counts: countsSchema })
const watchSchema = z.object({
  cards: z.array(cardSchema),
  gone: z.array(goneSchema),
  /** Cards that belong among those on the screen, or above them, and are not there; newest first, at most 50. */
  arrived: z.array(cardSchema),
  counts: countsSchema,
})
const outcomeSchema = z.union([
  z.object({ outcome: z.literal('gone'), gone: goneSchema }),
  z.object({
    outcome: z.enum(['done', 'changed', 'decided']),
    card: z.nullable(cardSchema),
    /** Of what was deleted. */
    gone: z.optional(goneSchema),
  }),
])

export type FlaggedReport = z.infer<typeof reportSchema>
export type FlaggedCard = z.infer<typeof cardSchema>
export type FlaggedGone = z.infer<typeof goneSchema>
export type FlaggedWatch = z.infer<typeof watchSchema>
export type DecisionOutcome = z.infer<typeof outcomeSchema>
/** What a moderator can make of a card. */
export type Decision = 'approved' | 'rejected' | 'deleted'
/** Where a page ends. */
export type Cursor = { before_at: string; before_id: string }
export type FlaggedPage = Awaited<ReturnType<typeof listFlagged>>

type ListRequest = { filter: FlagFilter; query: string; after: Cursor | null }

/** One page of cards, newest activity first, with how many there are of each state. */
export async function listFlagged(db: Db, { filter, query, after }: ListRequest, signal: AbortSignal) {
  const request = { filter, query, page_size: FLAGGED_PAGE, ...after }
  const answer = await db.rpc('list_flagged', request).abortSignal(signal)
  assertAnswered(answer, 'loadFlagged', signal)
  const page = read(pageSchema, answer.data, 'loadFlagged')
  const last = page.cards.at(-1)
  const next = page.more && last ? { before_at: last.activity_at, before_id: last.id } : null
  return { cards: page.cards, counts: page.counts, next }
}

type WatchRequest = { ids: string[]; filter: FlagFilter; query: string; oldest: Cursor | null }

/** What became of the cards on the screen, and the new ones beside them. */
export async function watchFlagged(
  db: Db,
  { ids, filter, query, oldest }: WatchRequest,
  signal: AbortSignal,
): Promise<FlaggedWatch> {
  const range = oldest && { oldest_at: oldest.before_at, oldest_id: oldest.before_id }
  const answer = await db.rpc('watch_flagged', { ids, filter, query, ...range }).abortSignal(signal)
  assertAnswered(answer, 'loadFlagged', signal)
  return read(watchSchema, answer.data, 'loadFlagged')
}

const FAILURES: Record<Decision, ErrorCode> = {
  approved: 'approveUpvote',
  rejected: 'rejectUpvote',
  deleted: 'deleteUpvote',
}

/**
 * Decides about a card as its moderator saw it. Another's decision, or a report they did not see, is not an error: the
 * outcome tells.
 */
async function decideFlagged(
  db: Db,
  card: Pick<FlaggedCard, 'id' | 'version'>,
  decision: Decision,
): Promise<DecisionOutcome> {
  const answer = await db.rpc('decide_flagged', { upvote_id: card.id, decision, seen: card.version })
  assertAnswered(answer, FAILURES[decision])
  return read(outcomeSchema, answer.data, FAILURES[decision])
}

/** SQLSTATE of a refusal the database words for the person. */
const REFUSED_IN_WORDS = 'P0001'

/** Takes a decision back and gives the card; null when what was deleted is there again and nobody reports it any more. */
async function undoDecision(db: Db, decisionId: number): Promise<FlaggedCard | null> {
  const { data, error, status } = await db.rpc('undo_decision', { decision_id: decisionId })
  if (error) {
    const words = error.code === REFUSED_IN_WORDS ? error.message : undefined
    throw new DataError('undoDecision', { status, words })
  }
  return read(z.nullable(cardSchema), data, 'undoDecision')
}

/** The database composes these documents itself; one of another shape is as good as none. */
function read<T>(schema: z.ZodMiniType<T>, data: Json, code: ErrorCode): T {
  const parsed = schema.safeParse(data)
  if (!parsed.success) throw new DataError(code, { status: 200 })
  return parsed.data
}

/** Section 9: the list is refreshed every 10 seconds and is stale after 30. */
const REFRESH_MS = 10_000
const STALE_MS = 30_000

type Selection = { userId: string; filter: FlagFilter; query: string }
/** What of the selection is on the screen. */
type Screen = { ids: string[]; oldest: Cursor | null }

/** Every query of the flags page; nobody else spells their keys. */
export const flaggedQueries = {
  lists: (userId: string) => [PERSONAL, userId, 'flagged', 'list'],
  /**
   * The list as it was read, and what came in since. It is not read again by itself, for that would move what the
   * moderator reads: `watch` tells what has changed.
   */
  list: ({ userId, filter, query }: Selection) =>
    infiniteQueryOptions({
      queryKey: [...flaggedQueries.lists(userId), { filter, query }],
      queryFn: ({ pageParam, signal }) => listFlagged(getDb(), { filter, query, after: pageParam }, signal),
      initialPageParam: firstPage(),
      getNextPageParam: ({ next }) => next,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
    }),
  /** What has changed about the cards on the screen, and what is new beside them; the screen is no part of the key. */
  watch: ({ userId, filter, query }: Selection, screen: Screen) =>
    queryOptions({
      queryKey: [PERSONAL, userId, 'flagged', 'watch', { filter, query }],
      queryFn: ({ signal }) => watchFlagged(getDb(), { filter, query, ...screen }, signal),
      refetchInterval: REFRESH_MS,
      staleTime: STALE_MS,
      refetchOnWindowFocus: true,
      gcTime: 0,
    }),
}

const firstPage = (): Cursor | null => null

type DecisionRequest = { card: Pick<FlaggedCard, 'id' | 'version'>; decision: Decision }

export const decideMutation = mutationOptions({
  mutationFn: async ({ card, decision }: DecisionRequest) => {
    try {
      return await decideFlagged(getDb(), card, decision)
    } catch (error) {
      // Whatever kept it from being sent is reported as the decision that failed.
      throw error instanceof DataError ? error : new DataError(FAILURES[decision])
    }
  },
})

export const undoMutation = mutationOptions({
  mutationFn: (decisionId: number) => undoDecision(getDb(), decisionId),
  meta: { failure: 'undoDecision' },
})
