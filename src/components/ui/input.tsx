import type { ComponentProps } from 'react'

/** A line of text to type in. Name it with a `FormField`. */
export function Input({ className = '', ...props }: ComponentProps<'input'>) {
  return <input dir="auto" className={`field-input ${className}`} {...props} />
}
