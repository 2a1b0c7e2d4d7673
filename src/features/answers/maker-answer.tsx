import { type ReactNode, useId } from 'react'
import * as messages from '#messages/recommendations.js'
import { EditedMark } from '~/components/edited-mark'
import { MemberLink } from '~/components/member-link'
import type { Database } from '~/database.types'
import { formatDay, toMachineTime } from '~/lib/dates'

type Props = {
  item: Database['public']['Functions']['list_recommendations']['Returns'][number]
  /** What may be done about it; `writerId` is the element that names who wrote it. */
  renderAction: (writerId: string) => ReactNode
}

/** What the maker of a tool answered, below a recommendation; nothing if they did not. */
export function MakerAnswer({ item, renderAction }: Props) {
  const id = useId()
  const writerId = `${id}writer`
  const { answer, answered_at, answer_edited_at, maker_username, maker_has_page } = item
  if (answer === null || answered_at === null) return null
  return (
    <article aria-labelledby={id} className="mt-4 max-w-[62ch] border-line-strong border-s-2 ps-4 md:ms-5">
      <h3 id={id} className="font-medium text-[13px] text-ink-soft">
        {messages.answerOfMaker}
      </h3>
      <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line text-[15px] text-pretty">
        {answer}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-2 text-[13px] text-ink-faint">
        <span id={writerId} dir="auto" className="font-medium text-ink-soft">
          <MemberLink username={maker_username} hasPage={maker_has_page} />
        </span>
        <span aria-hidden="true">·</span>
        <time dateTime={toMachineTime(answered_at)}>{formatDay(answered_at)}</time>
        <EditedMark at={answer_edited_at} />
        {renderAction(writerId)}
      </p>
    </article>
  )
}
