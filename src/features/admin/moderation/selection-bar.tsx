import { useState } from 'react'
import * as common from '#messages/common.js'
import * as inbox from '#messages/inbox.js'
import { Button } from '~/components/ui/button'
import { formatNumber } from '../pager'
import { ReasonChoice } from './reason-choice'

type Props<Decision extends string> = {
  decisions: readonly { decision: Decision; label: string; letter: string }[]
  count: number
  /** How many can be selected. */
  total: number
  onSelectAll: () => void
  onClear: () => void
  reason: string
  onReason: (reason: string) => void
  onDecide: (decision: Decision) => void
}

/** What can be decided about the selected cases, with one press. */
export function SelectionBar<Decision extends string>({
  decisions,
  count,
  total,
  onSelectAll,
  onClear,
  reason,
  onReason,
  onDecide,
}: Props<Decision>) {
  const [isAsked, setAsked] = useState(reason !== '')
  return (
    <section
      aria-label={common.selected}
      className="animate-rise rounded-card border border-line-strong bg-surface px-4 py-2.5 shadow-float"
    >
      {isAsked && (
        <div className="mb-3 border-line border-b pt-1 pb-3.5">
          <ReasonChoice reason={reason} onReason={onReason} />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="font-medium text-sm tabular-nums max-md:basis-full">
          {inbox.selectedCount({ count: formatNumber(count) })}
        </p>
        <div className="me-auto flex flex-wrap gap-x-1 max-md:-ms-3 max-md:[&>button]:px-2.5!">
          {count < total && (
            <Button variant="ghost" size="sm" onClick={onSelectAll}>
              {inbox.selectAll({ count: formatNumber(total) })}
            </Button>
          )}
          <Button variant="ghost" size="sm" onClick={onClear}>
            {common.clearSelection}
          </Button>
          <Button variant="ghost" size="sm" aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
            {inbox.addReason}
          </Button>
        </div>
        <div className="grid auto-cols-fr grid-flow-col gap-1.5 max-md:basis-full">
          {decisions.map(({ decision, label, letter }) => (
            <Button
              key={decision}
              size="sm"
              variant="quiet"
              aria-label={inbox.decideSelected({ decision: label, count })}
              aria-keyshortcuts={letter}
              onClick={() => onDecide(decision)}
            >
              {label}
            </Button>
          ))}
        </div>
      </div>
    </section>
  )
}
