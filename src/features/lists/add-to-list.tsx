import { lazy, Suspense, useState } from 'react'
import * as messages from '#messages/tool-page.js'
import { useSession } from '~/lib/session'

const Dialog = lazy(() => import('./add-to-list-dialog').then((part) => ({ default: part.AddToListDialog })))

type Props = { tool: { id: string; name: string }; className: string }

/** Puts a tool into the member's lists; nothing for visitors. The dialog is downloaded with the press. */
export function AddToList({ tool, className }: Props) {
  const { user } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!user) return null
  return (
    <>
      <button
        type="button"
        aria-label={`${messages.addToList}: ${tool.name}`}
        className={className}
        onClick={() => setOpen(true)}
      >
        {messages.addToList}
      </button>
      {isOpen && (
        <Suspense>
          <Dialog tool={tool} userId={user.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
