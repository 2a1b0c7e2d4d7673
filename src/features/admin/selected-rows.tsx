import type { ReactNode } from 'react'
import * as messages from '#messages/admin-catalogue.js'
import * as common from '#messages/common.js'
import { Button } from '~/components/ui/button'
import { formatNumber } from './pager'

type Props = {
  selection: { rows: readonly unknown[]; total: number; selectAll: () => void }
  onClear: () => void
  /** Buttons. */
  children: ReactNode
}

/** What can be done with the selected rows of a list; nothing while there are none. */
export function SelectedRows({ selection: { rows, total, selectAll }, onClear, children }: Props) {
  if (rows.length === 0) return null
  return (
    <section
      aria-label={common.selected}
      className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-line-strong bg-surface px-4 py-2.5 shadow-float"
    >
      <div className="flex grow flex-wrap items-center">
        <p role="status" className="me-2 font-medium text-sm tabular-nums">
          {messages.selectedCount({ count: formatNumber(rows.length) })}
        </p>
        {rows.length < total && (
          <Button variant="ghost" size="sm" onClick={selectAll}>
            {messages.selectAll({ count: formatNumber(total) })}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={onClear}>
          {common.clearSelection}
        </Button>
      </div>
      {children}
    </section>
  )
}
