import * as messages from '#messages/numbers.js'
import { formatNumber } from '../pager'
import { dayOf, formatShortDay } from './format-day'
import type { Day, Measure } from './numbers-data'

type Props = { measure: Measure; days: readonly Day[] }

/** Units of the picture's height. */
const HEIGHT = 100

/**
 * One measure, a bar for each day. Drawn by hand: bars of one series need no library, and these follow theme, direction and
 * print by themselves. The table below has the same numbers; a pointer reads them off the bars.
 */
export function DayChart({ measure, days }: Props) {
  const most = Math.max(...days.map((day) => day[measure]))
  const total = days.reduce((sum, day) => sum + day[measure], 0)
  const name = messages.measures[measure]
  const [first, last] = [days[0], days.at(-1)]
  return (
    <figure
      data-wide={measure === 'views' || undefined}
      className="card min-w-0 p-4 md:p-5 sm:data-wide:col-span-2"
    >
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="basis-full text-[13px] text-ink-soft">{name}</span>
        <span className="display text-[28px] leading-tight tabular-nums">{formatNumber(total)}</span>
        <span className="text-[13px] text-ink-faint tabular-nums">
          {most > 0 && messages.mostADay({ count: formatNumber(most) })}
        </span>
      </figcaption>
      <svg
        role="img"
        aria-label={messages.chartOf({ measure: name })}
        viewBox={`0 0 ${days.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-3 h-20 w-full border-line border-b rtl:-scale-x-100"
      >
        {days.map((day, place) => {
          const height = most === 0 ? 0 : (day[measure] / most) * HEIGHT
          return (
            <g key={day.day} className="group">
              <title>{messages.onDay({ day: dayOf(day.day), count: formatNumber(day[measure]) })}</title>
              {/* The whole column can be pointed at, however low its bar. */}
              <rect
                x={place}
                width={1}
                height={HEIGHT}
                className="fill-transparent group-hover:fill-sunken"
              />
              <rect x={place + 0.1} y={HEIGHT - height} width={0.8} height={height} className="fill-accent" />
            </g>
          )
        })}
      </svg>
      <p className="mt-1 flex justify-between text-[11px] text-ink-faint tabular-nums" aria-hidden="true">
        <span>{first && formatShortDay(first.day)}</span>
        <span>{last && formatShortDay(last.day)}</span>
      </p>
    </figure>
  )
}
