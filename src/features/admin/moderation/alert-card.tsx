import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import * as common from '#messages/common.js'
import * as inbox from '#messages/inbox.js'
import * as messages from '#messages/moderation.js'
import { Ago } from '~/components/ago'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { focusOnceLost } from '~/lib/focus-once-lost'
import { notify } from '~/lib/notify'
import { reported } from '~/lib/reported'
import { formatNumber } from '../pager'
import { SelectionCount } from '../selection-count'
import { useSelection } from '../use-selection'
import { AlertVotes } from './alert-votes'
import { type Alert, type AlertAct, alertMutation, VOID_REASON_MAX } from './alerts-data'
import { ReasonChoice } from './reason-choice'

type Props = { userId: string; alert: Alert; onPerson: (username: string) => void }

/** One alert: the tool, what is odd in words, whose recommendations they are, and what to do about them. */
export function AlertCard({ userId, alert, onPerson }: Props) {
  const { tool, kind, reasons, raised_at, usual, appeal, votes } = alert
  const titleId = useId()
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState(() => wordsOf(alert)[0] ?? '')
  const rows = votes.map((vote) => ({ ...vote, id: vote.upvote_id, name: `@${vote.username}` }))
  const picked = useSelection(rows)
  const { busy, act } = useAlertActions(userId)
  const counted = picked.rows.filter(({ not_counted }) => !not_counted)
  const uncounted = picked.rows.filter(({ not_counted }) => not_counted)
  const isAppeal = kind === 'appeal'

  const setAside = reported(async () => {
    const votes = (isAppeal ? rows : counted).map(({ id }) => ({ id, reason: reason.trim() }))
    await act({ act: isAppeal ? 'keep' : 'void', votes })
    setAsking(false)
    picked.clear()
  })

  const close = reported(async (card: Element | null) => {
    const neighbour = card?.nextElementSibling ?? card?.previousElementSibling
    await act({ act: 'close', alertId: alert.id })
    focusOnceLost(() => neighbour?.querySelector('a') ?? document.getElementById('content'))
  })

  const countAgain = reported(async () => {
    const again = isAppeal ? rows : uncounted
    await act({
      act: 'restore',
      votes: again.map(({ id, void_reason }) => ({ id, reason: void_reason ?? inbox.notCounted })),
    })
    picked.clear()
  })

  return (
    <article aria-labelledby={titleId} className="card overflow-clip">
      <header className="flex items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 md:px-5">
        <div className="min-w-0">
          <h3 id={titleId} className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-[15px]">
            <Link
              dir="auto"
              to="/tools/$slug"
              params={{ slug: tool.slug }}
              className="min-w-0 truncate rounded-md font-medium hover:underline"
            >
              {tool.name}
            </Link>
            {isAppeal ? (
              <Badge look="accent">{inbox.appealOfNotCounted}</Badge>
            ) : (
              wordsOf(alert).map((word) => (
                <Badge key={word} look="accent">
                  {word}
                </Badge>
              ))
            )}
          </h3>
          <p className="mt-1 flex flex-wrap gap-x-3 text-[13px] text-ink-faint">
            <Ago at={raised_at} />
            {!isAppeal && (
              <>
                <span>{inbox.recommendationCount({ count: votes.length })}</span>
                <span>{inbox.usually({ count: formatNumber(Math.round(usual * 10) / 10) })}</span>
              </>
            )}
          </p>
        </div>
        {!isAppeal && (
          <Button
            variant="quiet"
            size="sm"
            busy={busy}
            aria-label={inbox.closeAlertOf({ name: tool.name })}
            onClick={({ currentTarget }) => close(currentTarget.closest('article'))}
          >
            {common.close}
          </Button>
        )}
      </header>
      {appeal !== null && (
        <section
          aria-label={messages.authorsAppeal}
          className="mx-4 mb-3 rounded-control bg-accent-soft px-3.5 py-2.5 text-[14px] md:mx-5"
        >
          <h4 className="font-medium text-[13px]">{messages.authorsAppeal}</h4>
          <p dir="auto" className="max-w-[68ch] whitespace-pre-line leading-normal">
            {appeal}
          </p>
        </section>
      )}
      <AlertVotes
        rows={rows}
        showsLikeness={reasons.length > 0}
        selection={isAppeal ? undefined : picked}
        onPerson={onPerson}
      />
      <footer className="z-2 grid gap-3 border-line border-t bg-surface px-4 py-3 md:sticky md:bottom-0 md:px-5">
        {isAsking && (
          <ReasonChoice
            reason={reason}
            onReason={setReason}
            label={inbox.reasonForAuthor}
            hint={inbox.reasonForMembersHint}
            choices={wordsOf(alert)}
            max={VOID_REASON_MAX}
          />
        )}
        <div className="flex flex-wrap items-center gap-2">
          {!isAppeal && <SelectionCount selection={picked} onClear={picked.clear} />}
          <div className="ms-auto flex flex-wrap gap-2">
            {isAsking ? (
              <>
                <Button variant="ghost" size="sm" onClick={() => setAsking(false)}>
                  {inbox.back}
                </Button>
                <Button
                  variant="solid"
                  size="sm"
                  busy={busy}
                  disabled={reason.trim() === '' || (!isAppeal && counted.length === 0)}
                  onClick={setAside}
                >
                  {isAppeal ? inbox.keepNotCounted : inbox.doNotCount({ count: counted.length })}
                </Button>
              </>
            ) : (
              <>
                {(isAppeal || uncounted.length > 0) && (
                  <Button variant="quiet" size="sm" busy={busy} onClick={countAgain}>
                    {isAppeal ? inbox.countIt : inbox.countAgain({ count: uncounted.length })}
                  </Button>
                )}
                <Button
                  variant="quiet"
                  size="sm"
                  disabled={!isAppeal && counted.length === 0}
                  onClick={() => setAsking(true)}
                >
                  {isAppeal ? inbox.keepNotCounted : inbox.doNotCount({ count: counted.length })}
                </Button>
              </>
            )}
          </div>
        </div>
      </footer>
    </article>
  )
}

const wordsOf = ({ reasons }: Alert) => reasons.map((reason) => inbox.alertReasons[reason])

/** What is done about an alert is told with its undo. */
function useAlertActions(userId: string) {
  const { mutateAsync, isPending } = useMutation(alertMutation(userId))

  async function act(wanted: AlertAct, isUndo = false): Promise<void> {
    const changed = await mutateAsync(wanted)
    if (changed.length === 0) return notify.info(inbox.someoneWasFirst)
    const opposite = isUndo ? undefined : oppositeOf(wanted, changed)
    const undo = opposite && { label: common.undo, run: reported(() => act(opposite, true)) }
    notify.success(describe(wanted, changed.length), undo)
  }

  return { busy: isPending, act }
}

function oppositeOf(done: AlertAct, changed: readonly string[]): AlertAct | undefined {
  if (done.act === 'keep') return undefined
  if ('alertId' in done) return { ...done, act: done.act === 'close' ? 'reopen' : 'close' }
  return {
    act: done.act === 'void' ? 'restore' : 'void',
    votes: done.votes.filter(({ id }) => changed.includes(id)),
  }
}

function describe({ act }: AlertAct, count: number): string {
  switch (act) {
    case 'void':
      return inbox.voided({ count })
    case 'keep':
      return inbox.appealRejected
    case 'restore':
      return inbox.restored({ count })
    case 'close':
      return inbox.alertClosed
    case 'reopen':
      return inbox.alertReopened
  }
}
