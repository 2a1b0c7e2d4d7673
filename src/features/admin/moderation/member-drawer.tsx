import { useQuery } from '@tanstack/react-query'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import * as inbox from '#messages/inbox.js'
import { isToast, useFocusReturn } from '~/components/ui/dialog'
import { Icon } from '~/components/ui/icon'
import { Pending } from '~/components/ui/pending'
import { Skeleton } from '~/components/ui/skeleton'
import { confirmNavigation } from '~/lib/navigation-guard'
import { notify } from '~/lib/notify'
import { MemberActions } from './member-actions'
import { MemberFacts } from './member-facts'
import { memberRecordQuery } from './member-record-data'
import { useMemberDecisions } from './use-member-decisions'

type Props = { userId: string; username: string; onClose: () => void; onShowOnly: () => void }

/** What is known of a member, beside the inbox, and what to do about all of theirs at once. */
export function MemberDrawer({ userId, username, onClose, onShowOnly }: Props) {
  const record = useQuery(memberRecordQuery(userId, username))
  const decisions = useMemberDecisions(userId, username)
  const { outcome, undo } = decisions

  /** The undo stays at hand for a while. */
  async function leave(then: () => void) {
    // A reason may be written.
    if (!(await confirmNavigation())) return
    if (outcome) notify.success(outcome.text, { label: common.undo, run: () => void undo(outcome) })
    then()
  }

  return (
    <Drawer title={`@${username}`} onClose={() => void leave(onClose)}>
      {record.data === undefined && <Pending query={record} skeleton={<FactsSkeleton />} />}
      {record.data === null && <p className="text-ink-soft">{inbox.memberGone}</p>}
      {record.data && (
        <>
          <MemberFacts member={record.data} onShowOnly={() => void leave(onShowOnly)} />
          <MemberActions member={record.data} decisions={decisions} />
        </>
      )}
    </Drawer>
  )
}

function Drawer({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const giveFocusBack = useFocusReturn()
  return (
    <Primitive.Root open onOpenChange={(open) => open || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-30 animate-fade bg-veil" />
        <Primitive.Content
          aria-describedby={undefined}
          onCloseAutoFocus={giveFocusBack}
          onInteractOutside={(event) => isToast(event.target) && event.preventDefault()}
          className="fixed inset-y-0 right-0 z-30 flex w-[min(460px,100vw)] animate-slide flex-col overflow-y-auto border-line border-s bg-surface shadow-float outline-none rtl:right-auto rtl:left-0 rtl:animate-fade"
        >
          <div className="sticky top-0 z-2 flex items-center justify-between gap-3 border-line border-b bg-surface px-5 py-3 md:px-6">
            <Primitive.Title className="display min-w-0 text-2xl leading-tight">
              <bdi>{title}</bdi>
            </Primitive.Title>
            <Primitive.Close
              aria-label={common.close}
              className="grid size-9 shrink-0 place-items-center rounded-lg text-ink-faint transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11"
            >
              <Icon name="close" size={18} />
            </Primitive.Close>
          </div>
          <div className="flex grow flex-col px-5 pt-4 md:px-6">{children}</div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

function FactsSkeleton() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{common.loading}</span>
      <Skeleton className="h-4 w-40" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-4 w-56" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-16 w-full" />
    </div>
  )
}
