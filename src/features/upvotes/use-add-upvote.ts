import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DataError } from '~/lib/data-error'
import { loadDb } from '~/lib/load-db'
import { notify } from '~/lib/notify'
import { getSessionSnapshot } from '~/lib/session-store'
import { isStoredSessionGone } from '~/lib/stored-session'
import type { UpvoteTool } from './upvote-provider'
import { upvoteQueries } from './upvote-queries'
import { UPVOTE_FAILED } from './upvote-rules'
import { addUpvote, UpvoteRefused } from './upvotes-data'

type Options = {
  tool: UpvoteTool
  userId: string
  onSent: () => void
  onClose: () => void
  onUpvoted: (toolId: string) => void
}

/** Sends an upvote, says how it went (section 8), and refreshes what it changed. */
export function useAddUpvote({ tool, userId, onSent, onClose, onUpvoted }: Options) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)

  async function submit(reason: string): Promise<void> {
    setBusy(true)
    try {
      if (getSessionSnapshot().user?.id !== userId || isStoredSessionGone())
        throw new UpvoteRefused('signed-out')
      await addUpvote(await loadDb(UPVOTE_FAILED), { toolId: tool.id, userId, reason })
      notify.success(`Thanks for upvoting ${tool.name}!`)
      onSent()
      onClose()
      void queryClient.invalidateQueries({ queryKey: upvoteQueries.mine(userId) })
      await queryClient.invalidateQueries(upvoteQueries.byTool(tool.id))
      // After the list: a number ahead of it would look like a recommendation that is hidden.
      onUpvoted(tool.id)
    } catch (error) {
      notify.error(messageOf(error))
      if (!(error instanceof UpvoteRefused)) return
      if (error.because === 'signed-out') onClose()
      else void queryClient.invalidateQueries({ queryKey: upvoteQueries.mine(userId) })
    } finally {
      setBusy(false)
    }
  }

  return { submit: (reason: string) => void submit(reason), busy }
}

/** Anything without words for people, such as a session that could not be refreshed, is a plain failure. */
function messageOf(error: unknown): string {
  const worded = error instanceof UpvoteRefused || error instanceof DataError
  return worded ? error.message : UPVOTE_FAILED
}
