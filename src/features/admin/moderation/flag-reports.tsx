import { useId, useState } from 'react'
import * as messages from '#messages/moderation.js'
import { ago } from '~/lib/ago'
import { toMachineTime } from '~/lib/dates'
import { useSite } from '~/lib/site-data'
import type { FlaggedCard, FlaggedReport } from './flagged-data'
import { person } from './moderation-messages'

/** Reports shown before the moderator expands the list. */
const SHOWN = 3

/** The reports of a recommendation: who, when, why, and the outcome of each. */
export function FlagReports({ card }: { card: FlaggedCard }) {
  const site = useSite()
  const { reports, report_count } = card
  const [open, setOpen] = useState(false)
  const listId = useId()
  const shown = open ? reports : reports.slice(0, SHOWN)
  if (report_count === 0) {
    return <p className="text-[13px] text-ink-faint">{messages.hiddenByEarlier(site)}</p>
  }
  return (
    <div>
      <h4 className="font-medium text-[13px] text-ink-faint">
        {messages.reportCount({ count: report_count })}
      </h4>
      <ul id={listId} className="mt-2 grid gap-3">
        {shown.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
      {reports.length > SHOWN && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
          className="link mt-2 py-1 text-[13px] pointer-coarse:min-h-11"
        >
          {open ? messages.showFewer : messages.showAllReports({ count: reports.length })}
        </button>
      )}
      {open && report_count > reports.length && (
        <p className="mt-1 text-[13px] text-ink-faint">
          {messages.olderReports({ count: report_count - reports.length })}
        </p>
      )}
    </div>
  )
}

function Report({ report }: { report: FlaggedReport }) {
  const { reporter, is_automatic, reason, status, flagged_at } = report
  return (
    <li className="border-line border-s-2 ps-3.5">
      <p dir="auto" className="max-w-[68ch] whitespace-pre-line text-pretty leading-normal">
        {reason}
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-[13px] text-ink-faint">
        <span dir="auto" className="font-medium text-ink-soft">
          {is_automatic ? messages.automaticCheck : person(reporter, messages.formerMember)}
        </span>
        <time dateTime={toMachineTime(flagged_at)}>{ago(flagged_at)}</time>
        {status !== 'pending' && <span>{messages.reportOutcomes[status]}</span>}
      </p>
    </li>
  )
}
