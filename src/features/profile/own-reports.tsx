import { useInfiniteQuery } from '@tanstack/react-query'
import * as messages from '#messages/profile.js'
import { Ago } from '~/components/ago'
import { LoadFailure } from '~/components/ui/load-failure'
import { MoreButton } from '~/components/ui/more-button'
import { ToolLink } from '~/components/ui/tool-link'
import { takesDown } from '~/lib/moderation-states'
import { type OwnReport, ownReportsQuery } from './own-reports-data'

/** The person's reports with their outcomes; nothing for members without reports. */
export function OwnReports({ userId }: { userId: string }) {
  const list = useInfiniteQuery(ownReportsQuery(userId))
  const reports = list.data?.pages.flatMap((page) => page.reports) ?? []
  if (!list.error && reports.length === 0) return null
  return (
    <section aria-labelledby="own-reports" className="mt-14">
      <h2 id="own-reports" className="display mb-5 text-[26px]">
        {messages.yourReports}
      </h2>
      {list.error && !list.data && <LoadFailure error={list.error} onRetry={() => list.refetch()} />}
      <ul className="border-line border-t">
        {reports.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
      <MoreButton list={list} className="mt-7">
        {messages.loadMoreReports}
      </MoreButton>
    </section>
  )
}

/** The outcome of a report; never who decided. */
const OUTCOMES: Record<string, string> = {
  pending: messages.reportPending,
  approved: messages.reportApproved,
  restored: messages.reportRestored,
  deleted: messages.reportDeleted,
  withdrawn: messages.reportWithdrawn,
}

function Report({ report }: { report: OwnReport }) {
  const { tool_name, tool_slug, reason, status, reported_at, decided_at } = report
  return (
    <li className="border-line border-b py-5">
      <h3 className="font-medium text-[15px]">
        {tool_slug ? <ToolLink slug={tool_slug}>{tool_name}</ToolLink> : messages.unlistedTool}
      </h3>
      <p dir="auto" className="mt-1 max-w-[68ch] whitespace-pre-line text-ink-soft">
        {reason}
      </p>
      <p className="byline mt-1.5 text-[13px]">
        <span>{takesDown(status) ? messages.reportRejected : OUTCOMES[status]}</span>
        <span className="text-ink-faint">
          <Ago at={reported_at} say={messages.reportedAgo} />
          {decided_at && status !== 'withdrawn' && (
            <>
              {', '}
              <Ago at={decided_at} say={messages.reportDecidedAgo} />
            </>
          )}
        </span>
      </p>
    </li>
  )
}
