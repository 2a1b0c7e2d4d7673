import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/contribute.js'
import { Ago } from '~/components/ago'
import { proposedChanges, readProposed } from '~/components/contributions/proposed-changes'
import { DifferenceList } from '~/components/difference-list'
import { Badge } from '~/components/ui/badge'
import { Button, buttonClass } from '~/components/ui/button'
import { ConfirmDialog } from '~/components/ui/confirm-dialog'
import { EmptyState } from '~/components/ui/empty-state'
import { ListSkeleton } from '~/components/ui/list-skeleton'
import { MoreButton } from '~/components/ui/more-button'
import { Pending } from '~/components/ui/pending'
import { ToolLink } from '~/components/ui/tool-link'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { useFacts } from '~/lib/use-facts'
import {
  contributionQueries,
  nameSubmitterMutation,
  type OwnContribution,
  withdrawMutation,
} from './contribution-data'

type Props = {
  userId: string
  /** What the member claims, below. */
  claims: ReactNode
}

/** What a member sent in, and what became of it. */
export function OwnContributions({ userId, claims }: Props) {
  const site = useSite()
  const client = useQueryClient()
  const query = contributionQueries.mine(userId)
  const list = useInfiniteQuery(query)
  const [toWithdraw, setToWithdraw] = useState<OwnContribution | null>(null)
  const { mutate, variables, isPending } = useMutation(withdrawMutation)
  const heading = useRef<HTMLHeadingElement>(null)
  const items = list.data?.pages.flat() ?? []

  function withdraw({ id }: OwnContribution) {
    setToWithdraw(null)
    mutate(id, {
      onSuccess: () => notify.success(messages.withdrawn),
      onSettled: async () => {
        await client.invalidateQueries(query)
        focusOnceLost(() => heading.current)
      },
    })
  }

  function content(): ReactNode {
    if (!list.data) return <Pending query={list} skeleton={<ListSkeleton entry="h-24" />} />
    if (items.length === 0)
      return (
        <EmptyState title={messages.nothingSentYet}>
          {site.submissions !== 'nobody' && (
            <Link to="/submit" className="link target">
              {common.submitNew(site)}
            </Link>
          )}
        </EmptyState>
      )
    return (
      <ul className="border-line border-t">
        {items.map((item) => (
          <Item
            key={item.id}
            item={item}
            busy={isPending && variables === item.id}
            onWithdraw={() => setToWithdraw(item)}
            onNamed={() => void client.invalidateQueries(query)}
          />
        ))}
      </ul>
    )
  }

  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="display mb-5 text-[26px] outline-none">
        {messages.yourSubmissions}
      </h2>
      {content()}
      <MoreButton list={list} className="mt-7" />
      {claims}
      {toWithdraw && (
        <ConfirmDialog
          title={messages.withdrawQuestion}
          description={messages.withdrawEffect}
          confirm={messages.withdraw}
          onCancel={() => setToWithdraw(null)}
          onConfirm={() => withdraw(toWithdraw)}
        />
      )}
    </section>
  )
}

type ItemProps = { item: OwnContribution; busy: boolean; onWithdraw: () => void; onNamed: () => void }

const KINDS: Readonly<Record<string, string>> = messages.ofKind
const PROBLEM_NAMES: Readonly<Record<string, string>> = messages.problems
const STATES: Readonly<Record<string, string>> = messages.states

function Item({ item, busy, onWithdraw, onNamed }: ItemProps) {
  const facts = useFacts()
  const { subject, tool_name: name, tool_slug: slug, kind, state } = item
  const named = name ?? subject
  const changes =
    kind === 'correction'
      ? proposedChanges(readProposed(item.proposed), readProposed(item.base), {
          facts,
          names: namesOf(item),
        })
      : []
  return (
    <li className="grid gap-x-6 gap-y-3 border-line border-b py-6 md:grid-cols-[minmax(0,1fr)_auto]">
      <article>
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium text-[15px]">
          <ToolLink slug={slug}>{named}</ToolLink>
          <Badge look={state === 'waiting' ? 'accent' : 'plain'}>
            {state === 'accepted' && item.is_changed ? messages.acceptedChanged : STATES[state]}
          </Badge>
        </h3>
        <p className="byline mt-1 text-[13px] text-ink-faint">
          <span>{item.problem ? PROBLEM_NAMES[item.problem] : KINDS[kind]}</span>
          <Ago at={item.created_at} say={messages.sentAgo} />
          {item.decided_at && <Ago at={item.decided_at} say={messages.decidedAgo} />}
        </p>
        {item.reason && (
          <p dir="auto" className="mt-2 max-w-[58ch] quote-bar text-ink-soft">
            {item.reason}
          </p>
        )}
        {changes.length > 0 && <DifferenceList differences={changes} />}
        {kind === 'submission' && state === 'accepted' && <Named item={item} onNamed={onNamed} />}
      </article>
      {state === 'waiting' && (
        <div className="flex flex-wrap items-start gap-2">
          <EditLink item={item} name={named} />
          <Button
            variant="quiet"
            size="sm"
            busy={busy}
            aria-label={messages.withdrawNamed({ name: named })}
            onClick={onWithdraw}
          >
            {messages.withdraw}
          </Button>
        </div>
      )}
    </li>
  )
}

const namesOf = ({ category_names }: OwnContribution) =>
  Object.fromEntries(Object.entries(readProposed(category_names)).map(([id, name]) => [id, String(name)]))

function EditLink({ item, name }: { item: OwnContribution; name: string }) {
  const look = {
    className: buttonClass({ variant: 'quiet', size: 'sm' }),
    'aria-label': common.editNamed({ name }),
  }
  if (item.kind === 'submission')
    return (
      <Link to="/submit" search={{ edit: item.id }} {...look}>
        {common.edit}
      </Link>
    )
  return (
    item.tool_slug && (
      <Link to="/suggest/$slug" params={{ slug: item.tool_slug }} search={{ edit: item.id }} {...look}>
        {common.edit}
      </Link>
    )
  )
}

/** Whether the page of the accepted tool names its submitter. */
function Named({ item, onNamed }: { item: OwnContribution; onNamed: () => void }) {
  const { mutate, isPending } = useMutation(nameSubmitterMutation)
  return (
    <label className="mt-2 flex min-h-9 w-fit items-center gap-2.5 text-sm pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={item.is_named}
        disabled={isPending}
        onChange={({ currentTarget }) =>
          mutate({ id: item.id, isNamed: currentTarget.checked }, { onSettled: onNamed })
        }
        className="size-4.5 accent-accent"
      />
      {messages.namedThere}
    </label>
  )
}
