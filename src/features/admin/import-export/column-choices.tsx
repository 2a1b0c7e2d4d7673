import * as messages from '#messages/import-export.js'
import type { ImportSettings } from '#shared/import-export-rules.ts'
import { Select } from '~/components/ui/select'
import { useFacts } from '~/lib/use-facts'
import { fieldName, importFields } from './field-names'
import type { Outcome } from './import-state'

type Props = {
  outcome: Outcome
  settings: ImportSettings
  onChange: (changes: ImportSettings) => void
}

/** What each column of a table means, recognised by its name or chosen by hand. */
export function ColumnChoices({ outcome: { columns, origin }, settings, onChange }: Props) {
  const facts = useFacts()
  if (columns.length === 0) return null
  // They are chosen by their names.
  const distinct = [...new Map(columns.map((column) => [column.name, column])).values()]
  const choose = (name: string, field: string) => {
    // A field is one column: another that was chosen for it before is left out.
    const others = Object.entries(settings.columns ?? {}).filter(([, chosen]) => chosen !== field)
    onChange({ columns: { ...Object.fromEntries(others), [name]: field || null } })
  }
  return (
    <section aria-labelledby="columns-heading">
      <h3 id="columns-heading" className="font-medium">
        {messages.columns}
        {origin && (
          <span className="ms-2 font-normal text-[13px] text-ink-faint">{messages.exportOf({ origin })}</span>
        )}
      </h3>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {distinct.map(({ name, field, sample }) => (
          <li
            key={name}
            className="grid items-center gap-x-4 gap-y-1 py-2 sm:grid-cols-[minmax(0,1fr)_220px]"
          >
            <p className="min-w-0 truncate text-[15px]">
              <span dir="auto">{name}</span>{' '}
              <span dir="auto" className="text-[13px] text-ink-faint">
                {sample}
              </span>
            </p>
            <Select
              aria-label={messages.columnMeans({ name })}
              value={field !== null && importFields(facts).includes(field) ? field : ''}
              onChange={({ target }) => choose(name, target.value)}
            >
              <option value="">{messages.leaveOut}</option>
              {importFields(facts).map((each) => (
                <option key={each} value={each}>
                  {fieldName(each, facts)}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
    </section>
  )
}
