import { type ReactNode, useId } from 'react'
import * as inbox from '#messages/inbox.js'
import { Icon } from '~/components/ui/icon'
import { cardElementId } from './use-decide'
import type { InboxRowState } from './use-inbox'

type Props = {
  id: string
  /** The elements that name it, and the same in words. */
  labelledBy: string
  name: string
  busy: boolean | undefined
  state: Pick<InboxRowState<string>, 'isCurrent' | 'isOpen' | 'select' | 'onFocus' | 'onToggle'>
  /** On a wide screen; the first is for the box that selects, the last for the button that opens. */
  columns: string
  /** What an open row adds. */
  details: ReactNode
  children: ReactNode
}

/** A row of an inbox that opens in place. */
export function InboxRow({ id, labelledBy, name, busy, state, columns, details, children }: Props) {
  const detailsId = useId()
  const { isCurrent, isOpen, select, onFocus, onToggle } = state
  return (
    <article
      id={cardElementId(id)}
      tabIndex={-1}
      aria-labelledby={labelledBy}
      aria-busy={busy || undefined}
      data-current={isCurrent || undefined}
      onFocus={onFocus}
      className="relative scroll-mt-32 scroll-mb-32 border-line border-b px-3.5 py-2.5 outline-none transition-colors last:border-b-0 hover:bg-sunken/40 focus-visible:outline-2 focus-visible:-outline-offset-2 has-[input[data-select]:checked]:bg-accent-soft/50 data-current:bg-sunken/60 data-current:before:absolute data-current:before:inset-y-0 data-current:before:start-0 data-current:before:border-s-3 data-current:before:border-accent md:px-4"
    >
      <div className={`grid grid-cols-[auto_minmax(0,1fr)_auto] gap-x-3 gap-y-2.5 lg:gap-x-4 ${columns}`}>
        <div className="w-4.5 pt-0.5">{select}</div>
        {children}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          aria-label={inbox.detailsOf({ name })}
          onClick={onToggle}
          className={`-col-start-2 row-start-1 grid size-8 place-items-center rounded-lg text-ink-faint transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11 ${isOpen ? '' : 'after:absolute after:inset-0'}`}
        >
          <Icon name="down" className={`transition-transform ${isOpen ? 'rotate-180' : ''}`} />
        </button>
      </div>
      {isOpen && (
        <div
          id={detailsId}
          className="mt-4 grid animate-fade gap-4 border-line border-t pt-4 md:ps-7.5 lg:ps-8.5"
        >
          {details}
        </div>
      )}
    </article>
  )
}
