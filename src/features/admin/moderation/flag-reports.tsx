import * as messages from '#messages/moderation.js'
import { Ago } from '~/components/ago'
import { useSite } from '~/lib/site-data'
import type { FlaggedCard, FlaggedReport } from './flagged-data'
import { person } from './moderation-messages'
import { PersonButton } from './person-button'

/** Reports in a closed row; of more only the first. */
const SHOWN = 2

type Props = {
  card: FlaggedCard
  isOpen: boolean
  onToggle: () => void
  onPerson: (username: string) => void
}

/** The reports of a recommendation: who, when, why, and the outcome of each. */
export function FlagReports({ card, isOpen, onToggle, onPerson }: Props) {
  const site = useSite()
  const { reports, report_count } = card
  const areMany = reports.length > SHOWN
  const shown = isOpen || !areMany ? reports : reports.slice(0, 1)
  if (report_count === 0)
    return <p className="text-[13px] text-ink-faint leading-5">{messages.hiddenByEarlier(site)}</p>
  return (
    <div className="min-w-0">
      <h4 className={isOpen ? 'mb-1 font-medium text-[13px] text-ink-faint' : 'sr-only'}>
        {messages.reportCount({ count: report_count })}
      </h4>
      <ul className={`grid grid-cols-1 ${isOpen ? 'gap-2.5' : 'gap-1'}`}>
        {shown.map((report) => (
          <Report key={report.id} report={report} isOpen={isOpen} onPerson={onPerson} />
        ))}
      </ul>
      {areMany && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="link relative z-1 mt-0.5 min-h-6 text-[13px] pointer-coarse:min-h-11"
        >
          {isOpen ? messages.showFewer : messages.showAllReports({ count: reports.length })}
        </button>
      )}
      {isOpen && report_count > reports.length && (
        <p className="mt-1 text-[13px] text-ink-faint">
          {messages.olderReports({ count: report_count - reports.length })}
        </p>
      )}
    </div>
  )
}

type ReportProps = { report: FlaggedReport; isOpen: boolean; onPerson: (username: string) => void }

function Report({ report, isOpen, onPerson }: ReportProps) {
  const { reporter, is_automatic, reason, status, flagged_at } = report
  return (
    <li className="border-line border-s-2 ps-3 leading-5">
      <p dir="auto" className={isOpen ? 'whitespace-pre-line text-pretty' : 'truncate'}>
        {reason}
      </p>
      <p className="flex flex-wrap items-center gap-x-2.5 text-[13px] text-ink-faint leading-[18px]">
        {reporter !== null && !is_automatic ? (
          <PersonButton username={reporter} onPerson={onPerson} />
        ) : (
          <span className="text-ink-soft">
            {is_automatic ? messages.automaticCheck : person(reporter, messages.formerMember)}
          </span>
        )}
        <Ago at={flagged_at} />
        {status !== 'pending' && <span>{messages.reportOutcomes[status]}</span>}
      </p>
    </li>
  )
}
