import { useState } from 'react'
import * as common from '#messages/common.js'
import * as inbox from '#messages/inbox.js'
import * as members from '#messages/members.js'
import { Button } from '~/components/ui/button'
import { UnsavedChanges } from '~/components/unsaved-changes'
import type { MemberRecord } from './member-record-data'
import { ReasonChoice } from './reason-choice'
import type { MemberDecisions } from './use-member-decisions'

type Props = { member: MemberRecord; decisions: MemberDecisions }

/** At the foot of the drawer: decides whatever waits of theirs, and suspends them in the same step. */
export function MemberActions({ member, decisions }: Props) {
  const [reason, setReason] = useState('')
  const [isSuspending, setSuspending] = useState(false)
  const { busy, outcome } = decisions
  const count = member.recommendations.waiting
  const maySuspend = !member.suspended && member.role === null
  if (count === 0 && !maySuspend && !member.suspended && !outcome) return null

  const decide = async (decision: 'approved' | 'rejected', suspends = false) => {
    if (!(await decisions.decideAll(member, decision, reason.trim(), suspends))) return
    setSuspending(false)
    setReason('')
  }
  return (
    <section
      aria-label={inbox.decideAllOfTheirs}
      className="sticky bottom-0 -mx-5 mt-auto grid gap-3 border-line border-t bg-surface px-5 py-4 md:-mx-6 md:px-6"
    >
      <div role="status">
        {outcome && (
          <p className="flex items-center justify-between gap-3 rounded-control bg-sunken py-2 ps-3.5 pe-2 text-sm leading-5">
            <span className="min-w-0">{outcome.text}</span>
            <Button
              variant="quiet"
              size="sm"
              busy={busy}
              className="bg-surface!"
              onClick={() => void decisions.undo(outcome)}
            >
              {common.undo}
            </Button>
          </p>
        )}
      </div>
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium text-[15px]">
        {inbox.decideAllOfTheirs}
        <span className="font-normal text-[13px] text-ink-faint">{inbox.waitingOfTheirs({ count })}</span>
      </h3>
      {isSuspending ? (
        <>
          <ReasonChoice
            reason={reason}
            onReason={setReason}
            label={inbox.suspensionReason}
            hint={inbox.suspensionReasonHint}
          />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="quiet" size="sm" onClick={() => setSuspending(false)}>
              {inbox.back}
            </Button>
            <Button
              variant="bad"
              size="sm"
              busy={busy}
              disabled={reason.trim() === ''}
              onClick={() => void decide('rejected', true)}
            >
              {inbox.confirmSuspension({ count })}
            </Button>
          </div>
        </>
      ) : (
        <>
          {count > 0 && <ReasonChoice reason={reason} onReason={setReason} />}
          <div className="flex flex-wrap gap-2">
            {count > 0 && (
              <>
                <Button variant="quiet" size="sm" busy={busy} onClick={() => void decide('approved')}>
                  {inbox.approveAll({ count })}
                </Button>
                <Button variant="quiet" size="sm" busy={busy} onClick={() => void decide('rejected')}>
                  {inbox.rejectAll({ count })}
                </Button>
              </>
            )}
            {maySuspend && (
              <Button variant="quiet" size="sm" className="text-bad!" onClick={() => setSuspending(true)}>
                {count > 0 ? inbox.rejectAndSuspend : members.suspend}
              </Button>
            )}
            {member.suspended && (
              <Button variant="quiet" size="sm" busy={busy} onClick={() => void decisions.lift(member)}>
                {members.liftSuspension}
              </Button>
            )}
          </div>
        </>
      )}
      {reason.trim() !== '' && !busy && <UnsavedChanges />}
    </section>
  )
}
