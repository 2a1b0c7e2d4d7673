import type { PostgrestError } from '@supabase/postgrest-js'
import { mutationOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { undoneTooLate } from '#messages/moderation.js'
import { type Db, getDb } from '~/lib/db-client'
import { DataError, type ErrorCode, inLanguage, wordsOfRefusal } from '~/lib/errors'
import { inParts } from '../in-parts'
import { cardSchema, type FlaggedCard, goneSchema, read, readOf } from './flagged-data'
import { type Decision, FAILURES } from './moderation-messages'

/** Characters of a decision's reason, as the database counts them. */
export const DECISION_REASON_MAX = 300

const outcomesSchema = z.array(
  z.object({
    id: z.string(),
    outcome: z.enum(['done', 'changed', 'decided', 'gone', 'refused']),
    card: z.optional(z.nullable(cardSchema)),
    /** Of a deleted recommendation. */
    gone: z.optional(z.nullable(goneSchema)),
    /** Of a refusal. */
    message: z.optional(z.string()),
  }),
)
export type DecisionOutcome = z.infer<typeof outcomesSchema>[number]

const allOfSchema = z.object({ decided: z.array(z.number()), left: z.number(), suspended: z.boolean() })
const undoneSchema = z.array(
  z.object({
    id: z.number(),
    outcome: z.enum(['undone', 'refused']),
    card: z.optional(z.nullable(cardSchema)),
    message: z.optional(z.string()),
  }),
)
type UndoneOutcome = z.infer<typeof undoneSchema>[number]

/** Throws a DataError if a decision failed. */
function assertDecided<A extends { error: PostgrestError | null; status: number }>(
  answer: A,
  decision: Decision,
): asserts answer is Extract<A, { error: null }> {
  const { error, status } = answer
  if (!error) return
  throw new DataError(FAILURES[decision], { status, words: wordsOfRefusal(error) })
}

type Seen = Pick<FlaggedCard, 'id' | 'version'>

/**
 * Decides cards as their moderator saw them, in the order given. What cannot be decided stops none of the others: another
 * moderator's decision, an unseen report or a refusal is an outcome, but the refusal of a single card, which is an error.
 */
async function decide(
  db: Db,
  cards: readonly Seen[],
  decision: Decision,
  reason: string | null,
): Promise<DecisionOutcome[]> {
  const outcomes = await inParts(cards, async (some) => {
    const cases = some.map(({ id, version }) => ({ id, seen: version }))
    const answer = await db.rpc('decide_several', { cases, decision, ...(reason && { reason }) })
    assertDecided(answer, decision)
    return read(outcomesSchema, answer.data, FAILURES[decision])
  })
  assertDone(outcomes, FAILURES[decision])
  return outcomes
}

/** Throws if the only outcome is a refusal. */
function assertDone(
  outcomes: readonly { outcome: string; message?: string | undefined }[],
  code: ErrorCode,
  text?: string,
): void {
  const [one] = outcomes
  if (outcomes.length === 1 && one?.outcome === 'refused')
    throw new DataError(code, { status: 400, words: inLanguage(one.message, text) })
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

/** The card of an undone one is null if nobody reports the restored recommendation any more. */
async function undo(db: Db, ids: readonly number[]): Promise<UndoneOutcome[]> {
  const outcomes = await inParts(ids, (decision_ids) =>
    readOf(undoneSchema, db.rpc('undo_decisions', { decision_ids }), 'undoDecision'),
  )
  assertDone(outcomes, 'undoDecision', undoneTooLate)
  return outcomes
}

export type Decided = { decision: Decision; reason: string }

export const decideMutation = mutationOptions({
  mutationFn: ({ cards, decision, reason }: Decided & { cards: readonly Seen[] }) =>
    decide(getDb(), cards, decision, reason || null),
})

export const allOfMutation = mutationOptions({
  mutationFn: (all: AllOf) => decideAllOf(getDb(), all),
})

export const undoMutation = mutationOptions({
  mutationFn: (ids: readonly number[]) => undo(getDb(), ids),
})
