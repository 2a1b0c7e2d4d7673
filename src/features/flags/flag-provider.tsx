import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useRef,
  useState,
} from 'react'
import * as messages from '#messages/flags.js'
import { notify } from '~/lib/notify'
import { useSession } from '~/lib/session'
import { settledSession } from '~/lib/session-start'
import type { FlagDialog } from './flag-dialog'
import type { Subject } from './flags-data'

type Ask = (subject: Subject) => Promise<void>

const AskContext = createContext<Ask | undefined>(undefined)

/** Opens the flag dialog. */
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

type ProviderProps = { onFlagged?: () => void; children: ReactNode }

/**
 * The page's current report and its dialog, which is downloaded with the first report. Outlives the buttons, which
 * disappear with the session while a typed text must not. `onFlagged` refreshes what shows what was reported.
 */
export function FlagProvider({ onFlagged = nothing, children }: ProviderProps) {
  const [Dialog, setDialog] = useState<typeof FlagDialog>()
  const [openFor, setOpenFor] = useState<{ subject: Subject; userId: string } | null>(null)
  const drafts = useRef(new Map<string, string>())

  const ask = useCallback<Ask>(async (subject) => {
    try {
      const [loaded, { user }] = await Promise.all([loadDialog(), settledSession()])
      if (!user) return notify.error(messages.flagErrors.flagSignedOut)
      setDialog(() => loaded.FlagDialog)
      setOpenFor({ subject, userId: user.id })
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

const nothing = () => undefined

type Props = {
  subject: Subject
  authorId: string
  /** The element that names the author, to distinguish the Flag buttons. */
  writerId: string
}

/** Reports what somebody wrote: for members only, and not for one's own (section 2). */
export function FlagButton({ subject, authorId, writerId }: Props) {
  const { user } = useSession()
  if (!user || user.id === authorId) return null
  return (
    <ReportButton
      subject={subject}
      aria-describedby={writerId}
      className="link -my-1.5 ms-auto px-1 py-1.5 font-normal text-ink-faint pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3"
    >
      {messages.flag}
    </ReportButton>
  )
}

type ReportProps = Pick<ComponentProps<'button'>, 'aria-describedby' | 'className' | 'children'>

/** Opens the dialog. */
export function ReportButton({ subject, ...button }: ReportProps & { subject: Subject }) {
  const ask = useAskForFlag()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => void ask(subject)}
      onPointerEnter={preloadFlagDialog}
      onFocus={preloadFlagDialog}
      {...button}
    />
  )
}
