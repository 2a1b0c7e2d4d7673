import * as z from 'zod/mini'
import type { Json } from '~/database.types'
import { assertAnswered, DataError } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'
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
  /** An answer this administrator may not decide about. */
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

const LOAD_FAILED = 'Failed to load flagged content'

type ListRequest = { filter: FlagFilter; query: string; after: Cursor | null }

/** One page of cards, newest activity first, with how many there are of each state. Throws 'Failed to load flagged content'. */
export async function listFlagged(db: Db, { filter, query, after }: ListRequest, signal: AbortSignal) {
  const request = { filter, query, page_size: FLAGGED_PAGE, ...after }
  const answer = await db.rpc('list_flagged', request).abortSignal(signal)
  assertAnswered(answer, LOAD_FAILED, signal)
  const page = read(pageSchema, answer.data, LOAD_FAILED)
  const last = page.cards.at(-1)
  const next = page.more && last ? { before_at: last.activity_at, before_id: last.id } : null
  return { cards: page.cards, counts: page.counts, next }
}

type WatchRequest = { ids: string[]; filter: FlagFilter; query: string; oldest: Cursor | null }

/** What became of the cards on the screen, and the new ones beside them. Throws 'Failed to load flagged content'. */
export async function watchFlagged(
  db: Db,
  { ids, filter, query, oldest }: WatchRequest,
  signal: AbortSignal,
): Promise<FlaggedWatch> {
  const range = oldest && { oldest_at: oldest.before_at, oldest_id: oldest.before_id }
  const answer = await db.rpc('watch_flagged', { ids, filter, query, ...range }).abortSignal(signal)
  assertAnswered(answer, LOAD_FAILED, signal)
  return read(watchSchema, answer.data, LOAD_FAILED)
}

const FAILURES: Record<Decision, string> = {
  approved: 'Failed to approve upvote',
  rejected: 'Failed to reject upvote',
  deleted: 'Failed to delete upvote',
}

/**
 * Decides about a card as its moderator saw it. Another's decision, or a report they did not see, is not an error: the
 * outcome tells. Throws the failure of section 8 that belongs to the decision.
 */
export async function decideFlagged(
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

/**
 * Takes a decision back and gives the card; null when what was deleted is there again and nobody reports it any more.
 * Throws the database's words where it refuses, else 'Failed to undo the decision'.
 */
export async function undoDecision(db: Db, decisionId: number): Promise<FlaggedCard | null> {
  const answer = await db.rpc('undo_decision', { decision_id: decisionId })
  const refused = answer.error?.code === REFUSED_IN_WORDS
  assertAnswered(answer, (refused && answer.error?.message) || 'Failed to undo the decision')
  return read(z.nullable(cardSchema), answer.data, 'Failed to undo the decision')
}

/** The database composes these documents itself; one of another shape is as good as none. */
function read<T>(schema: z.ZodMiniType<T>, data: Json, message: string): T {
  const parsed = schema.safeParse(data)
  if (!parsed.success) throw new DataError(message, { status: 200 })
  return parsed.data
}
