import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { claimErrors } from '#messages/claims.js'
import type { Database } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { addErrorTexts, dataOf, type ErrorCode } from '~/lib/errors'
import { resultOf } from '~/lib/limit-reached'
import { PERSONAL } from '~/lib/session'

addErrorTexts(claimErrors)

export type OwnClaim = Database['public']['Functions']['list_my_claims']['Returns'][number]
export const METHODS = ['tag', 'record', 'email'] as const
export type ClaimMethod = (typeof METHODS)[number]

/** The queue works on it: what came of it is asked again soon. */
const isWorked = ({ state }: OwnClaim) => state === 'checking'

const keyOf = (userId: string) => [PERSONAL, userId, 'claims']

export const claimQueries = {
  tool: (slug: string) =>
    queryOptions({
      queryKey: ['claim-tool', slug],
      queryFn: ({ signal }) => {
        const ask = getDb().from('tools').select('id, name, website_url').eq('slug', slug).maybeSingle()
        return dataOf(ask, 'loadClaims', signal)
      },
    }),
  mine: (userId: string, toolId?: string) =>
    queryOptions({
      queryKey: [...keyOf(userId), toolId],
      queryFn: ({ signal }) =>
        dataOf(getDb().rpc('list_my_claims', { of_tool: toolId ?? null }), 'loadClaims', signal),
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data?.some(isWorked) ? 2000 : false),
    }),
  makers: (userId: string, toolId: string) =>
    queryOptions({
      queryKey: [...keyOf(userId), 'makers', toolId],
      queryFn: ({ signal }) => dataOf(getDb().rpc('list_makers', { of_tool: toolId }), 'loadClaims', signal),
    }),
}

/** Refusals of the database, by the detail or code it gives. */
const REFUSALS: Partial<Record<string, ErrorCode>> = {
  closed: 'claimsClosed',
  link: 'claimLink',
  PT404: 'claimGone',
  '23514': 'claimEmail',
}

type Act =
  | { act: 'start'; toolId: string; method: ClaimMethod; email?: string }
  | { act: 'check' | 'giveUp' | 'revoke'; id: string }
  | { act: 'confirm'; id: string; link: string }

function send(db: Db, act: Act) {
  switch (act.act) {
    case 'start':
      return db.rpc('start_claim', { tool_id: act.toolId, method: act.method, email: act.email ?? null })
    case 'confirm':
      return db.rpc('confirm_claim', { claim_id: act.id, link: act.link })
    default: {
      const name = { check: 'check_claim', giveUp: 'give_up_claim', revoke: 'revoke_claim' } as const
      return db.rpc(name[act.act], { claim_id: act.id })
    }
  }
}

/** The page shows why it failed. */
export const claimMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (act: Act) => resultOf<unknown>(send(getDb(), act), 'claim', REFUSALS),
    onSettled: (_done, _error, _act, _result, { client }) =>
      client.invalidateQueries({ queryKey: keyOf(userId) }),
    meta: { failure: 'claim', inForm: true },
  })
