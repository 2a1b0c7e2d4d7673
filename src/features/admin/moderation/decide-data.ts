import type { PostgrestError } from '@supabase/postgrest-js'
import { mutationOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { undoneTooLate } from '#messages/moderation.js'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered, DataError, type ErrorCode, inLanguage } from '~/lib/errors'
import { cardSchema, type FlaggedCard, goneSchema, read } from './flagged-data'

/** The decisions on a card. */
export type Decision = 'approved' | 'rejected' | 'deleted'

/** Characters of a decision's reason, as the database counts them. */
export const DECISION_REASON_MAX = 300
/** The database decides so many cases in one call, and undoes twice as many. */
const SEVERAL_MAX = 100
const UNDO_MAX = 200

const outcomeSchema = z.union([
  z.object({ outcome: z.literal('gone'), gone: goneSchema }),
  z.object({
    outcome: z.enum(['done', 'changed', 'decided']),
    card: z.nullable(cardSchema),
    /** Of the deleted recommendation. */
    gone: z.optional(z.nullable(goneSchema)),
  }),
])
export type DecisionOutcome = z.infer<typeof outcomeSchema>

const severalSchema = z.array(
  z.object({
    id: z.string(),
    outcome: z.enum(['done', 'changed', 'decided', 'gone', 'refused']),
    card: z.optional(z.nullable(cardSchema)),
    gone: z.optional(z.nullable(goneSchema)),
  }),
)
export type SeveralOutcome = z.infer<typeof severalSchema>[number]

const allOfSchema = z.object({ decided: z.array(z.number()), left: z.number(), suspended: z.boolean() })
const undoneSchema = z.array(
  z.object({
    id: z.number(),
    outcome: z.enum(['undone', 'refused']),
    card: z.optional(z.nullable(cardSchema)),
  }),
)
export type UndoneOutcome = z.infer<typeof undoneSchema>[number]

const FAILURES: Record<Decision, ErrorCode> = {
  approved: 'approveUpvote',
  rejected: 'rejectUpvote',
  deleted: 'deleteUpvote',
}

/** SQLSTATEs of refusals that say more than that the decision failed: of a reason, or of a suspension. */
const REFUSED_IN_WORDS = ['P0001', '23514']

/** Throws a DataError if a decision failed. */
function assertDecided<A extends { error: PostgrestError | null; status: number }>(
  answer: A,
  decision: Decision,
): asserts answer is Extract<A, { error: null }> {
  const { error, status } = answer
  if (!error) return
  const words = REFUSED_IN_WORDS.includes(error.code) ? inLanguage(error.message, undefined) : undefined
  throw new DataError(FAILURES[decision], { status, words })
}

type Seen = Pick<FlaggedCard, 'id' | 'version'>

/**
 * Decides a card as its moderator saw it. Another moderator's decision or an unseen report is not an error: the outcome
 * reports it.
 */
async function decideFlagged(
  db: Db,
  card: Seen,
  decision: Decision,
  reason: string | null,
): Promise<DecisionOutcome> {
  const answer = await db.rpc('decide_flagged', {
    upvote_id: card.id,
    decision,
    seen: card.version,
    ...(reason && { reason }),
  })
  assertDecided(answer, decision)
  return read(outcomeSchema, answer.data, FAILURES[decision])
}

/** The same of several, in the order given; what cannot be decided stops none of the others. */
async function decideSeveral(
  db: Db,
  cards: readonly Seen[],
  decision: Decision,
  reason: string | null,
): Promise<SeveralOutcome[]> {
  const outcomes: SeveralOutcome[] = []
  for (let from = 0; from < cards.length; from += SEVERAL_MAX) {
    const cases = cards.slice(from, from + SEVERAL_MAX).map(({ id, version }) => ({ id, seen: version }))
    const answer = await db.rpc('decide_several', { cases, decision, ...(reason && { reason }) })
    assertDecided(answer, decision)
    outcomes.push(...read(severalSchema, answer.data, FAILURES[decision]))
  }
  return outcomes
}

export type AllOf = {
  username: string
  decision: Exclude<Decision, 'deleted'>
  reason: string
  /** Suspends the member as well, for this reason. */
  suspension?: string
}

/** Decides whatever waits of what a member wrote: as many calls as it takes, and the first suspends them. */
async function decideAllOf(db: Db, all: AllOf) {
  const { suspension: _, ...others } = all
  let step = await decideSomeOf(db, all)
  const decided = [...step.decided]
  const { suspended } = step
  // What is left to another administrator is left here too.
  while (step.left > 0 && step.decided.length > 0) {
    step = await decideSomeOf(db, others)
    decided.push(...step.decided)
  }
  return { decided, suspended }
}

async function decideSomeOf(db: Db, { username, decision, reason, suspension }: AllOf) {
  const answer = await db.rpc('decide_all_of', {
    ...{ username, decision },
    ...(reason && { reason }),
    ...(suspension !== undefined && { suspend: true, suspension_reason: suspension }),
  })
  assertDecided(answer, decision)
  return read(allOfSchema, answer.data, FAILURES[decision])
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

async function undoSeveral(db: Db, ids: readonly number[]): Promise<UndoneOutcome[]> {
  const outcomes: UndoneOutcome[] = []
  for (let from = 0; from < ids.length; from += UNDO_MAX) {
    const answer = await db.rpc('undo_decisions', { decision_ids: ids.slice(from, from + UNDO_MAX) })
    assertAnswered(answer, 'undoDecision')
    outcomes.push(...read(undoneSchema, answer.data, 'undoDecision'))
  }
  return outcomes
}

/** A request that could not be sent is reported as a failed decision. */
async function orFailed<T>(decision: Decision, sent: Promise<T>): Promise<T> {
  try {
    return await sent
  } catch (error) {
    throw error instanceof DataError ? error : new DataError(FAILURES[decision])
  }
}

export type Decided = { decision: Decision; reason: string }

export const decideMutation = mutationOptions({
  mutationFn: ({ card, decision, reason }: Decided & { card: Seen }) =>
    orFailed(decision, decideFlagged(getDb(), card, decision, reason || null)),
})

export const severalMutation = mutationOptions({
  mutationFn: ({ cards, decision, reason }: Decided & { cards: readonly Seen[] }) =>
    orFailed(decision, decideSeveral(getDb(), cards, decision, reason || null)),
})

export const allOfMutation = mutationOptions({
  mutationFn: (all: AllOf) => orFailed(all.decision, decideAllOf(getDb(), all)),
})

export const undoMutation = mutationOptions({
  mutationFn: (decisionId: number) => undoDecision(getDb(), decisionId),
  meta: { failure: 'undoDecision' },
})

export const undoSeveralMutation = mutationOptions({
  mutationFn: (ids: readonly number[]) => undoSeveral(getDb(), ids),
  meta: { failure: 'undoDecision' },
})
