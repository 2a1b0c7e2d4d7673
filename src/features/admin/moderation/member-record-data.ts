import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { DECIDED_STATES } from '~/lib/moderation-states'
import { PERSONAL } from '~/lib/session'
import { manageMember } from '../members/members-data'
import { formerTextsSchema, read } from './flagged-data'

const recordSchema = z.object({
  id: z.string(),
  username: z.string(),
  since: z.string(),
  verified: z.boolean(),
  suspended: z.nullable(z.object({ at: z.string(), reason: z.nullable(z.string()) })),
  role: z.nullable(z.string()),
  recommendations: z.object({ shown: z.number(), hidden: z.number(), waiting: z.number() }),
  reports: z.object({ upheld: z.number(), rejected: z.number(), waiting: z.number() }),
  /** About their recommendations. */
  last_decisions: z.array(
    z.object({
      decision: z.enum([...DECIDED_STATES, 'deleted']),
      tool_name: z.string(),
      tool_slug: z.nullable(z.string()),
      at: z.string(),
      by: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
  last_recommendations: z.array(
    z.object({
      id: z.string(),
      tool_name: z.string(),
      tool_slug: z.string(),
      reason: z.string(),
      author_role: z.nullable(z.string()),
      created_at: z.string(),
      former_texts: formerTextsSchema,
      status: z.enum(['shown', 'hidden', 'waiting']),
    }),
  ),
})
export type MemberRecord = z.infer<typeof recordSchema>

/** What is known of a member who wrote or reported; null for one who is gone. */
async function getMemberRecord(db: Db, username: string, signal: AbortSignal): Promise<MemberRecord | null> {
  const answer = await db.rpc('get_member_record', { username }).abortSignal(signal)
  // The refusal is the only one of this kind.
  if (answer.error?.code === 'P0001') return null
  assertAnswered(answer, 'loadMembers', signal)
  return read(z.nullable(recordSchema), answer.data, 'loadMembers')
}

export const memberRecordQuery = (userId: string, username: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'member-record', username],
    queryFn: ({ signal }) => getMemberRecord(getDb(), username, signal),
    // Decisions of other administrators change it.
    staleTime: 0,
  })

export const liftMutation = mutationOptions({
  mutationFn: (member: Pick<MemberRecord, 'id' | 'username'>) =>
    manageMember(getDb(), { action: 'lift', member }),
})
