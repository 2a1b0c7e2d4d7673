import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { claimErrors } from '#messages/claims.js'
import type { Database } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { type Answer, addErrorTexts, assertAnswered, DataError, type ErrorCode } from '~/lib/errors'
import { failureOf } from '~/lib/limit-reached'
import { PERSONAL } from '~/lib/session'

addErrorTexts(claimErrors)

export type OwnClaim = Database['public']['Functions']['list_my_claims']['Returns'][number]
export const METHODS = ['tag', 'record', 'email'] as const
export type ClaimMethod = (typeof METHODS)[number]

/** The queue works on it: what came of it is asked again soon. */
const isWorked = ({ state }: OwnClaim) => state === 'checking'

async function listMine(db: Db, signal: AbortSignal, toolId?: string): Promise<OwnClaim[]> {
  const answer = await db.rpc('list_my_claims', { of_tool: toolId ?? null }).abortSignal(signal)
  assertAnswered(answer, 'loadClaims', signal)
  return answer.data
}

async function findTool(db: Db, slug: string, signal: AbortSignal) {
  const answer = await db
    .from('tools')
    .select('id, name, website_url')
    .eq('slug', slug)
    .abortSignal(signal)
    .maybeSingle()
  assertAnswered(answer, 'loadClaims', signal)
  return answer.data
}

async function listMakers(db: Db, toolId: string, signal: AbortSignal) {
  const answer = await db.rpc('list_makers', { of_tool: toolId }).abortSignal(signal)
  assertAnswered(answer, 'loadClaims', signal)
  return answer.data
}

const keyOf = (userId: string) => [PERSONAL, userId, 'claims']

export const claimQueries = {
  tool: (slug: string) =>
    queryOptions({
      queryKey: ['claim-tool', slug],
      queryFn: ({ signal }) => findTool(getDb(), slug, signal),
    }),
  mine: (userId: string, toolId?: string) =>
    queryOptions({
      queryKey: [...keyOf(userId), toolId],
      queryFn: ({ signal }) => listMine(getDb(), signal, toolId),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data?.some(isWorked) ? 2000 : false),
    }),
  makers: (userId: string, toolId: string) =>
    queryOptions({
      queryKey: [...keyOf(userId), 'makers', toolId],
      queryFn: ({ signal }) => listMakers(getDb(), toolId, signal),
    }),
}

/** Refusals of the database, by the detail or code it gives. */
const REFUSALS: Partial<Record<string, ErrorCode>> = {
  closed: 'claimsClosed',
  link: 'claimLink',
  PT404: 'claimGone',
  '23514': 'claimEmail',
}

async function assertDone(answer: Answer, code: ErrorCode): Promise<void> {
  if (!answer.error) return
  const refused = REFUSALS[answer.error.details ?? ''] ?? REFUSALS[answer.error.code]
  if (refused) throw new DataError(refused, { status: answer.status })
  throw new DataError(code, failureOf(answer))
}

type Act =
  | { act: 'start'; toolId: string; method: ClaimMethod; email?: string }
  | { act: 'check' | 'giveUp' | 'revoke'; id: string }
  | { act: 'confirm'; id: string; link: string }

async function run(db: Db, act: Act): Promise<void> {
  if (act.act === 'start')
    return assertDone(
      await db.rpc('start_claim', { tool_id: act.toolId, method: act.method, email: act.email ?? null }),
      'claim',
    )
  const claim_id = act.id
  if (act.act === 'confirm')
    return assertDone(await db.rpc('confirm_claim', { claim_id, link: act.link }), 'claim')
  const name = { check: 'check_claim', giveUp: 'give_up_claim', revoke: 'revoke_claim' } as const
  return assertDone(await db.rpc(name[act.act], { claim_id }), 'claim')
}

/** The page shows why it failed. */
export const claimMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (act: Act) => run(getDb(), act),
    onSettled: (_done, _error, _act, _result, { client }) =>
      client.invalidateQueries({ queryKey: keyOf(userId) }),
    meta: { failure: 'claim', inForm: true },
  })
