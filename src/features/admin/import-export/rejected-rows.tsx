import * as messages from '#messages/import-export.js'
import type { Rejection } from '#shared/import-export-rules.ts'
import { sentenceOf } from '#shared/import-reasons.ts'
import { Button } from '~/components/ui/button'
import { inLanguage } from '~/lib/errors'
import { saveFile } from '~/lib/save-file'

/** Rows shown here; the report contains all that were reported. */
const SHOWN = 50

type Props = { rejections: Rejection[]; count: number }

/** The rejected rows with line and reason; the whole list as a file. */
export function RejectedRows({ rejections, count }: Props) {
  if (count === 0) return null
  const shown = rejections.slice(0, SHOWN)
  return (
    <section aria-labelledby="rejected-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="rejected-heading" className="font-medium">
          {messages.rejectedRows}
          {shown.length < count && (
            <span className="ms-2 font-normal text-[13px] text-ink-faint">
              {messages.theFirst({ shown: shown.length })}
            </span>
          )}
        </h3>
        <Button
          variant="quiet"
          size="sm"
          onClick={() => saveFile('rejected-rows.csv', rejectionsAsTable(rejections), 'text/csv')}
        >
          {messages.downloadReport}
        </Button>
      </div>
      <ol className="mt-2 divide-y divide-line border-line border-y text-[15px]">
        {shown.map(({ line, ...rejection }) => (
          <li key={line} className="grid gap-x-4 py-2 sm:grid-cols-[112px_minmax(0,1fr)]">
            <span className="text-[13px] text-ink-faint leading-6 tabular-nums">
              {messages.rejectedLine({ line })}
            </span>
            <span dir="auto" className="leading-6">
              {reasonOf(rejection)}
            </span>
          </li>
        ))}
      </ol>
      {rejections.length < count && (
        <p className="mt-2 text-[13px] text-ink-soft">
          {messages.reportListsFirst({ listed: rejections.length, all: count })}
        </p>
      )}
    </section>
  )
}

/** The report of rejected rows as CSV. Reasons are our own texts but may quote the file. */
export function rejectionsAsTable(rejections: Rejection[]): string {
  const rows = rejections.map(
    ({ line, ...rejection }) => `${line},"${guard(reasonOf(rejection)).replaceAll('"', '""')}"`,
  )
  return `\ufeff${['line,reason', ...rows].join('\r\n')}\r\n`
}

/** In the language of the page. */
const reasonOf = ({ reason, reasons }: Pick<Rejection, 'reason' | 'reasons'>) =>
  inLanguage(reason, reasons && sentenceOf(reasons)) || reason

/** Keeps spreadsheets from running a reason as a formula. */
const guard = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
