import { type ReactNode, useState } from 'react'
import * as common from '#messages/common.js'
import * as inbox from '#messages/inbox.js'
import { Button } from '~/components/ui/button'
import { UnsavedChanges } from '~/components/unsaved-changes'
import { SelectionCount } from '../selection-count'
import { KeysDialog } from './keys-dialog'
import { ReasonChoice } from './reason-choice'
import type { useInbox } from './use-inbox'

type Inbox<Decision extends string> = ReturnType<typeof useInbox<{ id: string; name: string }, Decision>>

type Props<Decision extends string> = {
  inbox: Pick<Inbox<Decision>, 'selectionBar' | 'help' | 'isUnsaved'>
  children: ReactNode
}

/** Below the rows of an inbox: what was decided, and what can be decided about the selected ones. */
export function InboxBar<Decision extends string>({ inbox, children }: Props<Decision>) {
  return (
    <>
      <div data-inbox-bar="" className="sticky bottom-3 z-10 mt-3 grid grid-cols-1 gap-2">
        {children}
        {inbox.selectionBar && <SelectionBar {...inbox.selectionBar} />}
      </div>
      {inbox.isUnsaved && <UnsavedChanges linksOnly />}
      {inbox.help && <KeysDialog {...inbox.help} />}
    </>
  )
}

/** What can be decided about the selected cases, with one press. */
function SelectionBar<Decision extends string>({
  decisions,
  selection,
  onClear,
  reason,
  onReason,
  onDecide,
}: Exclude<Inbox<Decision>['selectionBar'], false>) {
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
        <SelectionCount selection={selection} onClear={onClear}>
          <Button variant="ghost" size="sm" aria-expanded={isAsked} onClick={() => setAsked(!isAsked)}>
            {inbox.addReason}
          </Button>
        </SelectionCount>
        <div className="flex flex-wrap gap-1.5 max-md:basis-full max-md:*:grow">
          {decisions.map(({ decision, label, letter }) => (
            <Button
              key={decision}
              size="sm"
              variant="quiet"
              aria-label={inbox.decideSelected({ decision: label, count: selection.rows.length })}
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
