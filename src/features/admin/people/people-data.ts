import type { PostgrestError } from '@supabase/postgrest-js'
import type { Database } from '~/database.types'
import { assertAnswered, DataError } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'
import type { PeopleFilter } from './people-search'

/** Members on a page of the list. */
export const MEMBERS_PAGE = 25
/** Characters of the reason of a suspension, as the database counts them. */
export const MAX_SUSPENSION_REASON = 500

export type Member = Database['public']['Functions']['list_members']['Returns'][number]
export type MembersCursor = Pick<Member, 'id' | 'joined_at'> | null

/** A page of members, the newest first, after the row `cursor` names. Throws 'Failed to load people'. */
export async function listMembers(
  db: Db,
  { search, filter, cursor }: { search: string; filter: PeopleFilter; cursor: MembersCursor },
  signal: AbortSignal,
) {
  const answer = await db
    .rpc('list_members', {
      query: search,
      filter,
      before_joined_at: cursor?.joined_at ?? null,
      before_id: cursor?.id ?? null,
      max_results: MEMBERS_PAGE,
    })
    .abortSignal(signal)
  assertAnswered(answer, 'Failed to load people', signal)
  return answer.data
}

/** Makes a member administrator. Throws the database's own words where it refuses, else 'Failed to make @… an administrator'. */
export async function grantAdministrator(db: Db, { id, username }: Member): Promise<void> {
  const answer = await db.rpc('grant_administrator', { member_id: id })
  assertDone(answer, `Failed to make @${username} an administrator`)
}

/** Takes the right to administer away. Throws as above; of the last one 'The last administrator cannot be revoked'. */
export async function revokeAdministrator(db: Db, { id, username }: Member): Promise<void> {
  const answer = await db.rpc('revoke_administrator', { member_id: id })
  assertDone(answer, `Failed to revoke @${username}`)
}

/** Suspends a member, with or without their recommendations. Throws as above. */
export async function suspendMember(
  db: Db,
  { id, username }: Member,
  { reason, hideUpvotes }: { reason: string; hideUpvotes: boolean },
): Promise<void> {
  const answer = await db.rpc('suspend_member', { member_id: id, reason, hide_upvotes: hideUpvotes })
  assertDone(answer, `Failed to suspend @${username}`)
}

/** Lifts a member's suspension. Throws as above. */
export async function liftSuspension(db: Db, { id, username }: Member): Promise<void> {
  const answer = await db.rpc('lift_suspension', { member_id: id })
  assertDone(answer, `Failed to lift the suspension of @${username}`)
}

/** SQLSTATEs of refusals the database words for the administrator. */
const REFUSED_IN_WORDS = ['P0001', '23514']

function assertDone(answer: { error: PostgrestError | null; status: number }, failure: string): void {
  if (!answer.error) return
  const { code, message } = answer.error
  const inWords = REFUSED_IN_WORDS.includes(code)
  throw new DataError(inWords ? message : failure, { status: answer.status, code })
}
