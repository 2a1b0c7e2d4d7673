import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { errors } from '#messages/errors.js'
import * as messages from '#messages/members.js'
import { adminStatusQuery } from '~/lib/admin-status-data'
import { DataError } from '~/lib/errors'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { notify } from '~/lib/notify'
import {
  isRole,
  type Member,
  type MemberAction,
  memberMutation,
  memberQueries,
  type SuspensionChoice,
} from './members-data'

export type MemberActionName = MemberAction['action']

type Options = {
  /** The signed-in administrator. */
  userId: string
  /** Recommendations were hidden or shown: other features' cached data is outdated. */
  onVisibilityChanged: () => void
  /** Receives the focus when the focused button is gone. */
  heading: RefObject<HTMLElement | null>
}

function describeDone(action: MemberActionName, { username, role }: Member): string {
  const name = `@${username}`
  if (isRole(action)) return messages.granted({ name, role: action })
  if (action === 'revoke') return messages.revoked({ name, role: role ?? '' })
  return action === 'suspend' ? messages.suspendedNow({ name }) : messages.lifted({ name })
}

/** An administrator's action on a member: confirmed, run, reported. */
export function useMemberActions({ userId, onVisibilityChanged, heading }: Options) {
  const queryClient = useQueryClient()
  const [toConfirm, setToConfirm] = useState<{ action: MemberActionName; member: Member } | null>(null)
  /** Reasons of suspensions, by member, until they are sent. */
  const drafts = useRef(new Map<string, string>())
  const { mutate, isPending: busy, error, reset } = useMutation(memberMutation(userId))

  function run(choice?: SuspensionChoice): void {
    if (!toConfirm) return
    const { action, member } = toConfirm
    const change = action === 'suspend' ? choice && { action, member, choice } : { action, member }
    if (change)
      mutate(change, {
        onSuccess: () => {
          if (action === 'suspend') drafts.current.delete(member.id)
          setToConfirm(null)
          void showDone(action, member, choice)
        },
      })
  }

  async function showDone(
    action: MemberActionName,
    member: Member,
    choice?: SuspensionChoice,
  ): Promise<void> {
    if (action === 'revoke' && member.id === userId) {
      // The guard of the admin area reports it and redirects home.
      queryClient.setQueryData(adminStatusQuery(userId).queryKey, null)
      return
    }
    notify.success(describeDone(action, member))
    if (choice?.hideUpvotes || (action === 'lift' && member.hides_upvotes)) onVisibilityChanged()
    await queryClient.invalidateQueries({ queryKey: memberQueries.all(userId) })
    focusOnceLost(() => heading.current)
  }

  return {
    toConfirm,
    drafts: drafts.current,
    busy,
    refusal: error && (error instanceof DataError ? error.message : errors.unknown),
    ask: (action: MemberActionName, member: Member) => {
      reset()
      setToConfirm({ action, member })
    },
    cancel: () => setToConfirm(null),
    run,
  }
}
