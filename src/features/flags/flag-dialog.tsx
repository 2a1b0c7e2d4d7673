import { useMutation } from '@tanstack/react-query'
import * as common from '#messages/common.js'
import * as messages from '#messages/flags.js'
import { TextDialog } from '~/components/text-dialog'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { flagMutation, flagReasonSchema, type Subject } from './flags-data'

type Props = {
  subject: Subject
  userId: string
  /** Unsent texts by what they are about, kept when the dialog closes or sending fails. */
  drafts: Map<string, string>
  onClose: () => void
  onFlagged: () => void
}

/** Asks a member what is wrong with something, and reports it (section 2, Flag dialog). A chunk of its own. */
export function FlagDialog({ subject, userId, drafts, onClose, onFlagged }: Props) {
  const { mutate, isPending: busy, error } = useMutation(flagMutation(userId))
  const draft = `${userId} ${subject.id}`

  function send(reason: string): void {
    mutate(
      { subject, reason },
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
    drafts.delete(draft)
    onClose()
    onFlagged()
  }

  return (
    <TextDialog
      title={messages.questions[subject.kind]}
      description={messages.flagEffect}
      label={common.reason}
      rule={flagReasonSchema}
      drafts={drafts}
      draft={draft}
      submit={busy ? common.submitting : common.send}
      isTextNeeded
      busy={busy}
      error={error}
      onSend={send}
      onClose={onClose}
    />
  )
}
