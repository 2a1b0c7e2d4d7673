import { type KeyboardEvent, useState } from 'react'

/**
 * The keyboard of a combobox with a list of options below it: arrows go through the options, Enter chooses, Escape closes.
 * `active` is the position the keys are at, -1 for none.
 */
export function useListBox(count: number, onChoose: (position: number) => void) {
  const [open, setOpen] = useState(false)
  const [wanted, setActive] = useState(-1)
  const active = open ? Math.min(wanted, count - 1) : -1

  function show(position: number): void {
    setOpen(true)
    setActive(position)
  }

  function close(): void {
    setOpen(false)
    setActive(-1)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') show(active + 1 < count ? active + 1 : 0)
    else if (event.key === 'ArrowUp') show(active > 0 ? active - 1 : count - 1)
    else if (event.key === 'Enter') {
      // Never sends the form from here.
      if (active >= 0) onChoose(active)
      else setOpen(true)
    } else if (event.key === 'Escape' && open) close()
    else return
    event.preventDefault()
  }

  return { open, active, show, close, setActive, onKeyDown }
}
