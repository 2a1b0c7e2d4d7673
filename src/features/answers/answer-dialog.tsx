import { useMutation } from '@tanstack/react-query'
import * as messages from '#messages/answers.js'
import * as common from '#messages/common.js'
import { TextDialog } from '~/components/text-dialog'
import { Button } from '~/components/ui/button'
import { withLimit } from '~/lib/limited-text'
import { notify } from '~/lib/notify'
import { ANSWER_MAX, answerMutation, answerSchema } from './answers-data'

type Props = {
  upvoteId: string
  /** What they answered before. */
  standing: string | null
  /** Unsent texts, kept while the page is open. */
  drafts: Map<string, string>
  onClose: () => void
  onSaved: () => void
}

/** A maker answers a recommendation, changes that or removes it. */
export function AnswerDialog({ upvoteId, standing, drafts, onClose, onSaved }: Props) {
  const { mutate, isPending: busy, error } = useMutation(answerMutation)

  const save = (text: string | null) =>
    mutate(
      { upvoteId, text },
      {
        onSuccess: () => {
          notify.success(text === null ? messages.removed : messages.saved)
          drafts.delete(upvoteId)
          onClose()
          onSaved()
        },
      },
    )

  return (
    <TextDialog
      title={standing === null ? messages.title : messages.editTitle}
      description={standing === null ? messages.effect : messages.editEffect}
      label={messages.answer}
      rule={answerSchema}
      drafts={drafts}
      draft={upvoteId}
      {...(standing !== null && { initial: standing })}
      {...withLimit(ANSWER_MAX)}
      submit={busy ? common.saving : common.save}
      busy={busy}
      error={error}
      onSend={save}
      onClose={onClose}
    >
      {standing !== null && (
        <Button
          variant="quiet"
          size="sm"
          busy={busy}
          className="justify-self-start"
          onClick={() => save(null)}
        >
          {messages.remove}
        </Button>
      )}
    </TextDialog>
  )
}
