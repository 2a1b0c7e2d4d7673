import { type FormEvent, useState } from 'react'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Textarea } from '~/components/ui/textarea'
import { getDb } from '~/lib/db-client'
import { notify } from '~/lib/notify'
import { ANSWER_FAILED, AnswerRefused, addAnswer, answerSchema } from './answers-data'

type Props = {
  upvoteId: string
  toolName: string | undefined
  /** What was begun and not sent: closing the dialog or a failure loses nothing. */
  draft: string
  onDraft: (text: string) => void
  onClose: () => void
  /** Sent, or nothing can come of it any more: what is on the page is out of date. */
  onSettled: () => void
}

/** Asks the author what they have to say about a rejection, which they can once. */
export function AnswerDialog({ upvoteId, toolName, draft, onDraft, onClose, onSettled }: Props) {
  const [mistake, setMistake] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function send(event: FormEvent) {
    event.preventDefault()
    const checked = answerSchema.safeParse(draft)
    if (!checked.success) return setMistake(checked.error.issues[0]?.message)
    setBusy(true)
    try {
      await addAnswer(getDb(), { upvoteId, reason: checked.data })
      notify.success('Your answer has been sent to the moderators')
      finish()
    } catch (error) {
      if (!(error instanceof AnswerRefused)) {
        notify.error(ANSWER_FAILED)
        setBusy(false)
        return
      }
      notify.info(error.message)
      finish()
    }
  }

  function finish() {
    onClose()
    onSettled()
  }

  return (
    <Dialog
      title="Answer the moderators"
      description={`Say why your upvote for ${toolName ?? 'this tool'} should be shown. You can answer once. A moderator reads it and decides for good; until then it stays hidden.`}
      onClose={onClose}
      locked={busy}
    >
      <form onSubmit={send} noValidate className="mt-5 grid gap-4">
        <FormField label="Your answer" error={mistake} live>
          {(wiring) => (
            <Textarea
              {...wiring}
              name="answer"
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
            Cancel
          </Button>
          <Button type="submit" size="lg" busy={busy} disabled={draft === ''}>
            {busy ? 'Sending...' : 'Send answer'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
