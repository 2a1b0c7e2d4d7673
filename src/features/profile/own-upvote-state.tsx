import { formatDistanceToNow } from 'date-fns'
import { useState } from 'react'
import { toMachineTime } from '~/lib/dates'
import { AnswerDialog } from './answer-dialog'
import type { OwnUpvote } from './own-upvotes-data'

type Props = { upvote: OwnUpvote; onAnswered: () => void }

/**
 * What moderators made of the person's upvote, where there is something to tell (section 4): that only they still see
 * it, why and since when; their one answer, and what came of it.
 */
export function OwnUpvoteState({ upvote, onAnswered }: Props) {
  const [asking, setAsking] = useState(false)
  const [draft, setDraft] = useState('')
  const { flag_status, decided_at, upvote_appeals: answer, tools: tool } = upvote
  const told = tell(upvote)
  if (!told) return null
  return (
    <div className="mt-1 text-[13px]">
      <p className={told.hidden ? 'text-bad' : 'text-good'}>
        {told.text}
        {flag_status !== 'pending' && answer?.status !== 'pending' && decided_at && (
          <time dateTime={toMachineTime(decided_at)} className="text-ink-faint">
            {` · ${formatDistanceToNow(decided_at)} ago`}
          </time>
        )}
      </p>
      {answer?.reason && (
        <p className="mt-2 max-w-[58ch] whitespace-pre-line border-line border-l-2 pl-3 text-ink-soft">
          <span className="font-medium">Your answer: </span>
          <span dir="auto">{answer.reason}</span>
        </p>
      )}
      {flag_status === 'rejected' && !answer && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`Answer about ${tool?.name ?? 'this tool'}`}
          onClick={() => setAsking(true)}
          className="link mt-0.5 py-1 pointer-coarse:min-h-11"
        >
          Answer
        </button>
      )}
      {asking && (
        <AnswerDialog
          upvoteId={upvote.id}
          toolName={tool?.name}
          draft={draft}
          onDraft={setDraft}
          onClose={() => setAsking(false)}
          onSettled={onAnswered}
        />
      )}
    </div>
  )
}

function tell({ is_flagged, flag_status, upvote_appeals: answer }: OwnUpvote) {
  if (!is_flagged) return null
  if (flag_status === 'pending') return { hidden: true, text: 'Hidden while a moderator looks at a report' }
  if (flag_status === 'approved') {
    return answer?.status === 'approved'
      ? { hidden: false, text: 'Shown again: a moderator read your answer and agreed' }
      : null
  }
  switch (answer?.status) {
    case 'pending':
      return { hidden: true, text: 'Hidden while a moderator reads your answer' }
    case 'withdrawn':
      return { hidden: true, text: 'Hidden: you have already answered once about this tool' }
    case undefined:
      return { hidden: true, text: 'Hidden: a moderator agreed with a report about it' }
    default:
      return { hidden: true, text: 'Hidden for good: a moderator read your answer and kept the decision' }
  }
}
