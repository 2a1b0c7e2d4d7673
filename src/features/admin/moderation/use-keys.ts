import { useEffect, useRef, useState } from 'react'
import { keep, readKept } from '~/lib/kept'

/** Where this browser keeps that the keys are switched off. */
const OFF = 'plaudit-inbox-keys-off'

/**
 * Single keys for a page, none while someone types, chooses in a dialog, or holds Ctrl. They can be switched off (WCAG
 * 2.1.4).
 */
export function useKeys(actions: Record<string, () => unknown>) {
  const [areOn, setAreOn] = useState(() => readKept(OFF, (off) => off === 1) !== true)
  const latest = useRef(actions)
  latest.current = actions

  useEffect(() => {
    if (!areOn) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented)
        return
      // A key that is held moves, and decides nothing.
      if (isBusy(event.target) || (event.repeat && !/^[jk]$/i.test(event.key))) return
      const act = latest.current[nameOf(event)]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [areOn])

  return {
    areOn,
    setOn(on: boolean) {
      keep(OFF, on ? undefined : 1)
      setAreOn(on)
    },
  }
}

/** The letter on the key where the keyboard writes another script. */
function nameOf({ key, code }: KeyboardEvent): string {
  const written = /^[\x20-\x7e]$/.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1]
  return (written ?? '').toLowerCase()
}

function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]')) return true
  return (
    target instanceof Element &&
    target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]')
  )
}
