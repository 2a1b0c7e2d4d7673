import type { ReactNode } from 'react'
import * as messages from '#messages/import-export.js'
import { locale } from '#messages/language.js'
import type { HealedRow } from '#shared/import-export-rules.ts'
import { DifferenceList } from '~/components/difference-list'
import { asList } from '~/lib/name-lists'
import { useFacts } from '~/lib/use-facts'
import { Disclosure } from '../disclosure'
import { ChangedList } from './changed-list'
import { fieldName } from './field-names'
import type { Mode, Outcome } from './import-state'
import { RejectedRows } from './rejected-rows'

type Props = {
  outcome: Outcome
  mode: Mode
  /** How the file is read, below the actions. */
  choices?: ReactNode
  /** Checks corrected rows alone, where that is possible. */
  onCorrected?: ((file: File) => void) | undefined
  /** The available actions, above the lists. */
  children: ReactNode
}

const TILES = ['created', 'updated', 'unchanged', 'rejected'] as const

/** The result of an import or its preview: the counts, the first changes field by field, the rejected rows. */
export function ImportOutcome({ outcome, mode, choices, onCorrected, children }: Props) {
  const { counts, changes } = outcome
  const actions = <div className="flex flex-wrap gap-2.5">{children}</div>
  // A file that cannot be read, or holds nothing: the reason says it all.
  if (counts.rows === 0) return actions
  return (
    <>
      <div>
        <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-4">
          {TILES.map((key) => (
            <div key={key} className="flex flex-col-reverse bg-surface px-4 py-3.5">
              <dt className="text-[13px] text-ink-soft">{messages.outcomes[key]}</dt>
              <dd
                className={`display text-[30px] tabular-nums ${key === 'rejected' && counts.rejected > 0 ? 'text-bad' : ''}`}
              >
                {counts[key].toLocaleString(locale)}
              </dd>
            </div>
          ))}
        </dl>
        <p className="mt-2.5 text-[13px] text-ink-soft tabular-nums">{categoriesOf(outcome, mode)}</p>
      </div>
      {actions}
      {choices}
      {mode === 'preview' && <ChangedList changes={changes} counts={counts} />}
      <HealedRows rows={outcome.healed} count={outcome.healedCount} />
      <RejectedRows rejections={outcome.rejections} count={counts.rejected} onCorrected={onCorrected} />
    </>
  )
}

function categoriesOf({ counts }: Outcome, mode: Mode): string {
  const { newCategories, changedCategories } = counts
  const parts = [
    newCategories > 0 && messages.newCategories({ count: newCategories }),
    changedCategories > 0 && messages.updatedCategories({ count: changedCategories }),
  ].filter((part) => part !== false)
  const nothing = mode === 'preview' ? messages.noCategoriesWouldChange : messages.noCategoriesWereChanged
  return `${messages.rowCount({ rows: counts.rows })}; ${asList(parts) || nothing}.`
}

type HealedRowsProps = { rows: HealedRow[]; count: number }

/** The values that were mended, with those of the file. */
function HealedRows({ rows, count }: HealedRowsProps) {
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
