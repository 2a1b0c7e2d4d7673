import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Textarea } from '~/components/ui/textarea'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import * as messages from '~/messages/en/profile'
import { appealMutation, appealSchema } from './appeals-data'

type Props = {
  upvoteId: string
  toolName: string | undefined
  /** What was begun and not sent: closing the dialog or a failure loses nothing. */
  draft: string
  onDraft: (text: string) => void
  onClose: () => void
  /** Sent, or nothing can come of it any more: what is on the page is out of date. */
  onDone: () => void
}

/** Asks the author why a rejection is wrong, which they can tell once. */
export function AppealDialog({ upvoteId, toolName, draft, onDraft, onClose, onDone }: Props) {
  const [mistake, setMistake] = useState<string>()
  const { mutate, isPending: busy } = useMutation(appealMutation)

  function send(event: FormEvent) {
    event.preventDefault()
    const checked = appealSchema.safeParse(draft)
    if (!checked.success) return setMistake(checked.error.issues[0]?.message)
    mutate(
      { upvoteId, reason: checked.data },
      {
        onSuccess: () => {
          notify.success(messages.appealSent)
          finish()
        },
        onError: (error) => {
          if (!(error instanceof DataError && error.code === 'appealGone')) return
          notify.info(error.message)
          finish()
        },
      },
    )
  }

  function finish() {
    onClose()
    onDone()
  }

  return (
    <Dialog
      title={messages.appealThisDecision}
      description={messages.appealHint(toolName ?? messages.thisTool)}
      onClose={onClose}
      locked={busy}
    >
      <form onSubmit={send} noValidate className="mt-5 grid gap-4">
        <FormField label={messages.yourAppeal} error={mistake} live>
          {(wiring) => (
            <Textarea
              {...wiring}
              name="appeal"
              required
              value={draft}
              readOnly={busy}
              onChange={({ currentTarget }) => {
                setMistake(undefined)
                onDraft(currentTarget.value)
              }}
            />
          )}
        </FormField>
        <div className="flex flex-wrap items-center justify-end gap-2.5">
          <Button variant="quiet" size="lg" disabled={busy} onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" size="lg" busy={busy} disabled={draft === ''}>
            {busy ? messages.sending : messages.sendAppeal}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
