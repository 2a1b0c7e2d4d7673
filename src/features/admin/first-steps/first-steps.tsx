import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/first-steps.js'
import type { StarterCounts } from '#shared/import-export-rules.ts'
import { DEFAULT_LAW } from '#shared/site.ts'
import { Button } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { Icon } from '~/components/ui/icon'
import { SectionHeading } from '~/components/ui/section-heading'
import { notify } from '~/lib/notify'
import { reported } from '~/lib/reported'
import { useSite } from '~/lib/site-data'
import { dismissMutation, firstStepsQuery, isOver, starterMutation } from './first-steps-data'

/** The first steps of a new directory with their status; nothing once all are done or somebody hid them. */
export function FirstSteps({ userId }: { userId: string }) {
  const query = firstStepsQuery(userId)
  const { data } = useQuery(query)
  const site = useSite()
  const queryClient = useQueryClient()
  const section = useRef<HTMLElement>(null)
  const dismissal = useMutation({
    ...dismissMutation,
    onSuccess: () => {
      leaveButton()
      queryClient.setQueryData(
        query.queryKey,
        (known) => known && { ...known, steps: { ...known.steps, is_dismissed: true } },
      )
    },
  })
  /** The focused button disappears. */
  const leaveButton = () =>
    section.current?.closest<HTMLElement>('[role=tabpanel]')?.focus({ preventScroll: true })
  if (!data || isOver(data)) return null
  const { steps, starter } = data
  const isOwn = steps.has_settings && steps.has_links && steps.has_law
  const states = [isOwn, steps.has_own_tools, steps.has_company, steps.backup_at !== null]
  const whatIsNot = [
    ...(steps.has_settings ? [] : [messages.nameWhy]),
    ...(steps.has_links ? [] : [messages.linksAreFake]),
    ...(steps.has_law ? [] : [messages.termsAreDrafts({ law: site.law ?? DEFAULT_LAW })]),
  ]
  return (
    <section ref={section} aria-labelledby="first-steps" className="card mb-8 p-5 md:p-6">
      <div className="flex items-start gap-x-4">
        <div className="flex grow flex-wrap items-baseline gap-x-4">
          <SectionHeading id="first-steps">{messages.firstSteps}</SectionHeading>
          <p className="text-[13px] text-ink-faint tabular-nums">
            {messages.progress({ count: states.filter(Boolean).length, all: states.length })}
          </p>
        </div>
        <Button
          variant="ghost"
          size="sm"
          className="-me-3"
          busy={dismissal.isPending}
          onClick={() => dismissal.mutate()}
        >
          {messages.hide}
        </Button>
      </div>
      <ul className="-mb-4 mt-3 gap-x-8 md:columns-2">
        <Step isDone={isOwn} why={whatIsNot.join(' ')}>
          <Link to="/admin/site" className={LINK}>
            {messages.name}
          </Link>
        </Step>
        <Step isDone={steps.has_own_tools} why={messages.addToolsWhy}>
          <Link to="/admin/transfer" className={LINK}>
            {messages.addTools(site)}
          </Link>
          {starter && <BeginEmpty starter={starter} onGone={leaveButton} />}
        </Step>
        <Step isDone={steps.has_company} why={messages.inviteWhy}>
          <Link to="/admin/people" className={LINK}>
            {messages.invite}
          </Link>
        </Step>
        <Step isDone={steps.backup_at !== null} why={messages.backupWhy}>
          <Link to="/admin/backup" className={LINK}>
            {messages.backup}
          </Link>
        </Step>
      </ul>
    </section>
  )
}

const LINK = 'rounded-md font-medium underline decoration-line-strong underline-offset-4 hover:decoration-ink'

function Step({ isDone, why, children }: { isDone: boolean; why: string; children: ReactNode }) {
  return (
    <li className="flex break-inside-avoid gap-3 pb-4">
      <span
        className={`mt-0.5 grid size-5 shrink-0 place-items-center rounded-full border ${
          isDone ? 'border-ink bg-ink text-paper' : 'border-line-strong'
        }`}
      >
        {isDone && <Icon name="check" size={12} weight={3} />}
      </span>
      <div className="min-w-0">
        <p>
          <span className="sr-only">{isDone ? messages.done : messages.toDo}</span>
          {children}
        </p>
        {!isDone && <p className="mt-0.5 text-[13px] text-ink-soft leading-5">{why}</p>}
      </div>
    </li>
  )
}

type Props = {
  /** What is left of the starter catalogue. */
  starter: StarterCounts
  /** The pressed button is gone. */
  onGone: () => void
}

/** Removes what is left of the starter catalogue, after a confirmation, and takes that back. */
function BeginEmpty({ starter, onGone }: Props) {
  const site = useSite()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { mutateAsync, isPending } = useMutation(starterMutation)

  const change = reported(async (method: 'POST' | 'DELETE') => {
    const counts = await mutateAsync(method).finally(() => setAsking(false))
    if (method === 'DELETE')
      notify.success(messages.starterRemoved({ ...site, ...counts }), {
        label: common.undo,
        run: () => change('POST'),
      })
    else notify.success(messages.starterRestored({ ...site, ...counts }))
    await queryClient.invalidateQueries()
    if (method === 'DELETE') onGone()
  })

  if (starter.tools + starter.categories === 0) return null
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setAsking(true)} className="link ms-3">
        {messages.beginEmpty}
      </button>
      {asking && (
        <ConfirmDialog
          title={messages.beginEmptyQuestion}
          description={messages.beginEmptyEffect({ ...site, ...starter })}
          confirm={messages.beginEmpty}
          busy={isPending}
          onConfirm={() => change('DELETE')}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
