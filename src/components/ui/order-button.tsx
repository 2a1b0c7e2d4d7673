import { type RefObject, useLayoutEffect, useRef } from 'react'
import { Icon, type IconName } from './icon'

type Props = { icon: IconName; label: string; action: string; idle?: boolean; onPress: () => void }

/** Moves or removes a row of a list. `idle` looks disabled but keeps the focus: the row may be moved again. */
export function OrderButton({ icon, label, action, idle = false, onPress }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={idle || undefined}
      data-action={action}
      onClick={onPress}
      className="grid size-9 place-items-center rounded-lg text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-35 aria-disabled:hover:bg-transparent pointer-coarse:size-11"
    >
      <Icon name={icon} size={16} />
    </button>
  )
}

/**
 * Says which `action` in the list gets the focus after the next rendering: browsers drop the focus when an element is
 * moved or removed.
 */
export function useNextFocus(list: RefObject<HTMLElement | null>): (action: string | undefined) => void {
  const next = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (next.current === undefined) return
    list.current?.querySelector<HTMLElement>(`[data-action="${next.current}"]`)?.focus()
    next.current = undefined
  })
  return (action) => {
    next.current = action
  }
}
