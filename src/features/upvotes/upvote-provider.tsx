import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { errors } from '#messages/errors.js'
import { afterPaint } from '~/lib/after-paint'
import { notify } from '~/lib/notify'
import { OWN_RECOMMENDATION } from '~/lib/own-recommendation'
import { settledSession } from '~/lib/session-start'
import type { UpvoteDialogs } from './upvote-dialogs'

/** What an upvote is about. */
export type UpvoteTool = { id: string; name: string; slug: string }

/** A recommendation that its author changes. */
export type Edit = { id: string; reason: string; author_role: string | null; used_for: string | null }

/**
 * Only to save the tool, or to mark a recommendation, which visitors must sign in for too; or to change one's own.
 */
export type Wish = 'save' | 'mark' | Edit
type Ask = (tool: UpvoteTool, wish?: Wish) => Promise<void>
export type OpenFor = { tool: UpvoteTool; userId: string | null; wish?: Wish | undefined }

const AskContext = createContext<Ask | undefined>(undefined)

/** The hash of a tool's page that opens the dialog for a reason, for members. */
export const UPVOTE_HASH = 'upvote'
export const upvotePath = (slug: string) => `/tools/${slug}#${UPVOTE_HASH}`

/** Starts an upvote: the reason dialog for a member, 'Authentication Required' for a visitor. */
export function useAskForUpvote(): Ask {
  const ask = useContext(AskContext)
  if (!ask) throw new Error('Upvote controls belong inside the UpvoteProvider')
  return ask
}

/** Prefetches the dialogs before the click. */
export function preloadUpvoteDialogs(): void {
  // After painting: on touch screens the press follows at once.
  afterPaint()
    .then(loadDialogs)
    .catch(() => undefined)
}

function loadDialogs() {
  return import('./upvote-dialogs')
}

/**
 * The page's current upvote and its dialogs, which are downloaded with the first upvote. A typed reason is kept per
 * tool until it is sent. `onUpvoted` refreshes what shows the tool elsewhere.
 */
export function UpvoteProvider({
  onUpvoted,
  children,
}: {
  onUpvoted: (toolId: string) => void
  children: ReactNode
}) {
  const [Dialogs, setDialogs] = useState<typeof UpvoteDialogs>()
  const [openFor, setOpenFor] = useState<OpenFor | null>(null)
  const drafts = useRef(new Map<string, string>())

  const ask = useCallback<Ask>(async (tool, wish) => {
    await afterPaint()
    try {
      const [loaded, { user }] = await Promise.all([loadDialogs(), settledSession()])
      setDialogs(() => loaded.UpvoteDialogs)
      setOpenFor({ tool, userId: user?.id ?? null, wish })
    } catch {
      notify.error(errors.upvote)
    }
  }, [])

  return (
    <AskContext value={ask}>
      {children}
      {Dialogs && (
        <Dialogs
          openFor={openFor}
          onClose={() => setOpenFor(null)}
          drafts={drafts.current}
          onUpvoted={onUpvoted}
        />
      )}
    </AskContext>
  )
}

/** Scrolls to the person's own recommendation and focuses it; returns whether this page shows it. */
export function showOwnRecommendation(): boolean {
  const own = document.getElementById(OWN_RECOMMENDATION)
  own?.focus({ preventScroll: true })
  own?.scrollIntoView({ block: 'center' })
  return own !== null
}
