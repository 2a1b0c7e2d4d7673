import * as messages from '#messages/recommendations.js'
import { formatDay, toMachineTime } from '~/lib/dates'

/** 'edited', beside the date of a recommendation; nothing if it was not. */
export function EditedMark({ at }: { at: string | null }) {
  if (!at) return null
  return (
    <>
      <span aria-hidden="true">·</span>
      <time dateTime={toMachineTime(at)} title={messages.editedOn({ day: formatDay(at) })}>
        {messages.edited}
      </time>
    </>
  )
}
