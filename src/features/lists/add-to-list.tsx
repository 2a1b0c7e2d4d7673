import { useState } from 'react'
import * as messages from '#messages/tool-page.js'
import { useSession } from '~/lib/session'
import { withPart } from '~/lib/with-part'
import type { AddToListDialog } from './add-to-list-dialog'

type Props = { tool: { id: string; name: string }; className: string }

/** Puts a tool into the member's lists; nothing for visitors. The dialog is downloaded with the press. */
export function AddToList({ tool, className }: Props) {
  const { user } = useSession()
  const [Dialog, setDialog] = useState<typeof AddToListDialog>()
  if (!user) return null
  return (
    <>
      <button
        type="button"
        aria-label={`${messages.addToList}: ${tool.name}`}
        className={className}
        onClick={() =>
          withPart(import('./add-to-list-dialog'), (part) => setDialog(() => part.AddToListDialog))
        }
      >
        {messages.addToList}
      </button>
      {Dialog && <Dialog tool={tool} userId={user.id} onClose={() => setDialog(undefined)} />}
    </>
  )
}
