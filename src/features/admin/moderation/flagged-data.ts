import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { undoneTooLate } from '#messages/moderation.js'
import type { Json } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered, DataError, type ErrorCode, inLanguage } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import type { FlagFilter } from './flags-search'

/** Cards on a page of the list. */
const FLAGGED_PAGE = 20
/** New cards shown at once; the database counts no more. */
export const NEW_MAX = 50
/** Cards per refresh; the database accepts no more. */
export const WATCHED_MAX = 500

const status = z.enum(['pending', 'approved', 'rejected'])

const reportSchema = z.object({
  id: z.string(),
  /** Null for an automatic report, and after the account was deleted. */
  reporter: z.nullable(z.string()),
  is_automatic: z.boolean(),
  reason: z.string(),
  status,
  flagged_at: z.string(),
  resolved_at: z.nullable(z.string()),
})

const cardSchema = z.object({
  /** Id of the recommendation. */
  id: z.string(),
  /** Increases with every change; a decision names the version its moderator saw. */
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
  /** Why another administrator decides: this one wrote it, rejected it and its author appealed, or reported it. */
  for_another: z.nullable(z.enum(['own', 'appeal', 'report'])),
})

const goneSchema = z.object({
  id: z.string(),
  why: z.enum(['deleted', 'withdrawn', 'unreported']),
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
  /** The id to undo this administrator's deletion by, while that is possible. */
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
  /** The number of new cards above or between those on the screen, at most NEW_MAX. */
  arrived: z.number(),
  counts: countsSchema,
})
const outcomeSchema = z.union([
  z.object({ outcome: z.literal('gone'), gone: goneSchema }),
  z.object({
    outcome: z.enum(['done', 'changed', 'decided']),
    card: z.nullable(cardSchema),
    /** Of the deleted recommendation. */
    gone: z.optional(goneSchema),
  }),
])

export type FlaggedReport = z.infer<typeof reportSchema>
export type FlaggedCard = z.infer<typeof cardSchema>
export type FlaggedGone = z.infer<typeof goneSchema>
export type FlaggedWatch = z.infer<typeof watchSchema>
export type DecisionOutcome = z.infer<typeof outcomeSchema>
/** The decisions on a card. */
export type Decision = 'approved' | 'rejected' | 'deleted'
/** The position after a page. */
type Cursor = { before_at: string; before_id: string }
export type FlaggedPage = Awaited<ReturnType<typeof listFlagged>>

type ListRequest = { filter: FlagFilter; query: string; after?: Cursor | null; size?: number }

/** One page of cards, newest activity first, with the number of cards in each state. */
async function listFlagged(
  db: Db,
  { filter, query, after, size = FLAGGED_PAGE }: ListRequest,
  signal?: AbortSignal,
) {
  const call = db.rpc('list_flagged', { filter, query, page_size: size, ...after })
  const answer = await (signal ? call.abortSignal(signal) : call)
  assertAnswered(answer, 'loadFlagged', signal)
  const page = read(pageSchema, answer.data, 'loadFlagged')
  const last = page.cards.at(-1)
  const next = page.more && last ? { before_at: last.activity_at, before_id: last.id } : null
  return { cards: page.cards, counts: page.counts, next }
}

type WatchRequest = { ids: string[]; filter: FlagFilter; query: string; oldest: Cursor | null }

/** The current state of the cards on the screen, and how many are new above or between them. */
async function watchFlagged(
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
 * Decides a card as its moderator saw it. Another moderator's decision or an unseen report is not an error: the outcome
 * reports it.
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

/**
 * Undoes a decision and returns the card; null when a deleted recommendation was restored and nobody reports it any
 * more.
 */
async function undoDecision(db: Db, decisionId: number): Promise<FlaggedCard | null> {
  const { data, error, status } = await db.rpc('undo_decision', { decision_id: decisionId })
  if (error) {
    const words = error.code === 'P0001' ? inLanguage(error.message, undoneTooLate) : undefined
    throw new DataError('undoDecision', { status, words })
  }
  return read(z.nullable(cardSchema), data, 'undoDecision')
}

/** The database's JSON documents; one of another shape is treated as missing. */
function read<T>(schema: z.ZodMiniType<T>, data: Json, code: ErrorCode): T {
  const parsed = schema.safeParse(data)
  if (!parsed.success) throw new DataError(code, { status: 200 })
  return parsed.data
}

/** Section 9: the list is refreshed every 10 seconds and is stale after 30. */
const REFRESH_MS = 10_000
const STALE_MS = 30_000

type Selection = { userId: string; filter: FlagFilter; query: string }
/** What a query selects of the list. */
type Screen = { ids: string[]; oldest: Cursor | null }

/** The only place for query keys of the flags page. */
export const flaggedQueries = {
  lists: (userId: string) => [PERSONAL, userId, 'flagged', 'list'],
  /**
   * The list as it was first read, plus updates. It is not refetched as a whole, because that would move the card being
   * read: `watch` fetches the changes.
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
  /** Changes of the cards on the screen, and the number of new ones; the screen is not part of the key. */
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
      // A request that could not be sent is reported as a failed decision.
      throw error instanceof DataError ? error : new DataError(FAILURES[decision])
    }
  },
})

/** The newest cards, to show those that arrived since the list was read. */
export const newestMutation = mutationOptions({
  mutationFn: ({ filter, query }: Selection) => listFlagged(getDb(), { filter, query, size: NEW_MAX }),
  meta: { failure: 'loadFlagged' },
})

export const undoMutation = mutationOptions({
  mutationFn: (decisionId: number) => undoDecision(getDb(), decisionId),
  meta: { failure: 'undoDecision' },
})
