import { type ReactNode, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/members.js'
import { lengthOf } from '#shared/catalogue-rules.ts'
import { requiredText } from '#shared/hidden-character-rules.ts'
import { TextDialog } from '~/components/text-dialog'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { MAX_SUSPENSION_REASON, type Member, type SuspensionChoice } from './members-data'

type Props = {
  member: Member
  drafts: Map<string, string>
  busy: boolean
  onClose: () => void
  onSuspend: (choice: SuspensionChoice) => void
  /** Shown above the buttons. */
  children: ReactNode
}

const rule = requiredText('lines', {
  name: common.reason,
  limit: MAX_SUSPENSION_REASON,
  missing: messages.suspensionReasonRequired,
})

/** Asks for the reason of a suspension and whether to hide the member's recommendations. */
export function SuspendDialog({ member, drafts, busy, onClose, onSuspend, children }: Props) {
  const [hideUpvotes, setHideUpvotes] = useState(false)
  return (
    <TextDialog
      title={messages.suspendQuestion({ username: member.username })}
      description={messages.suspensionEffect({ fullName: member.full_name })}
      label={common.reason}
      rule={rule}
      drafts={drafts}
      draft={member.id}
      hint={() => messages.reasonHint}
      counter={(text) => {
        const count = lengthOf(text.trim())
        return {
          label: messages.reasonCount({ length: count, limit: MAX_SUSPENSION_REASON }),
          left: MAX_SUSPENSION_REASON - count,
        }
      }}
      submit={busy ? messages.suspending : messages.suspend}
      look="bad"
      busy={busy}
      onSend={(reason) => onSuspend({ reason, hideUpvotes })}
      onClose={onClose}
    >
      {(text) => (
        <>
          {text.trim() !== '' && <UnsavedChanges />}
          {member.upvotes > 0 && (
            <fieldset className="grid gap-1">
              <legend className="mb-1.5 font-medium text-sm">
                {messages.theirRecommendations({ count: member.upvotes })}
              </legend>
              <Choice checked={!hideUpvotes} onChoose={() => setHideUpvotes(false)}>
                {messages.keepUpvotes}
              </Choice>
              <Choice checked={hideUpvotes} onChoose={() => setHideUpvotes(true)}>
                {messages.hideUpvotes}
              </Choice>
            </fieldset>
          )}
          {children}
        </>
      )}
    </TextDialog>
  )
}

function Choice({
  checked,
  onChoose,
  children,
}: {
  checked: boolean
  onChoose: () => void
  children: string
}) {
  return (
    <label className="flex min-h-9 items-center gap-3 text-[15px] pointer-coarse:min-h-11">
      <input
        type="radio"
        name="recommendations"
        checked={checked}
        onChange={onChoose}
        className="size-[18px] shrink-0 accent-accent"
      />
      {children}
    </label>
  )
}
