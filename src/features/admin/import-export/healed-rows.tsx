import * as messages from '#messages/import-export.js'
import type { HealedRow } from '#shared/import-export-rules.ts'
import { DifferenceList } from '~/components/difference-list'
import { useFacts } from '~/lib/use-facts'
import { Disclosure } from '../disclosure'
import { fieldName } from './field-names'

type Props = { rows: HealedRow[]; count: number }

/** The values that were mended, with those of the file. */
export function HealedRows({ rows, count }: Props) {
  const facts = useFacts()
  if (count === 0) return null
  return (
    <Disclosure summary={messages.mendedRows({ count })}>
      <ul className="mt-2 divide-y divide-line border-line border-y">
        {rows.map(({ line, healed }) => (
          <li key={line} className="py-3">
            <p className="text-[13px] text-ink-faint tabular-nums">{messages.rejectedLine({ line })}</p>
            <DifferenceList
              differences={healed.map(({ column, before, after }) => ({
                field: fieldName(column, facts),
                before,
                after,
              }))}
            />
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
