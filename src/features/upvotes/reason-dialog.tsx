import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Textarea } from '~/components/ui/textarea'
import { useDraft } from '~/components/use-draft'
import { DataError } from '~/lib/errors'
import { notify } from '~/lib/notify'
import * as messages from '~/messages/en/upvotes'
import { countCharacters, limitReason, REASON_MAX, reasonSchema } from './reason'
import { upvoteMutation } from './recommendations-data'
import type { UpvoteTool } from './upvote-provider'
import { upvoteQueries } from './upvotes-data'

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
  const counterId = useId()
  const queryClient = useQueryClient()
  const { mutate, isPending: busy } = useMutation(upvoteMutation(userId))
  const {
    text: reason,
    mistake,
    write,
    send,
  } = useDraft({ drafts, draft: `${userId} ${tool.id}`, rule: reasonSchema, onSend: submit })

  function submit(text: string): void {
    mutate(
      { toolId: tool.id, reason: text },
      {
        onSuccess: async () => {
          notify.success(messages.thanksForUpvoting(tool.name))
          write('')
          onClose()
          void queryClient.invalidateQueries({ queryKey: upvoteQueries.mine(userId) })
          await queryClient.invalidateQueries(upvoteQueries.byTool(tool.id))
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
    <Dialog
      title={messages.reasonQuestion}
      description={messages.shareYourExperience(tool.name)}
      onClose={onClose}
      locked={busy}
    >
      <form onSubmit={send} noValidate className="mt-5 grid gap-4">
        <FormField label={messages.reason} error={mistake} live>
          {(wiring) => (
            <Textarea
              {...wiring}
              aria-describedby={`${counterId} ${wiring['aria-describedby'] ?? ''}`.trim()}
              name="reason"
              required
              value={reason}
              readOnly={busy}
              onChange={({ currentTarget }) => {
                const { value, selectionStart } = currentTarget
                const limited = limitReason(value)
                write(limited)
                // Truncating the value would move the caret to its end from wherever the person is typing.
                if (limited !== value)
                  requestAnimationFrame(() => currentTarget.setSelectionRange(selectionStart, selectionStart))
              }}
            />
          )}
        </FormField>
        <div className="flex flex-wrap items-center gap-2.5">
          <span id={counterId} className="mr-auto text-[13px] text-ink-faint tabular-nums">
            {countCharacters(reason)}/{REASON_MAX}
            {messages.characters}
          </span>
          <Button variant="quiet" size="lg" disabled={busy} onClick={onClose}>
            {messages.cancel}
          </Button>
          <Button type="submit" size="lg" busy={busy}>
            {busy ? messages.submitting : messages.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
