import type { ReactNode } from 'react'
import * as messages from '#messages/admin-catalogue.js'
import { Button } from '~/components/ui/button'
import { formatNumber } from './pager'

type Props = {
  count: number
  /** How many there are on the page. */
  onPage: number
  onSelectAll: () => void
  onClear: () => void
  /** Buttons. */
  children: ReactNode
}

/** What can be done with the selected rows of a list. */
export function SelectedRows({ count, onPage, onSelectAll, onClear, children }: Props) {
  return (
    <section
      aria-label={messages.selected}
      className="sticky bottom-3 z-10 mt-3 flex flex-wrap items-center gap-2 rounded-card border border-line-strong bg-surface px-4 py-2.5 shadow-float"
    >
      <p role="status" className="me-auto font-medium text-sm tabular-nums">
        {messages.selectedCount({ count: formatNumber(count) })}
      </p>
      {count < onPage && (
        <Button variant="ghost" size="sm" onClick={onSelectAll}>
          {messages.selectAll({ count: formatNumber(onPage) })}
        </Button>
      )}
      {children}
      <Button variant="ghost" size="sm" onClick={onClear}>
        {messages.clearSelection}
      </Button>
    </section>
  )
}
