import type { ReactNode } from 'react'
import * as messages from '#messages/admin-catalogue.js'
import * as common from '#messages/common.js'
import { Button } from '~/components/ui/button'
import { formatNumber } from './pager'

type Props = {
  selection: { rows: readonly unknown[]; total: number; selectAll: () => void }
  onClear: () => void
  /** Further buttons. */
  children?: ReactNode
}

/** How many rows are selected, and buttons to select all or none. */
export function SelectionCount({ selection: { rows, total, selectAll }, onClear, children }: Props) {
  return (
    <>
      <p role="status" className="font-medium text-sm tabular-nums max-md:basis-full">
        {messages.selectedCount({ count: formatNumber(rows.length) })}
      </p>
      <div className="me-auto flex flex-wrap gap-x-1 max-md:-ms-3 max-md:[&>button]:px-2.5!">
        {rows.length < total && (
          <Button variant="ghost" size="sm" onClick={selectAll}>
            {messages.selectAll({ count: formatNumber(total) })}
          </Button>
        )}
        {rows.length > 0 && (
          <Button variant="ghost" size="sm" onClick={onClear}>
            {common.clearSelection}
          </Button>
        )}
        {children}
      </div>
    </>
  )
}
