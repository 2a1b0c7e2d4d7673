import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import * as messages from '#messages/lists.js'
import { TextDialog } from '~/components/text-dialog'
import { notify } from '~/lib/notify'
import { FollowButton } from './follow-button'
import type { MemberList } from './lists-data'
import { ownListQueries, reportListMutation, reportSchema } from './own-lists-data'

type Props = { list: MemberList; userId: string }

/** What a member may do about a list: change their own, follow or report another's. */
export function ListActions({ list, userId }: Props) {
  const { data: own } = useQuery(ownListQueries.all(userId))
  if (!own) return null
  return own.some(({ id }) => id === list.id) ? (
    <Link to="/profile" search={{ tab: 'saved', list: list.address }} className="link target">
      {messages.edit}
    </Link>
  ) : (
    <>
      <FollowButton userId={userId} name={list.name} what={{ list_id: list.id }} />
      <Report list={list} userId={userId} />
    </>
  )
}

function Report({ list: { address, name }, userId }: Props) {
  const [isOpen, setOpen] = useState(false)
  const drafts = useRef(new Map<string, string>())
  const { mutate, isPending, error } = useMutation(reportListMutation)
  const draft = `${userId} ${address}`

  function send(reason: string) {
    mutate(
      { address, reason },
      {
        onSuccess: () => {
          drafts.current.delete(draft)
          setOpen(false)
          notify.success(messages.reported)
        },
      },
    )
  }

  return (
    <>
      <button type="button" className="link target" onClick={() => setOpen(true)}>
        {messages.report}
      </button>
      {isOpen && (
        <TextDialog
          title={messages.reportTitle}
          description={messages.reportHelp({ name })}
          label={messages.reason}
          rule={reportSchema}
          drafts={drafts.current}
          draft={draft}
          submit={messages.send}
          isTextNeeded
          busy={isPending}
          error={error}
          onSend={send}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
