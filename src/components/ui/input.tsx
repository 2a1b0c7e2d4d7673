import { type ComponentProps, useEffect, useRef } from 'react'

/** A single-line text field. Label it with a `FormField`. */
export function Input({ className = '', ...props }: ComponentProps<'input'>) {
  return <input dir="auto" className={`field-input ${className}`} {...props} />
}

/**
 * An uncontrolled field for a search in the URL, which shows `value` again when that changes. At first it keeps what was
 * typed before hydration; afterwards it keeps the focus, which a new `key` would lose.
 */
export function UrlInput({ value = '', ...props }: ComponentProps<'input'> & { value?: string | undefined }) {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(value)
  useEffect(() => {
    if (field.current && shown.current !== value) field.current.value = value
    shown.current = value
  }, [value])
  const search = { type: 'search', enterKeyHint: 'search', className: 'min-w-0 flex-1' } as const
  return <Input ref={field} {...search} {...props} defaultValue={value} />
}
