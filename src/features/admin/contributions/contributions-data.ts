import { infiniteQueryOptions, mutationOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Proposed } from '~/components/contributions/proposed-changes'
import { removeQuietly } from '~/components/logos/logos-data'
import type { Json } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { PERSONAL } from '~/lib/session'
import { inParts } from '../in-parts'
import { readOf } from '../moderation/flagged-data'
import { storeLogos } from '../store-logos'

const CONTRIBUTION_STATES = ['waiting', 'accepted', 'declined'] as const
type ContributionState = (typeof CONTRIBUTION_STATES)[number]
const CONTRIBUTION_KINDS = ['all', 'submission', 'correction', 'problem'] as const
export type ContributionFilter = { status: ContributionState; kind: (typeof CONTRIBUTION_KINDS)[number] }
export type ContributionDecision = 'accepted' | 'declined'

const values = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]),
)
const text = z.nullable(z.string())

const cardSchema = z.object({
  ...{ id: z.string(), kind: z.enum(['submission', 'correction', 'problem']), version: z.number() },
  ...{ state: z.string(), subject: z.string(), created_at: z.string() },
  member: z.object({ username: z.string(), accepted: z.number(), declined: z.number() }),
  tool: z.nullable(
    z.object({
      ...{ id: z.string(), name: z.string(), slug: z.string(), website_url: z.string() },
      ...{ logo: text, updated_at: z.string() },
    }),
  ),
  ...{ proposed: values, base: values, standing: values, category_names: z.record(z.string(), z.string()) },
  existing: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string() })),
  ...{ logo: text, problem: text, note: text, is_changed: z.boolean(), reason: text, decided_by: text },
  ...{ decided_at: text, undo_until: text, is_own: z.boolean(), is_maker: z.boolean() },
})
export type ContributionCard = z.infer<typeof cardSchema>

const pageSchema = z.object({ cards: z.array(cardSchema), more: z.boolean(), waiting: z.number() })

const outcomeSchema = z.array(
  z.object({
    id: z.string(),
    outcome: z.enum(['done', 'changed', 'decided', 'gone', 'refused', 'undone']),
    card: z.optional(z.nullable(cardSchema)),
    ...{ code: z.optional(z.string()), message: z.optional(z.string()) },
  }),
)
export type ContributionOutcome = z.infer<typeof outcomeSchema>[number]

type Cursor = { after_at: string; after_id: string } | null

/** What members sent in: what waits oldest first, what was decided newest first. */
export const contributionsQuery = (userId: string, filter: ContributionFilter) =>
  infiniteQueryOptions({
    queryKey: [PERSONAL, userId, 'submissions', filter],
    queryFn: ({ pageParam, signal }) => {
      const { status, kind } = filter
      const ask = getDb().rpc('list_contributions', { filter: status, kind, ...pageParam })
      return readOf(pageSchema, ask, 'loadSubmissions', signal)
    },
    initialPageParam: null satisfies Cursor as Cursor,
    getNextPageParam: ({ cards, more }): Cursor | undefined => {
      const last = more ? cards.at(-1) : undefined
      return last && { after_at: last.decided_at ?? last.created_at, after_id: last.id }
    },
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })

/** A card as it was seen, and what is accepted instead of what was proposed. */
export type Case = { card: ContributionCard; given?: Proposed; toolSeen?: string }
type DecideCall = { cases: readonly Case[]; decision: ContributionDecision; reason: string }

/** The pictures that were sent with these. */
const picturesOf = (cases: readonly Case[]) =>
  cases.flatMap(({ card: { id, tool, logo } }) =>
    logo === null ? [] : [{ id, toolId: tool?.id ?? id, picture: logo }],
  )

function decide(db: Db, { cases, decision, reason }: DecideCall): Promise<ContributionOutcome[]> {
  return inParts(cases, async (some) => {
    const logos = decision === 'accepted' ? await storeLogos(picturesOf(some)) : new Map<string, string>()
    const named = some.map(
      ({ card, given, toolSeen = card.tool?.updated_at }): Json => ({
        ...{ id: card.id, seen: card.version, tool_seen: toolSeen ?? null, logo: logos.get(card.id) ?? null },
        ...(given && { values: { ...given } }),
      }),
    )
    const call = { cases: named, decision, ...(reason && { reason }) }
    const told = await readOf(outcomeSchema, db.rpc('decide_contributions', call), 'decideSubmission')
    // Nothing refers to the logo of what was not accepted after all.
    for (const { id, outcome } of told) {
      const unused = outcome === 'done' ? undefined : logos.get(id)
      if (unused !== undefined) void removeQuietly(unused)
    }
    return told
  })
}

export const decideContributionsMutation = mutationOptions({
  mutationFn: (call: DecideCall) => decide(getDb(), call),
  meta: { failure: 'decideSubmission' },
})

export const undoContributionsMutation = mutationOptions({
  mutationFn: (ids: readonly string[]) =>
    inParts(ids, (contribution_ids) =>
      readOf(outcomeSchema, getDb().rpc('undo_contributions', { contribution_ids }), 'undoDecision'),
    ),
})

/** The filter in a URL; what it does not know is the default. */
export const readFilter = ({ status, kind }: Record<string, unknown>): ContributionFilter => ({
  status: CONTRIBUTION_STATES.find((known) => known === status) ?? 'waiting',
  kind: CONTRIBUTION_KINDS.find((known) => known === kind) ?? 'all',
})
