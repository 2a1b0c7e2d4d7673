import { useState } from 'react'
import * as messages from '#messages/import-export.js'
import type { Rejection } from '#shared/import-export-rules.ts'
import { sentenceOf } from '#shared/import-reasons.ts'
import { Button } from '~/components/ui/button'
import { csvOf } from '~/lib/csv'
import { inLanguage } from '~/lib/errors'
import { saveFile } from '~/lib/save-file'
import { type Corrections, correctedFile, proposed } from './correctable'
import { RowFields } from './row-fields'

/** Rows shown here; the report contains all that were reported. */
const SHOWN = 50

type Props = {
  rejections: Rejection[]
  count: number
  /** Checks corrected rows alone, where that is possible. */
  onCorrected?: ((file: File) => void) | undefined
}

/** The rejected rows with line, reason, and fields to correct them; the whole list as a file. */
export function RejectedRows({ rejections, count, onCorrected }: Props) {
  const [corrections, setCorrections] = useState<Corrections>({})
  if (count === 0) return null
  const shown = rejections.slice(0, SHOWN)
  const corrected = onCorrected && correctedFile(rejections, corrections)
  const hasProposals = rejections.some(({ proposals }) => proposals)
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
        <div className="flex flex-wrap gap-2">
          {onCorrected && hasProposals && (
            <Button
              variant="quiet"
              size="sm"
              onClick={() => setCorrections({ ...proposed(rejections), ...corrections })}
            >
              {messages.acceptProposals}
            </Button>
          )}
          {corrected && (
            <Button size="sm" onClick={() => onCorrected(corrected)}>
              {messages.checkCorrected}
            </Button>
          )}
          <Button
            variant="quiet"
            size="sm"
            onClick={() => saveFile('rejected-rows.csv', rejectionsAsTable(rejections), 'text/csv')}
          >
            {messages.downloadReport}
          </Button>
        </div>
      </div>
      <ol className="mt-2 divide-y divide-line border-line border-y text-[15px]">
        {shown.map((rejection) => (
          <li
            key={rejection.line}
            className="grid grid-cols-[minmax(0,1fr)] gap-x-4 py-2 sm:grid-cols-[112px_minmax(0,1fr)]"
          >
            <span className="text-[13px] text-ink-faint leading-6 tabular-nums">
              {messages.rejectedLine({ line: rejection.line })}
            </span>
            <span dir="auto" className="leading-6">
              {reasonOf(rejection)}
            </span>
            {onCorrected && (
              <RowFields
                rejection={rejection}
                typed={corrections[rejection.line] ?? {}}
                onType={(field, text) =>
                  setCorrections({
                    ...corrections,
                    [rejection.line]: { ...corrections[rejection.line], [field]: text },
                  })
                }
              />
            )}
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
export const rejectionsAsTable = (rejections: Rejection[]): string =>
  csvOf(
    ['line', 'reason'],
    rejections.map(({ line, ...rejection }) => [line, reasonOf(rejection)]),
  )

/** In the language of the page. */
const reasonOf = ({ reason, reasons }: Pick<Rejection, 'reason' | 'reasons'>) =>
  inLanguage(reason, reasons && sentenceOf(reasons)) || reason
