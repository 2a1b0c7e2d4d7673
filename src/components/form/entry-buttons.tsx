import { useLayoutEffect, useRef } from 'react'
import * as messages from '#messages/common.js'
import { Icon, type IconName } from '~/components/ui/icon'

/** Focuses the element with a `data-action` after the next change: browsers drop the focus of what is moved or removed. */
export function useFocusAfterChange<List extends HTMLElement>() {
  const list = useRef<List>(null)
  const next = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (next.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-action="${next.current}"]`)?.focus()
    next.current = undefined
  })
  const focusNext = (action: string | undefined) => {
    next.current = action
  }
  return { list, focusNext }
}

type Way = -1 | 1
type Props = {
  /** Their actions are '-1 <id>', '1 <id>' and '0 <id>'. */
  id: string | number
  name: string
  /** Instead of 'Remove {name}'. */
  remove?: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: Way) => void
  onRemove: () => void
}

/** Move an entry of a list up or down, or remove it. At an end a button looks disabled and keeps the focus. */
export function EntryButtons({ id, name, remove, isFirst, isLast, onMove, onRemove }: Props) {
  const button = (way: Way | 0, icon: IconName, label: string, idle: boolean, onPress: () => void) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={idle || undefined}
      data-action={`${way} ${id}`}
      onClick={onPress}
      className="grid size-9 place-items-center rounded-lg text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-35 aria-disabled:hover:bg-transparent pointer-coarse:size-11"
    >
      <Icon name={icon} size={16} />
    </button>
  )
  return (
    <span className="flex shrink-0">
      {button(-1, 'up', messages.moveUp({ name }), isFirst, () => onMove(-1))}
      {button(1, 'lower', messages.moveDown({ name }), isLast, () => onMove(1))}
      {button(0, 'close', remove ?? messages.removeNamed({ name }), false, onRemove)}
    </span>
  )
}
