import { useState } from 'react'
import * as messages from '#messages/import-export.js'
import type { Rejection } from '#shared/import-export-rules.ts'
import { sentenceOf } from '#shared/import-reasons.ts'
import { FormField } from '~/components/form-field'
import { Button } from '~/components/ui/button'
import { Input } from '~/components/ui/input'
import { Textarea } from '~/components/ui/textarea'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { csvOf } from '~/lib/csv'
import { inLanguage } from '~/lib/errors'
import { saveFile } from '~/lib/save-file'
import { useFacts } from '~/lib/use-facts'
import { fieldName } from './field-names'

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
      {corrected && <UnsavedChanges />}
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
              onClick={() => setCorrections(withProposals(rejections, corrections))}
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

type RowFieldsProps = {
  rejection: Rejection
  typed: Readonly<Record<string, string>>
  onType: (field: string, text: string) => void
}

/** Fields with room for several lines. */
const LONG = ['short_description', 'long_description']

/** The fields of a rejected row that are wrong, each with the proposal for it. */
function RowFields({ rejection, typed, onType }: RowFieldsProps) {
  const facts = useFacts()
  const { values = {}, proposals = {} } = rejection
  const fields = fieldsToCorrect(rejection)
  if (fields.length === 0) return null
  return (
    <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3 sm:col-start-2">
      {fields.map((field) => {
        const proposal = proposals[field]
        const shown = typed[field] ?? values[field] ?? ''
        return (
          <div key={field} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
            <FormField label={fieldName(field, facts)}>
              {(wiring) =>
                LONG.includes(field) ? (
                  <Textarea
                    {...wiring}
                    value={shown}
                    onChange={({ target }) => onType(field, target.value)}
                  />
                ) : (
                  <Input {...wiring} value={shown} onChange={({ target }) => onType(field, target.value)} />
                )
              }
            </FormField>
            {proposal !== undefined && proposal !== shown && (
              <Button
                variant="quiet"
                size="sm"
                className="max-w-full justify-self-start"
                onClick={() => onType(field, proposal)}
              >
                <span className="min-w-0 truncate">{messages.takeProposal({ proposal })}</span>
              </Button>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** What was typed, by line and field. */
type Corrections = Readonly<Record<number, Readonly<Record<string, string>>>>

/** The fields that reasons without one are about. */
const FIELDS: Record<string, string[]> = {
  invalidUrl: ['website_url'],
  sameAddress: ['website_url'],
  descriptionTooLong: ['short_description'],
  slugPattern: ['slug'],
  claimed: ['slug'],
  sameName: ['slug'],
  categories: ['categories'],
  mostCategories: ['categories'],
  categoryName: ['categories'],
  categoryTooLong: ['categories'],
}
const ALL = ['name', 'short_description', 'website_url', 'categories']

/** The fields to correct in a row; none if its values are not known. */
function fieldsToCorrect({ reasons = [], values }: Rejection): string[] {
  if (!values) return []
  const fields = reasons.flatMap(({ code, values: named }) =>
    named?.column ? [named.column] : (FIELDS[code] ?? ALL),
  )
  return [...new Set(fields)]
}

/** All proposals as corrections, but for the fields that were typed. */
const withProposals = (rejections: readonly Rejection[], typed: Corrections): Corrections => ({
  ...typed,
  ...Object.fromEntries(
    rejections.flatMap(({ line, proposals }) =>
      proposals ? [[line, { ...proposals, ...typed[line] }]] : [],
    ),
  ),
})

/** The corrected rows as a file of their own; null without any. */
function correctedFile(rejections: readonly Rejection[], corrections: Corrections): File | null {
  const rows = rejections.flatMap(({ line, values }) =>
    values && corrections[line] ? [JSON.stringify({ ...values, ...corrections[line] })] : [],
  )
  return rows.length === 0 ? null : new File([`${rows.join('\n')}\n`], 'corrected-rows.jsonl')
}
