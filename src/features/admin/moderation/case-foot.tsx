import * as inbox from '#messages/inbox.js'
import type { FlaggedCard } from './flagged-data'
import { DECISIONS, effectsOf } from './moderation-messages'
import { ReasonChoice } from './reason-choice'

type Props = {
  id: string
  card: FlaggedCard
  isOpenCase: boolean
  reason: string
  onReason: (reason: string) => void
  onPerson: (username: string) => void
  onTool: () => void
}

/** What an open row adds: the reason to give, what each decision does, and ways to similar cases. */
export function CaseFoot({ id, card, isOpenCase, reason, onReason, onPerson, onTool }: Props) {
  const effects = effectsOf(card.visible)
  return (
    <div id={id} className="mt-4 grid animate-fade gap-4 border-line border-t pt-4 ps-7.5 max-md:ps-0">
      {isOpenCase && (
        <>
          <ReasonChoice reason={reason} onReason={onReason} />
          <dl className="flex flex-wrap gap-x-5 gap-y-1 text-[13px] text-ink-faint">
            {DECISIONS.map(({ decision, label }) => (
              <div key={decision} className="flex gap-x-1.5">
                <dt className="font-medium text-ink-soft">{label}:</dt>
                <dd>{effects[decision]}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-[13px]">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onPerson(card.writer)}
          className="link min-h-6 pointer-coarse:min-h-11"
        >
          {inbox.aboutMember({ name: `@${card.writer}` })}
        </button>
        <button type="button" onClick={onTool} className="link min-h-6 pointer-coarse:min-h-11">
          {inbox.onlyTool({ name: card.tool_name })}
        </button>
      </p>
    </div>
  )
}
