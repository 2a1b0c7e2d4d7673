import { type FormEvent, type ReactNode, useState } from 'react'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Textarea } from '~/components/ui/textarea'
import { UnsavedChanges } from '~/components/unsaved-changes'
import * as messages from '~/messages/en/members'
import { hiddenCharacters } from '~/messages/en/rules'
import { hasHiddenCharacters } from '~/rules/hidden-character-rules'
import type { SuspensionChoice } from './members-data'
import { MAX_SUSPENSION_REASON, type Member } from './members-data'

type Props = {
  member: Member
  busy: boolean
  onClose: () => void
  onSuspend: (choice: SuspensionChoice) => void
  /** Shown above the buttons. */
  children: ReactNode
}

/** Asks for the reason of a suspension and whether to hide the member's recommendations. */
export function SuspendDialog({ member, busy, onClose, onSuspend, children }: Props) {
  const [reason, setReason] = useState('')
  const [hideUpvotes, setHideUpvotes] = useState(false)
  const [mistake, setMistake] = useState<string>()
  const length = [...reason.trim()].length

  function submit(event: FormEvent) {
    event.preventDefault()
    if (length === 0) setMistake(messages.suspensionReasonRequired)
    else if (length > MAX_SUSPENSION_REASON) setMistake(messages.reasonTooLong(MAX_SUSPENSION_REASON))
    else if (hasHiddenCharacters(reason.trim(), 'lines')) setMistake(hiddenCharacters(messages.reason))
    else onSuspend({ reason, hideUpvotes })
  }

  return (
    <Dialog
      title={messages.suspendQuestion(member.username)}
      description={messages.suspensionEffect(member.full_name)}
      onClose={onClose}
      locked={busy}
    >
      <form noValidate className="mt-5 grid gap-4" onSubmit={submit}>
        <FormField
          label={messages.reason}
          error={mistake}
          hint={messages.reasonHint(length, MAX_SUSPENSION_REASON)}
          live
        >
          {(wiring) => (
            <Textarea
              {...wiring}
              required
              value={reason}
              readOnly={busy}
              onChange={({ currentTarget }) => {
                setReason(currentTarget.value)
                setMistake(undefined)
              }}
            />
          )}
        </FormField>
        {length > 0 && <UnsavedChanges />}
        {member.upvotes > 0 && (
          <fieldset className="grid gap-1">
            <legend className="mb-1.5 font-medium text-sm">
              {messages.theirRecommendations(member.upvotes)}
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
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="quiet" disabled={busy} onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" variant="bad" busy={busy}>
            {busy ? messages.suspending : messages.suspend}
          </Button>
        </div>
      </form>
    </Dialog>
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
