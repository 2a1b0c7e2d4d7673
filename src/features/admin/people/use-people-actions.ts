import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { adminStatusQuery } from '~/lib/admin-status-data'
import { DataError } from '~/lib/data-error'
import { getDb } from '~/lib/db-client'
import { notify } from '~/lib/notify'
import {
  grantAdministrator,
  liftSuspension,
  type Member,
  revokeAdministrator,
  suspendMember,
} from './people-data'
import { peopleQueries } from './people-queries'

export type PersonAction = 'grant' | 'revoke' | 'suspend' | 'lift'
/** What only a suspension asks for beside the name. */
export type SuspensionChoice = { reason: string; hideUpvotes: boolean }

type Options = {
  /** The administrator who acts. */
  userId: string
  /** Recommendations were hidden or shown: what other features keep of them is no longer true. */
  onVisibilityChanged: () => void
  /** Takes the focus when the button that had it is gone. */
  heading: RefObject<HTMLElement | null>
}

const DONE: Record<PersonAction, (name: string) => string> = {
  grant: (name) => `${name} is now an administrator`,
  revoke: (name) => `${name} is no longer an administrator`,
  suspend: (name) => `${name} has been suspended`,
  lift: (name) => `The suspension of ${name} has been lifted`,
}

/** What an administrator does about a person: asked about first, then done, then said. */
export function usePeopleActions({ userId, onVisibilityChanged, heading }: Options) {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<{ action: PersonAction; member: Member } | null>(null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)

  async function run(choice?: SuspensionChoice): Promise<void> {
    if (!asked) return
    const { action, member } = asked
    setBusy(true)
    setRefusal(null)
    try {
      if (action === 'grant') await grantAdministrator(getDb(), member)
      else if (action === 'revoke') await revokeAdministrator(getDb(), member)
      else if (action === 'lift') await liftSuspension(getDb(), member)
      else if (choice) await suspendMember(getDb(), member, choice)
      setAsked(null)
      await settle(action, member, choice)
    } catch (error) {
      setRefusal(error instanceof DataError ? error.message : 'Something went wrong. Please try again.')
      // What was shown may be what somebody else has changed meanwhile.
      void queryClient.invalidateQueries({ queryKey: peopleQueries.all(userId) })
    } finally {
      setBusy(false)
    }
  }

  async function settle(action: PersonAction, member: Member, choice?: SuspensionChoice): Promise<void> {
    if (action === 'revoke' && member.id === userId) {
      // The gate of the admin area says so and leads home.
      queryClient.setQueryData(adminStatusQuery(userId).queryKey, false)
      return
    }
    notify.success(DONE[action](`@${member.username}`))
    if (choice?.hideUpvotes || (action === 'lift' && member.hides_upvotes)) onVisibilityChanged()
    await queryClient.invalidateQueries({ queryKey: peopleQueries.all(userId) })
    if (document.activeElement === document.body) heading.current?.focus()
  }

  return {
    asked,
    busy,
    refusal,
    ask: (action: PersonAction, member: Member) => {
      setRefusal(null)
      setAsked({ action, member })
    },
    cancel: () => setAsked(null),
    run: (choice?: SuspensionChoice) => void run(choice),
  }
}
