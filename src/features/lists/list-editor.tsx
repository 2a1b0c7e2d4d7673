import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as messages from '#messages/lists.js'
import { FormAlert } from '~/components/form-alert'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { LoadingBox } from '~/components/ui/loading-box'
import { Pending } from '~/components/ui/pending'
import { failureText } from '~/lib/errors'
import { isLimit } from '~/lib/limit-reached'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { ListName } from './list-name'
import { ListTools } from './list-tools'
import type { MemberList } from './lists-data'
import { deleteListMutation, ownListQueries, saveListMutation } from './own-lists-data'

type Props = { userId: string; address: string; onClose: () => void }

/** One of the member's lists: its name, who sees it, and its tools in order with notes. */
export function ListEditor({ userId, address, onClose }: Props) {
  const query = useQuery(ownListQueries.one(userId, address))
  return (
    <section>
      <Link to="/profile" search={{ tab: 'saved' }} className="link target text-sm">
        {messages.back}
      </Link>
      {query.data ? (
        <Opened key={address} userId={userId} list={query.data} onClose={onClose} />
      ) : (
        <Pending
          className="mt-5"
          query={query}
          skeleton={<LoadingBox className="mt-5 h-40 rounded-card" />}
        />
      )}
    </section>
  )
}

function Opened({ userId, list, onClose }: { userId: string; list: MemberList; onClose: () => void }) {
  const site = useSite()
  const [isDeleting, setDeleting] = useState(false)
  const saving = useMutation(saveListMutation(userId))
  const deletion = useMutation(deleteListMutation(userId))
  const { id, name, address, is_public, is_hidden } = list
  return (
    <>
      <h2 dir="auto" className="display mt-3 text-[26px] wrap-anywhere">
        {name}
      </h2>
      {is_hidden && <FormAlert className="mt-4">{messages.hiddenHelp}</FormAlert>}
      <div className="mt-5 grid gap-4">
        <ListName userId={userId} list={{ id, name }} onSaved={() => notify.success(messages.saved)} />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-[15px]">
          <label className="target gap-2.5">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={is_public}
              disabled={saving.isPending}
              onChange={({ currentTarget }) =>
                saving.mutate(
                  { list_id: id, is_public: currentTarget.checked },
                  { onSuccess: () => notify.success(messages.saved) },
                )
              }
            />
            {messages.everyoneSees}
          </label>
          {is_public && !is_hidden && (
            <Link to="/lists/$address" params={{ address }} className="link target">
              {messages.openPage}
            </Link>
          )}
          <Button variant="ghost" size="sm" className="text-bad!" onClick={() => setDeleting(true)}>
            {messages.deleteList}
          </Button>
        </div>
        {/* Other failures are told by a toast. */}
        {isLimit(saving.error) && <FormAlert>{failureText(saving.error, site)}</FormAlert>}
      </div>
      <ListTools userId={userId} list={list} />
      {isDeleting && (
        <ConfirmDialog
          title={messages.deleteQuestion({ name })}
          description={messages.deleteEffect(site)}
          confirm={messages.deleteList}
          busy={deletion.isPending}
          onCancel={() => setDeleting(false)}
          onConfirm={() =>
            deletion.mutate(id, {
              onSuccess: () => {
                notify.success(messages.deleted)
                onClose()
              },
            })
          }
        />
      )}
    </>
  )
}
