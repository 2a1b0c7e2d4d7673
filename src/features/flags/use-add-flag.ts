import { useState } from 'react'
import { loadDb } from '~/lib/load-db'
import { notify } from '~/lib/notify'
import { getSessionSnapshot } from '~/lib/session-store'
import { isStoredSessionGone } from '~/lib/stored-session'
import { addFlag, FLAG_FAILED, FlagRefused } from './flags-data'

type Options = {
  upvoteId: string
  userId: string
  /** The text is not needed any more: it was sent, or nothing can come of it. */
  onSettled: () => void
  onClose: () => void
  /** The recommendation is out of sight now. */
  onFlagged: () => void
}

/** Sends a report and says how it went (section 8). `limit`: the day's reports are used up, in words for the dialog. */
export function useAddFlag({ upvoteId, userId, onSettled, onClose, onFlagged }: Options) {
  const [busy, setBusy] = useState(false)
  const [limit, setLimit] = useState<string>()

  async function submit(reason: string): Promise<void> {
    setBusy(true)
    setLimit(undefined)
    try {
      if (getSessionSnapshot().user?.id !== userId || isStoredSessionGone())
        throw new FlagRefused('signed-out')
      await addFlag(await loadDb(FLAG_FAILED), { upvoteId, userId, reason })
      notify.success('Content has been flagged for review')
      finish()
    } catch (error) {
      if (!(error instanceof FlagRefused)) notify.error(FLAG_FAILED)
      else if (error.because === 'limit') setLimit(error.message)
      else if (error.because === 'signed-out') {
        notify.error(error.message)
        onClose()
      } else {
        notify.info(error.message)
        finish()
      }
    } finally {
      setBusy(false)
    }
  }

  function finish() {
    onSettled()
    onClose()
    onFlagged()
  }

  return { submit: (reason: string) => void submit(reason), busy, limit }
}
