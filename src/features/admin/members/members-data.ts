import { infiniteQueryOptions, keepPreviousData, mutationOptions } from '@tanstack/react-query'
import { lastAdministrator, memberFailures } from '#messages/admin.js'
import type { Database } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { DataError, dataOf, wordsOfRefusal } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import type { MemberFilter } from './members-search'

/** Members on a page of the list. */
const MEMBERS_PAGE = 25
/** Characters of the reason of a suspension, as the database counts them. */
export const MAX_SUSPENSION_REASON = 500

export type Member = Database['public']['Functions']['list_members']['Returns'][number]
type MembersCursor = Pick<Member, 'id' | 'joined_at'> | null

/** Roles to give; each is also the name of that action. */
export const ROLES = ['administrator', 'moderator', 'editor'] as const
export type Role = (typeof ROLES)[number]

type Named = Pick<Member, 'id' | 'username'>
/** The actions on a member; only `suspend` has further arguments. */
export type MemberAction =
  | { action: Role | 'revoke' | 'lift'; member: Named }
  | { action: 'suspend'; member: Named; choice: SuspensionChoice }
export type SuspensionChoice = { reason: string; hideUpvotes: boolean }

export async function manageMember(db: Db, change: MemberAction): Promise<void> {
  const { error, status } = await send(db, change)
  if (!error) return
  const failure = failureOf(change)
  const text = error.details === 'last_administrator' ? lastAdministrator : failure
  throw new DataError('unknown', { status, words: wordsOfRefusal(error, text) ?? failure })
}

const failureOf = ({ action, member: { username } }: MemberAction) =>
  isRole(action) ? memberFailures.grant({ username, role: action }) : memberFailures[action]({ username })

export const isRole = (action: MemberAction['action']): action is Role =>
  ROLES.some((role) => role === action)

function send(db: Db, change: MemberAction) {
  const member_id = change.member.id
  switch (change.action) {
    case 'administrator':
    case 'moderator':
    case 'editor':
      return db.rpc('grant_administrator', { member_id, role: change.action })
    case 'revoke':
      return db.rpc('revoke_administrator', { member_id })
    case 'lift':
      return db.rpc('lift_suspension', { member_id })
    case 'suspend': {
      const { reason, hideUpvotes } = change.choice
      return db.rpc('suspend_member', { member_id, reason, hide_upvotes: hideUpvotes })
    }
  }
}

/** The only place for query keys of the People page. */
export const memberQueries = {
  all: (userId: string) => [PERSONAL, userId, 'people'],
  /** Pages of members, newest first. */
  members: (userId: string, search: string, filter: MemberFilter) =>
    infiniteQueryOptions({
      queryKey: [...memberQueries.all(userId), search, filter],
      queryFn: ({ pageParam, signal }) => {
        const ask = getDb().rpc('list_members', {
          ...{ query: search, filter, max_results: MEMBERS_PAGE },
          ...{ before_joined_at: pageParam?.joined_at ?? null, before_id: pageParam?.id ?? null },
        })
        return dataOf(ask, 'loadMembers', signal)
      },
      initialPageParam: null satisfies MembersCursor as MembersCursor,
      getNextPageParam: (page) => (page.length < MEMBERS_PAGE ? undefined : (page.at(-1) ?? undefined)),
      // Another administrator may have changed these states a moment ago.
      staleTime: 10_000,
      refetchOnWindowFocus: true,
      placeholderData: keepPreviousData,
    }),
}

/** Refetched in any case: somebody else may have changed what was shown. */
export const memberMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (change: MemberAction) => manageMember(getDb(), change),
    meta: { inForm: true },
    onError: (_error, _change, _result, { client }) => {
      void client.invalidateQueries({ queryKey: memberQueries.all(userId) })
    },
  })
