import type { ComponentProps } from 'react'
import * as common from '#messages/common.js'
import { SelectionCount } from './selection-count'

type Props = ComponentProps<typeof SelectionCount>

/** What can be done with the selected rows of a list; nothing while there are none. */
export function SelectedRows({ selection, onClear, children }: Props) {
  if (selection.rows.length === 0) return null
  return (
    <section
      aria-label={common.selected}
      className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-line-strong bg-surface px-4 py-2.5 shadow-float"
    >
      <SelectionCount selection={selection} onClear={onClear} />
      {children}
    </section>
  )
}
