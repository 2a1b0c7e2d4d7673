import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as messages from '#messages/upvotes.js'
import { requiredText } from '#shared/hidden-character-rules.ts'
import { TextDialog } from '~/components/text-dialog'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { editMutation, recommendationQueries, upvoteMutation } from './recommendations-data'
import type { Edit, UpvoteTool } from './upvote-provider'
import { upvoteQueries } from './upvotes-data'

/** Characters of a reason, counted as the database counts them: code points after trimming (section 9). */
export const REASON_MAX = 200

/** The reason of an upvote (section 5). */
export const reasonSchema = requiredText('lines', {
  name: messages.reason,
  limit: REASON_MAX,
  missing: messages.reasonRequired,
})

/** The length of a trimmed text in code points, so that an emoji counts once. */
export function countCharacters(text: string): number {
  return [...text.trim()].length
}

/** A text cut to the limit, for the field while typing. Surrounding white space does not count. */
export function limitReason(text: string): string {
  if (countCharacters(text) <= REASON_MAX) return text
  const body = text.trimStart()
  return text.slice(0, text.length - body.length) + [...body].slice(0, REASON_MAX).join('')
}

type Props = {
  tool: UpvoteTool
  userId: string
  /** Their recommendation, if they have one and change it. */
  edit?: Edit | undefined
  onClose: () => void
  /** Unsent texts by tool, kept when the dialog closes or sending fails. */
  drafts: Map<string, string>
  onUpvoted: (toolId: string) => void
}

/** Asks a member why they recommend a tool, and upvotes it (section 2, Upvote interaction), or changes what they wrote. */
export function ReasonDialog({ tool, userId, edit, onClose, drafts, onUpvoted }: Props) {
  const queryClient = useQueryClient()
  const site = useSite()
  const upvote = useMutation(upvoteMutation(userId))
  const change = useMutation(editMutation(userId))
  const { isPending: busy, error } = edit ? change : upvote
  const draft = `${userId} ${edit?.id ?? tool.id}`

  function send(reason: string): void {
    const { mutate } = edit ? change : upvote
    mutate(
      { toolId: tool.id, upvoteId: edit?.id ?? '', reason },
      {
        onSuccess: async () => {
          notify.success(
            edit ? messages.recommendationEdited : messages.thanksForUpvoting({ name: tool.name }),
          )
          drafts.delete(draft)
          onClose()
          void queryClient.invalidateQueries({ queryKey: upvoteQueries.mine(userId) })
          await queryClient.invalidateQueries(recommendationQueries.byTool(tool.id))
          // After the list is refreshed: a count ahead of the list would look like a hidden recommendation.
          onUpvoted(tool.id)
        },
        onError: (error) => {
          if (!(error instanceof DataError)) return
          if (error.code === 'upvoteSignedOut' || error.code === 'editGone') onClose()
        },
      },
    )
  }

  return (
    <TextDialog
      title={edit ? messages.editHeading : messages.reasonQuestion(site)}
      description={edit ? messages.editEffect : messages.shareYourExperience({ name: tool.name })}
      label={messages.reason}
      rule={reasonSchema}
      drafts={drafts}
      draft={draft}
      {...(edit && { initial: edit.reason })}
      counter={(text) => {
        const count = countCharacters(text)
        return { label: messages.charactersOf({ count, limit: REASON_MAX }), left: REASON_MAX - count }
      }}
      shorten={limitReason}
      submit={submitLabel(edit !== undefined, busy)}
      busy={busy}
      error={error}
      onSend={send}
      onClose={onClose}
    />
  )
}

function submitLabel(isEdit: boolean, busy: boolean): string {
  if (isEdit) return busy ? messages.saving : messages.save
  return busy ? messages.submitting : messages.submit
}
