import { type ComponentProps, useEffect, useRef } from 'react'

/** A single-line text field. Label it with a `FormField`. */
export function Input({ className = '', ...props }: ComponentProps<'input'>) {
  return <input dir="auto" className={`field-input ${className}`} {...props} />
}

/**
 * An uncontrolled field that shows `value` again when that changes, such as a search in the URL. At first it keeps what
 * was typed before hydration; afterwards it keeps the focus, which a new `key` would lose.
 */
export function UrlInput({ value = '', ...props }: ComponentProps<'input'> & { value?: string | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (field.current && shown.current !== value) field.current.value = value
    shown.current = value
  }, [value])
  return <Input ref={field} {...props} defaultValue={value} />
}
