import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import * as common from '#messages/common.js'
import * as messages from '#messages/moderation-log.js'
import { Badge } from '~/components/ui/badge'
import { EmptyState } from '~/components/ui/empty-state'
import { MoreButton } from '~/components/ui/more-button'
import { ToolLink } from '~/components/ui/tool-link'
import { formatDay, toMachineTime } from '~/lib/dates'
import { getEnvironment } from '~/lib/environment'
import { DECIDED_STATES } from '~/lib/moderation-states'
import { moderationLogQueries } from './moderation-log-data'

const FIGURES = [...DECIDED_STATES, 'deleted', 'on_appeal'] as const
const LINK = 'underline decoration-line-strong underline-offset-4 hover:decoration-ink'

/** What moderators decided, with the figures of the last 90 days. */
export function ModerationLogPage() {
  const list = useSuspenseInfiniteQuery(moderationLogQueries.decisions())
  const { since, figures } = useSuspenseQuery(moderationLogQueries.figures()).data
  const decisions = list.data.pages.flat()
  return (
    <div className="wrap max-w-[820px] pt-9 pb-20 md:pt-16">
      <h1 className="display text-[38px] md:text-[52px]">{common.moderationLog}</h1>
      <p className="mt-3.5 max-w-[60ch] text-[17px] text-ink-soft text-pretty">{messages.intro}</p>
      <section aria-labelledby="figures" className="card mt-8 p-5 md:p-6">
        <h2 id="figures" className="text-[13px] text-ink-faint">
          {messages.since({ day: formatDay(since) })}
        </h2>
        <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
          {FIGURES.map((figure) => (
            <div key={figure} className="flex flex-col-reverse justify-end">
              <dt className="text-[13px] text-ink-soft">{messages.figures[figure]}</dt>
              <dd className="display text-[28px] tabular-nums">{figures[figure]}</dd>
            </div>
          ))}
        </dl>
      </section>
      <div className="mt-8">
        {decisions.length === 0 ? (
          <EmptyState title={messages.nothing} />
        ) : (
          <ul aria-label={common.moderationLog} className="card overflow-hidden">
            {decisions.map((entry) => (
              <li key={entry.id} className="border-line border-b px-4 py-3 last:border-b-0 md:px-5">
                <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                  <p className="min-w-0 flex-1 basis-60">
                    {messages.decided(entry)}
                    {entry.tool_slug ? (
                      <ToolLink slug={entry.tool_slug} className={`font-medium ${LINK}`}>
                        {entry.tool_name}
                      </ToolLink>
                    ) : (
                      <bdi className="font-medium">{entry.tool_name}</bdi>
                    )}
                    {entry.on_appeal && (
                      <>
                        {' '}
                        <Badge>{messages.onAppeal}</Badge>
                      </>
                    )}
                  </p>
                  <time
                    dateTime={toMachineTime(entry.decided_at)}
                    className="text-[13px] text-ink-faint tabular-nums"
                  >
                    {formatDay(entry.decided_at)}
                  </time>
                </div>
                {entry.reason && (
                  <p dir="auto" className="mt-1 text-ink-soft text-sm">
                    {entry.reason}
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
        <MoreButton list={list} className="mt-5" />
      </div>
      <p className="mt-8 text-[13px]">
        <a href={`${getEnvironment().publicUrl}/moderation/feed.xml`} className={LINK}>
          {messages.feed}
        </a>
      </p>
    </div>
  )
}
