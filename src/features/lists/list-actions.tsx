import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as messages from '#messages/lists.js'
import { FollowButton } from './follow-button'
import type { MemberList } from './lists-data'
import { ownListQueries } from './own-lists-data'

type Props = { list: MemberList; userId: string; report: ReactNode }

/** What a member may do about a list: change their own, follow or report another's. */
export function ListActions({ list, userId, report }: Props) {
  const { data: own } = useQuery(ownListQueries.all(userId))
  if (!own) return null
  return own.some(({ id }) => id === list.id) ? (
    <Link to="/profile" search={{ tab: 'saved', list: list.address }} className="link target">
      {messages.edit}
    </Link>
  ) : (
    <>
      <FollowButton userId={userId} name={list.name} what={{ list_id: list.id }} />
      {report}
    </>
  )
}
