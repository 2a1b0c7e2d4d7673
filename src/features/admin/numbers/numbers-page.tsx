import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as heads from '#messages/admin-heads.js'
import * as messages from '#messages/numbers.js'
import { Button } from '~/components/ui/button'
import { EmptyState } from '~/components/ui/empty-state'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { csvOf } from '~/lib/csv'
import { servesItsBackend } from '~/lib/environment'
import { saveFile } from '~/lib/save-file'
import { useSite } from '~/lib/site-data'
import { Disclosure } from '../disclosure'
import { FilterButtons } from '../filter-buttons'
import { formatNumber } from '../pager'
import { TableSkeleton } from '../table-skeleton'
import { DayChart } from './day-chart'
import { formatShortDay } from './format-day'
import {
  type Day,
  LISTS,
  MEASURES,
  type Measure,
  type Numbers,
  numbersQuery,
  PERIODS,
  type Period,
} from './numbers-data'
import { subjectOf, TopList } from './top-list'

type Props = { userId: string; days: Period; onDays: (days: Period) => void }

/** Only where the site counts them. */
const COUNTED: readonly Measure[] = ['views', 'clicks', 'searches', 'found_nothing']

const shownMeasures = () =>
  servesItsBackend() ? MEASURES : MEASURES.filter((each) => !COUNTED.includes(each))

/** How often pages are opened, searched and left for tools, by day, and what members did (decision 193). */
export function NumbersPage({ userId, days, onDays }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery(numbersQuery(userId, days))

  function content(): ReactNode {
    if (!data) return <Pending query={{ error, refetch }} skeleton={<TableSkeleton rows={6} />} />
    const isEmpty = data.days.every((day) => shownMeasures().every((measure) => day[measure] === 0))
    if (isEmpty) return <EmptyState title={messages.empty}>{messages.emptyHelp}</EmptyState>
    return (
      <div aria-busy={isPlaceholderData || undefined} className="transition-opacity aria-busy:opacity-60">
        <Shown numbers={data} />
      </div>
    )
  }

  return (
    <section aria-labelledby="numbers">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SectionHeading id="numbers">{heads.numbers}</SectionHeading>
        <FilterButtons
          legend={messages.range}
          choices={CHOICES}
          value={`${days}`}
          onChoose={(chosen) => onDays(PERIODS.find((each) => `${each}` === chosen) ?? days)}
        />
      </div>
      <p className="mt-1.5 mb-5 max-w-[72ch] text-ink-soft">
        {servesItsBackend() ? messages.intro : messages.hosted} <Off />
      </p>
      {content()}
    </section>
  )
}

const CHOICES = {
  7: messages.days({ count: 7 }),
  30: messages.days({ count: 30 }),
  90: messages.days({ count: 90 }),
  365: messages.days({ count: 365 }),
} satisfies Record<Period, string>

function Off() {
  const { numbers } = useSite()
  if (numbers !== 'off' || !servesItsBackend()) return null
  return (
    <>
      {messages.off}{' '}
      <Link to="/admin/site" className="link">
        {heads.siteSettings}
      </Link>
    </>
  )
}

function Shown({ numbers: { days, tops } }: { numbers: Numbers }) {
  const site = useSite()
  const isCounted = servesItsBackend()
  const measures = shownMeasures()
  const today = days.at(-1)?.day ?? ''
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2 md:gap-4 lg:grid-cols-4">
        {measures.map((measure) => (
          <DayChart key={measure} measure={measure} days={days} />
        ))}
      </div>
      <DaysTable days={days} measures={measures} />
      {isCounted && days.length > 90 && <p className="mt-8 -mb-5 text-ink-soft">{messages.listsOf90}</p>}
      {isCounted && (
        <div className="mt-8 grid items-start gap-3 md:grid-cols-2 md:gap-4">
          {LISTS.map((list) => (
            <TopList key={list} list={list} tops={tops.filter(({ kind }) => kind === list)} />
          ))}
        </div>
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        <Button
          variant="quiet"
          onClick={() =>
            saveFile(
              `numbers-${today}.csv`,
              csvOf(
                ['day', ...measures],
                days.map((day) => [day.day, ...measures.map((measure) => day[measure])]),
              ),
              'text/csv',
            )
          }
        >
          {messages.downloadDays}
        </Button>
        {isCounted && (
          <Button
            variant="quiet"
            onClick={() =>
              saveFile(
                `numbers-lists-${today}.csv`,
                csvOf(
                  ['kind', 'subject', 'slug', 'number'],
                  tops.map((top) => [top.kind, subjectOf(top, site), top.slug ?? '', top.amount]),
                ),
                'text/csv',
              )
            }
          >
            {messages.downloadLists}
          </Button>
        )}
      </div>
    </>
  )
}

/** The numbers of the charts, the newest day first. */
function DaysTable({ days, measures }: { days: readonly Day[]; measures: readonly Measure[] }) {
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
              {measures.map((measure) => (
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
                {measures.map((measure) => (
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
