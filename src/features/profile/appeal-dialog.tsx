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
  /** Unsent texts, kept when the dialog closes or sending fails. */
  draft: string
  onDraft: (text: string) => void
  onClose: () => void
  /** Called when it was sent or is no longer possible: the page is outdated. */
  onDone: () => void
}

/** Asks the author why the rejection is wrong; an appeal is possible once. */
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
