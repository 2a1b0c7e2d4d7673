import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as common from '#messages/common.js'
import * as messages from '#messages/upvotes.js'
import { requiredText } from '#shared/hidden-character-rules.ts'
import { TextDialog } from '~/components/text-dialog'
import { DataError } from '~/lib/errors'
import { withLimit } from '~/lib/limited-text'
import { outdateMemberPages } from '~/lib/member-pages'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { AuthorFields, useAuthor } from './author-fields'
import { editMutation, recommendationQueries, upvoteMutation } from './recommendations-data'
import type { Edit, UpvoteTool } from './upvote-provider'
import { upvoteQueries } from './upvotes-data'

/** Characters of a reason, counted as the database counts them: code points after trimming (section 9). */
export const REASON_MAX = 200

/** The reason of an upvote (section 5). */
export const reasonSchema = requiredText('lines', {
  name: common.reason,
  limit: REASON_MAX,
  missing: messages.reasonRequired,
})

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
  const author = useAuthor(drafts, draft, edit)

  function send(reason: string): void {
    const { mutate } = edit ? change : upvote
    const said = author.check()
    if (!said) return
    mutate(
      { toolId: tool.id, upvoteId: edit?.id ?? '', reason, ...said },
      {
        onSuccess: async () => {
          notify.success(
            edit ? messages.recommendationEdited : messages.thanksForUpvoting({ name: tool.name }),
          )
          drafts.delete(draft)
          author.forget()
          onClose()
          void queryClient.invalidateQueries({ queryKey: upvoteQueries.mine(userId) })
          void outdateMemberPages(queryClient)
          await queryClient.invalidateQueries(recommendationQueries.ofTool(tool.id))
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
      label={common.reason}
      rule={reasonSchema}
      drafts={drafts}
      draft={draft}
      {...(edit && { initial: edit.reason })}
      {...withLimit(REASON_MAX)}
      submit={submitLabel(edit !== undefined, busy)}
      busy={busy}
      error={error}
      onSend={send}
      onClose={onClose}
    >
      <AuthorFields author={author} busy={busy} />
    </TextDialog>
  )
}

function submitLabel(isEdit: boolean, busy: boolean): string {
  if (isEdit) return busy ? common.saving : common.save
  return busy ? common.submitting : common.send
}
