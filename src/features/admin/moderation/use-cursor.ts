import { useEffect, useRef, useState } from 'react'
import { cardElementId } from './use-decide'

/**
 * The current row of a list, for the keys: the one that has the focus, or had it last. When it leaves the list, the one
 * that takes its place is the next, also when that comes only later.
 */
export function useCursor(ids: readonly string[]) {
  const [current, setCurrent] = useState<string>()
  const place = useRef(-1)
  /** The row that left the list empty: who decides quickly is faster than the next page. */
  const emptiedBy = useRef<string>(undefined)
  const found = current === undefined ? -1 : ids.indexOf(current)
  if (found >= 0) place.current = found

  /** `leaving`: the current row is about to leave, so its neighbour is current even at the end. */
  function move(step: 1 | -1, leaving = false): void {
    const here = place.current
    // The row that was current is gone: another stands in its place.
    const next = found < 0 && here >= 0 ? (step > 0 ? here : here - 1) : here + step
    const bounded = Math.max(0, Math.min(next, ids.length - 1))
    const id = leaving && bounded === here ? ids[here - 1] : ids[bounded]
    setCurrent(id)
    emptiedBy.current = leaving && id === undefined ? ids[here] : undefined
    if (id !== undefined) document.getElementById(cardElementId(id))?.focus()
  }

  useEffect(() => {
    const left = emptiedBy.current
    const next = left === undefined ? undefined : ids.find((id) => id !== left)
    if (left === undefined || next === undefined) return
    emptiedBy.current = undefined
    setCurrent(next)
    // Not away from where somebody has gone meanwhile.
    const focused = document.activeElement
    if (focused === document.body || focused?.id === cardElementId(left))
      document.getElementById(cardElementId(next))?.focus()
  }, [ids])

  return {
    current: found >= 0 ? current : undefined,
    move,
    set: setCurrent,
    reset() {
      place.current = -1
      emptiedBy.current = undefined
      setCurrent(undefined)
    },
  }
}
