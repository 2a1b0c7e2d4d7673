import { useId } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/import-export.js'
import type { ImportSettings } from '#shared/import-export-rules.ts'
import { Button } from '~/components/ui/button'
import { Disclosure } from '../disclosure'
import { FilterButtons } from '../filter-buttons'
import { ColumnChoices } from './column-choices'
import type { Outcome } from './import-state'

type Props = {
  outcome: Outcome
  settings: ImportSettings
  /** Checks the file again. */
  onChange: (changes: ImportSettings) => void
}

const EXISTING = { fill: messages.fillGaps, overwrite: messages.overwrite }

/** How the file is read: what becomes of existing entries, long texts, similar categories, and columns. */
export function ImportChoices({ outcome, settings, onChange }: Props) {
  const { columns, near } = outcome
  const id = useId()
  const chosen = Object.entries(settings.categories ?? {})
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <FilterButtons
          legend={messages.existingEntries}
          choices={EXISTING}
          value={settings.existing ?? 'fill'}
          onChoose={(existing) => onChange({ existing })}
          className="inline-flex"
        />
        <label className="flex min-h-6 items-center gap-2.5 text-[15px] pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={settings.cut ?? false}
            onChange={({ target }) => onChange({ cut: target.checked })}
            className="size-4.5 accent-accent"
          />
          {messages.cutTexts}
        </label>
      </div>
      {near.length + chosen.length > 0 && (
        <section aria-labelledby="near-heading">
          <h3 id="near-heading" className="font-medium">
            {messages.nearCategories}
          </h3>
          <ul className="mt-2 divide-y divide-line border-line border-y">
            {near.map(({ given, proposal }) => (
              <li
                key={given}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-[15px]"
              >
                <span dir="auto">{given}</span>
                <Button
                  variant="quiet"
                  size="sm"
                  onClick={() => onChange({ categories: { ...settings.categories, [given]: proposal } })}
                >
                  {messages.takeProposal({ proposal })}
                </Button>
              </li>
            ))}
            {chosen.map(([given, category], nth) => (
              <li
                key={given}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-[15px]"
              >
                <span id={id + nth} className="text-ink-soft">
                  <bdi className="text-ink">{given}</bdi> {messages.readAs({ proposal: category })}
                </span>
                <Button
                  variant="quiet"
                  size="sm"
                  aria-describedby={id + nth}
                  onClick={() =>
                    onChange({ categories: Object.fromEntries(chosen.filter(([other]) => other !== given)) })
                  }
                >
                  {common.undo}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {columns.length > 0 && (
        <Disclosure summary={messages.columns}>
          <div className="pt-3">
            <ColumnChoices outcome={outcome} settings={settings} onChange={onChange} />
          </div>
        </Disclosure>
      )}
    </div>
  )
}
