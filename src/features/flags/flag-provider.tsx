import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import * as messages from '#messages/flags.js'
import { notify } from '~/lib/notify'
import { useSession } from '~/lib/session'
import { settledSession } from '~/lib/session-start'
import type { FlagDialog } from './flag-dialog'

type Ask = (upvoteId: string) => Promise<void>

const AskContext = createContext<Ask | undefined>(undefined)

/** Opens the flag dialog for a recommendation. */
function useAskForFlag(): Ask {
  const ask = useContext(AskContext)
  if (!ask) throw new Error('Flag buttons belong inside the FlagProvider')
  return ask
}

/** Prefetches the dialog before the click. */
function preloadFlagDialog(): void {
  loadDialog().catch(() => undefined)
}

function loadDialog() {
  return import('./flag-dialog')
}

/**
 * The page's current report and its dialog, which is downloaded with the first report. Outlives the buttons, which
 * disappear with the session while a typed text must not. `onFlagged` refreshes what shows recommendations.
 */
export function FlagProvider({ onFlagged, children }: { onFlagged: () => void; children: ReactNode }) {
  const [Dialog, setDialog] = useState<typeof FlagDialog>()
  const [openFor, setOpenFor] = useState<{ upvoteId: string; userId: string } | null>(null)
  const drafts = useRef(new Map<string, string>())

  const ask = useCallback<Ask>(async (upvoteId) => {
    try {
      const [loaded, { user }] = await Promise.all([loadDialog(), settledSession()])
      if (!user) return notify.error(messages.flagErrors.flagSignedOut)
      setDialog(() => loaded.FlagDialog)
      setOpenFor({ upvoteId, userId: user.id })
    } catch {
      notify.error(messages.flagErrors.flag)
    }
  }, [])

  return (
    <AskContext value={ask}>
      {children}
      {Dialog && openFor && (
        <Dialog {...openFor} drafts={drafts.current} onClose={() => setOpenFor(null)} onFlagged={onFlagged} />
      )}
    </AskContext>
  )
}

type Props = {
  upvoteId: string
  authorId: string
  /** The element that names the author, to distinguish the Flag buttons. */
  writerId: string
}

/** Reports a recommendation: for members only, and not for one's own (section 2). */
export function FlagButton({ upvoteId, authorId, writerId }: Props) {
  const { user } = useSession()
  const ask = useAskForFlag()
  if (!user || user.id === authorId) return null
  return (
    <button
      type="button"
      aria-describedby={writerId}
      aria-haspopup="dialog"
      onClick={() => void ask(upvoteId)}
      onPointerEnter={preloadFlagDialog}
      onFocus={preloadFlagDialog}
      className="link -my-1.5 ms-auto px-1 py-1.5 font-normal text-ink-faint pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3"
    >
      {messages.flag}
    </button>
  )
}
