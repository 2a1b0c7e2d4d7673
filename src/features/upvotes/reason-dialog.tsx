import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as messages from '#messages/upvotes.js'
import { requiredText } from '#shared/hidden-character-rules.ts'
import { TextDialog } from '~/components/text-dialog'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import { useSite } from '~/lib/site-data'
import { recommendationQueries, upvoteMutation } from './recommendations-data'
import type { UpvoteTool } from './upvote-provider'
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
  onClose: () => void
  /** Unsent texts by tool, kept when the dialog closes or sending fails. */
  drafts: Map<string, string>
  onUpvoted: (toolId: string) => void
}

/** Asks a member why they recommend a tool, and upvotes it (section 2, Upvote interaction). */
export function ReasonDialog({ tool, userId, onClose, drafts, onUpvoted }: Props) {
  const queryClient = useQueryClient()
  const { mutate, isPending: busy, error } = useMutation(upvoteMutation(userId))
  const draft = `${userId} ${tool.id}`

  function send(reason: string): void {
    mutate(
      { toolId: tool.id, reason },
      {
        onSuccess: async () => {
          notify.success(messages.thanksForUpvoting({ name: tool.name }))
          drafts.delete(draft)
          onClose()
          void queryClient.invalidateQueries({ queryKey: upvoteQueries.mine(userId) })
          await queryClient.invalidateQueries(recommendationQueries.byTool(tool.id))
          // After the list is refreshed: a count ahead of the list would look like a hidden recommendation.
          onUpvoted(tool.id)
        },
        onError: (error) => {
          if (error instanceof DataError && error.code === 'upvoteSignedOut') onClose()
        },
      },
    )
  }

  return (
    <TextDialog
      title={messages.reasonQuestion(useSite())}
      description={messages.shareYourExperience({ name: tool.name })}
      label={messages.reason}
      rule={reasonSchema}
      drafts={drafts}
      draft={draft}
      counter={(text) => {
        const count = countCharacters(text)
        return { label: messages.charactersOf({ count, limit: REASON_MAX }), left: REASON_MAX - count }
      }}
      shorten={limitReason}
      submit={busy ? messages.submitting : messages.submit}
      busy={busy}
      error={error}
      onSend={send}
      onClose={onClose}
    />
  )
}
