import { Fragment, type ReactNode } from 'react'
import * as messages from '#messages/recommendations.js'
import { asUsedFor } from '#shared/used-for.ts'

type Props = {
  writer: ReactNode
  writerId?: string | undefined
  item: { author_role: string | null; used_for: string | null }
}

/** Who wrote a recommendation, and what they say of themselves: part of the line below its text. */
export function Signature({ writer, writerId, item }: Props) {
  const usedFor = asUsedFor(item.used_for)
  return (
    <>
      <span id={writerId} dir="auto" className="font-medium text-ink-soft">
        {writer}
      </span>
      {[item.author_role, usedFor && messages.usedFor[usedFor]].map(
        (said) =>
          said && (
            <Fragment key={said}>
              <span aria-hidden="true">·</span>
              <span dir="auto">{said}</span>
            </Fragment>
          ),
      )}
    </>
  )
}
