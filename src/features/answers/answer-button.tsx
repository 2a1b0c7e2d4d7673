import { useRef, useState } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/recommendations.js'
import { withPart } from '~/lib/with-part'
import type { AnswerDialog } from './answer-dialog'

type Props = {
  upvoteId: string
  /** What they answered before. */
  standing: string | null
  /** The element that names whose recommendation, or answer, it is. */
  writerId: string
  className: string
  onSaved: () => void
}

/** For who makes a tool: answers a recommendation, or changes the answer. The dialog is downloaded with the press. */
export function AnswerButton({ writerId, className, ...dialog }: Props) {
  const [Dialog, setDialog] = useState<typeof AnswerDialog>()
  const drafts = useRef(new Map<string, string>())
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-describedby={writerId}
        onClick={() => withPart(import('./answer-dialog'), (part) => setDialog(() => part.AnswerDialog))}
        className={`link -my-1.5 px-1 py-1.5 font-normal text-ink-faint pointer-coarse:-my-3 pointer-coarse:min-w-11 pointer-coarse:py-3 ${className}`}
      >
        {dialog.standing === null ? messages.answer : common.edit}
      </button>
      {Dialog && <Dialog {...dialog} drafts={drafts.current} onClose={() => setDialog(undefined)} />}
    </>
  )
}
