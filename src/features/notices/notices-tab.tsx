import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import * as messages from '#messages/notices.js'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { ListSkeleton } from '~/components/ui/list-skeleton'
import { MoreButton } from '~/components/ui/more-button'
import { Pending } from '~/components/ui/pending'
import { servesItsBackend } from '~/lib/environment'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { NoticeItem } from './notice-item'
import { NoticeMails } from './notice-mails'
import { noticesQuery, readMutation } from './notices-data'

type Props = {
  userId: string
  /** What the member follows, of which they are told here. */
  follows: ReactNode
}

/** The member's notices, newest first: what happened to something of theirs. */
export function NoticesTab({ userId, follows }: Props) {
  const list = useInfiniteQuery(noticesQuery(userId))
  const { mutate, isPending, variables } = useMutation(readMutation(userId))
  const heading = useRef<HTMLHeadingElement>(null)
  const notices = list.data?.pages.flatMap((page) => page.notices) ?? []
  const newest = notices[0]?.id ?? 0
  const markingAll = isPending && !variables.onlyOne

  function read(upTo: number, onlyOne: boolean) {
    mutate({ upTo, onlyOne }, { onSuccess: () => focusOnceLost(() => heading.current) })
  }

  function content(): ReactNode {
    if (!list.data) return <Pending query={list} skeleton={<ListSkeleton entry="h-24" />} />
    if (notices.length === 0)
      return (
        <EmptyState title={messages.noNotices}>
          <p>{messages.noNoticesHelp}</p>
        </EmptyState>
      )
    return (
      <>
        <ul className="border-line border-t">
          {notices.map((notice) => (
            <NoticeItem key={notice.id} notice={notice} onRead={() => read(notice.id, true)} />
          ))}
        </ul>
        <MoreButton list={list} className="mt-7">
          {messages.loadMore}
        </MoreButton>
      </>
    )
  }

  return (
    <section>
      <div className="mb-5 flex min-h-[38px] pointer-coarse:min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 ref={heading} tabIndex={-1} className="display text-[26px] outline-none">
          {messages.notices}
        </h2>
        {(markingAll || notices.some(({ read_at }) => !read_at)) && (
          <Button variant="quiet" busy={markingAll} onClick={() => read(newest, false)}>
            {messages.markAllRead}
          </Button>
        )}
      </div>
      {content()}
      {servesItsBackend() && <NoticeMails userId={userId} />}
      {follows}
    </section>
  )
}
