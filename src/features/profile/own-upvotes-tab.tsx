import type { User } from '@supabase/auth-js'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/profile.js'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { ListSkeleton } from '~/components/ui/list-skeleton'
import { MoreButton } from '~/components/ui/more-button'
import { Pending } from '~/components/ui/pending'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { OwnReports } from './own-reports'
import { OwnUpvoteItem } from './own-upvote-item'
import { deleteOwnUpvoteMutation, type OwnUpvote, ownUpvotesQuery } from './own-upvotes-data'

type OwnUpvotesTabProps = {
  user: User
  onEdit: (upvote: OwnUpvote) => void
  onDeleted: (toolId: string) => Promise<void>
}

/** Section 2, My Upvotes tab. `onDeleted` refetches this list, and what other features know about the tool. */
export function OwnUpvotesTab({ user, onEdit, onDeleted }: OwnUpvotesTabProps) {
  const site = useSite()
  const queryClient = useQueryClient()
  const query = ownUpvotesQuery(user.id)
  const list = useInfiniteQuery(query)
  const [toDelete, setToDelete] = useState<OwnUpvote | null>(null)
  const { mutateAsync } = useMutation(deleteOwnUpvoteMutation)
  const [deleting, setDeleting] = useState<readonly string[]>([])
  const heading = useRef<HTMLHeadingElement>(null)

  async function remove(upvote: OwnUpvote) {
    setDeleting((ids) => [...ids, upvote.id])
    try {
      await mutateAsync(upvote)
      notify.success(messages.upvoteDeleted)
      await onDeleted(upvote.tool_id)
      focusOnceLost(() => heading.current)
    } catch {
      // The query client reports it.
    } finally {
      setDeleting((ids) => ids.filter((other) => other !== upvote.id))
    }
  }

  function content(): ReactNode {
    if (!list.data) return <Pending query={list} skeleton={<ListSkeleton entry="h-32" />} />
    const upvotes = list.data.pages.flatMap((page) => page.upvotes)
    if (upvotes.length === 0) {
      return (
        <EmptyState title={messages.noUpvotes(site)}>
          <p>
            <Link to="/" className="link">
              {messages.findOneYouUse}
            </Link>{' '}
            {messages.andSayWhy}
          </p>
        </EmptyState>
      )
    }
    return (
      <>
        <ul className="border-line border-t">
          {upvotes.map((upvote) => (
            <OwnUpvoteItem
              key={upvote.id}
              upvote={upvote}
              deleting={deleting.includes(upvote.id)}
              onEdit={() => onEdit(upvote)}
              onDelete={() => setToDelete(upvote)}
              onAppealed={() => void queryClient.invalidateQueries(query)}
            />
          ))}
        </ul>
        <MoreButton list={list} className="mt-7" />
      </>
    )
  }

  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="display mb-5 text-[26px] outline-none">
        {messages.upvotesHeading(site)}
      </h2>
      {content()}
      <OwnReports userId={user.id} />
      {toDelete && (
        <ConfirmDialog
          title={messages.deleteUpvote}
          description={messages.deleteUpvoteEffect({ tool: toDelete.tools?.name ?? messages.thisTool(site) })}
          confirm={common.deleteLabel}
          onCancel={() => setToDelete(null)}
          onConfirm={() => {
            setToDelete(null)
            void remove(toDelete)
          }}
        />
      )}
    </section>
  )
}
