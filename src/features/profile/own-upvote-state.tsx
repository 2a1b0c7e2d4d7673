import { useRef, useState } from 'react'
import * as messages from '#messages/profile.js'
import type { Words } from '#shared/words.ts'
import { Ago } from '~/components/ago'
import { takesDown } from '~/lib/moderation-states'
import { useSite } from '~/lib/site-data'
import { AppealDialog } from './appeal-dialog'
import type { OwnUpvote } from './own-upvotes-data'

type Props = { upvote: OwnUpvote; onAppealed: () => void }

/**
 * The moderation state of the person's upvote, if any (section 4): that it is hidden, why and since when; the appeal
 * and its outcome.
 */
export function OwnUpvoteState({ upvote, onAppealed }: Props) {
  const site = useSite()
  const [asking, setAsking] = useState(false)
  const drafts = useRef(new Map<string, string>())
  const { is_flagged, flag_status, decided_at, upvote_appeals: appeal, tools: tool } = upvote
  const notice = noticeOf(upvote, site)
  if (!notice) return null
  return (
    <div className="mt-1 text-[13px]">
      <p className={`byline ${notice.hidden ? 'text-bad' : 'text-good'}`}>
        <span>{notice.text}</span>
        {is_flagged &&
          flag_status !== 'pending' &&
          answerTo(upvote, 'rejected') !== 'pending' &&
          decided_at && <Ago at={decided_at} className="text-ink-faint" />}
      </p>
      <Reason text={upvote.uncounted} />
      {takesDown(flag_status) && <Reason text={upvote.decisionReason} />}
      {appeal?.reason && (
        <p className="mt-2 max-w-[58ch] whitespace-pre-line border-line border-s-2 ps-3 text-ink-soft">
          <span className="font-medium">{messages.yourAppealIs}</span>
          <span dir="auto">{appeal.reason}</span>
        </p>
      )}
      {mayAppeal(upvote) && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={messages.appealDecisionAbout({ name: tool?.name ?? messages.thisTool(site) })}
          onClick={() => setAsking(true)}
          className="link mt-0.5 py-1 pointer-coarse:min-h-11"
        >
          {messages.appealThisDecision}
        </button>
      )}
      {asking && (
        <AppealDialog
          upvoteId={upvote.id}
          toolName={tool?.name}
          isCounted={takesDown(flag_status) || upvote.uncounted === undefined}
          drafts={drafts.current}
          onClose={() => setAsking(false)}
          onDone={onAppealed}
        />
      )}
    </div>
  )
}

/** What the moderator wrote, or chose. */
function Reason({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p dir="auto" className="max-w-[58ch] whitespace-pre-line text-ink-soft">
      {text}
    </p>
  )
}

function noticeOf(upvote: OwnUpvote, site: Words) {
  const { flag_status, uncounted, edited_at, decided_at, merged_from } = upvote
  const answer = answerTo(upvote, 'rejected')
  if (merged_from) return { hidden: true, text: messages.setAside(site) }
  if (flag_status === 'pending') return { hidden: true, text: messages.hiddenInReview }
  if (!takesDown(flag_status)) {
    if (uncounted !== undefined)
      return { hidden: true, text: messages.notCounted[answerOf(answerTo(upvote, 'uncounted'))] }
    if (flag_status === null) {
      // What was shown again is another text now.
      return answerTo(upvote, 'uncounted') === 'approved' && !edited_at
        ? { hidden: false, text: messages.countedAgain }
        : null
    }
    return answer === 'approved' ? { hidden: false, text: messages.shownAgain } : null
  }
  if (answer !== 'pending' && edited_at && edited_at > (decided_at ?? ''))
    return { hidden: true, text: messages.hiddenUntilSeen }
  switch (answer) {
    case 'pending':
      return { hidden: true, text: messages.hiddenDuringAppeal }
    case 'withdrawn':
      return { hidden: true, text: messages.hiddenAppealedBefore(site) }
    case undefined:
      return { hidden: true, text: messages.hiddenByDecision }
    default:
      return { hidden: true, text: messages.hiddenForGood }
  }
}

/** What became of the author's appeal, if it was about this. */
const answerTo = ({ upvote_appeals: appeal }: OwnUpvote, about: 'rejected' | 'uncounted') =>
  appeal?.about === about ? appeal.status : undefined

/** Once; who was answered about not being counted may still appeal against a rejection. */
function mayAppeal(upvote: OwnUpvote): boolean {
  const { flag_status, uncounted, upvote_appeals: appeal } = upvote
  if (!appeal) return takesDown(flag_status) || uncounted !== undefined
  return takesDown(flag_status) && appeal.about === 'uncounted' && appeal.status !== 'pending'
}

const answerOf = (status: string | undefined) =>
  status === 'pending' || status === 'rejected' ? status : 'open'
