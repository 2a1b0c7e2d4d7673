import type { ComponentProps } from 'react'

/** A single-line text field. Label it with a `FormField`. */
export function Input({ className = '', ...props }: ComponentProps<'input'>) {
  return <input dir="auto" className={`field-input ${className}`} {...props} />
}
