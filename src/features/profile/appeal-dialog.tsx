import { useMutation } from '@tanstack/react-query'
import * as common from '#messages/common.js'
import * as messages from '#messages/profile.js'
import { TextDialog } from '~/components/text-dialog'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { appealMutation, appealSchema } from './own-upvotes-data'

type Props = {
  upvoteId: string
  toolName: string | undefined
  /** Whether it is the rejection that is appealed; otherwise that the upvote is not counted. */
  isCounted: boolean
  /** Unsent texts by upvote, kept when the dialog closes or sending fails. */
  drafts: Map<string, string>
  onClose: () => void
  /** Called when it was sent or is no longer possible: the page is outdated. */
  onDone: () => void
}

/** Asks the author why the rejection is wrong; an appeal is possible once. */
export function AppealDialog({ upvoteId, toolName, isCounted, drafts, onClose, onDone }: Props) {
  const site = useSite()
  const { mutate, isPending: busy, error } = useMutation(appealMutation)

  function send(reason: string) {
    mutate(
      { upvoteId, reason },
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
    <TextDialog
      title={messages.appealThisDecision}
      description={(isCounted ? messages.appealHint : messages.appealCountHint)({
        toolName: toolName ?? messages.thisTool(site),
      })}
      label={messages.yourAppeal}
      rule={appealSchema}
      drafts={drafts}
      draft={upvoteId}
      submit={busy ? common.sending : messages.sendAppeal}
      isTextNeeded
      busy={busy}
      error={error}
      onSend={send}
      onClose={onClose}
    />
  )
}
