import { useMutation } from '@tanstack/react-query'
import { FormAlert } from '~/components/form-alert'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Textarea } from '~/components/ui/textarea'
import { useDraft } from '~/components/use-draft'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import * as messages from '~/messages/en/flags'
import { flagMutation, flagReasonSchema } from './flags-data'

type Props = {
  upvoteId: string
  userId: string
  /** Unsent texts by recommendation, kept when the dialog closes or sending fails. */
  drafts: Map<string, string>
  onClose: () => void
  onFlagged: () => void
}

/** Asks a member what is wrong with a recommendation, and reports it (section 2, Flag dialog). A chunk of its own. */
export function FlagDialog({ upvoteId, userId, drafts, onClose, onFlagged }: Props) {
  const { mutate, isPending: busy, error } = useMutation(flagMutation(userId))
  const {
    text: reason,
    mistake,
    write,
    send,
  } = useDraft({ drafts, draft: `${userId} ${upvoteId}`, rule: flagReasonSchema, onSend: submit })
  // The daily limit is shown in the dialog.
  const limit = error instanceof DataError && error.code === 'flagLimit' ? error.message : undefined

  function submit(text: string): void {
    mutate(
      { upvoteId, reason: text },
      {
        onSuccess: () => {
          notify.success(messages.flagSent)
          finish()
        },
        onError: (failure) => {
          if (!(failure instanceof DataError)) return
          if (failure.code === 'flagSignedOut') onClose()
          if (failure.code !== 'flagTwice' && failure.code !== 'flagGone') return
          notify.info(failure.message)
          finish()
        },
      },
    )
  }

  /** Discards the text: it was sent, or cannot be sent any more. */
  function finish(): void {
    write('')
    onClose()
    onFlagged()
  }

  return (
    <Dialog title={messages.flagQuestion} description={messages.flagEffect} onClose={onClose} locked={busy}>
      <form onSubmit={send} noValidate className="mt-5 grid gap-4">
        <FormField label={messages.reason} error={mistake} live>
          {(wiring) => (
            <Textarea
              {...wiring}
              name="reason"
              required
              value={reason}
              readOnly={busy}
              onChange={({ currentTarget }) => write(currentTarget.value)}
            />
          )}
        </FormField>
        {limit && <FormAlert>{limit}</FormAlert>}
        <div className="flex flex-wrap items-center justify-end gap-2.5">
          <Button variant="quiet" size="lg" disabled={busy} onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" size="lg" busy={busy} disabled={reason === ''}>
            {busy ? messages.submitting : messages.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
