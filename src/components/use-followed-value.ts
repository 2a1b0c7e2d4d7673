import { type RefObject, useEffect, useRef } from 'react'

/**
 * For an uncontrolled field: shows `value` when it changes. At first the field keeps what was typed before hydration;
 * afterwards it keeps the focus, which a new `key` would lose.
 */
export function useFollowedValue(value = ''): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (field.current && shown.current !== value) field.current.value = value
    shown.current = value
  }, [value])
  return field
}
