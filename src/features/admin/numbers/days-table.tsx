import * as messages from '#messages/numbers.js'
import { Disclosure } from '../disclosure'
import { formatNumber } from '../pager'
import { formatShortDay } from './format-day'
import { type Day, MEASURES } from './numbers-data'

/** The numbers of the charts, the newest day first. */
export function DaysTable({ days }: { days: readonly Day[] }) {
  return (
    <Disclosure summary={messages.asTable} className="mt-4">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and needs no pointer to.
        tabIndex={0}
        aria-label={messages.asTable}
        className="card mt-2 max-h-96 overflow-auto"
      >
        <table className="w-full whitespace-nowrap text-sm tabular-nums">
          <thead className="sticky top-0 bg-surface text-[13px] text-ink-faint">
            <tr>
              <th scope="col" className="px-4 py-2.5 text-start font-medium">
                {messages.day}
              </th>
              {MEASURES.map((measure) => (
                <th key={measure} scope="col" className="px-4 py-2.5 text-end font-medium">
                  {messages.measures[measure]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {days.toReversed().map((day) => (
              <tr key={day.day}>
                <th scope="row" className="px-4 py-1.5 text-start font-normal">
                  <time dateTime={day.day}>{formatShortDay(day.day)}</time>
                </th>
                {MEASURES.map((measure) => (
                  <td key={measure} className="px-4 py-1.5 text-end">
                    {formatNumber(day[measure])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Disclosure>
  )
}
