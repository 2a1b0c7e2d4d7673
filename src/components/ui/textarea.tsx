import type { ComponentProps } from 'react'

/** A multi-line text field, in the serif face because the text is published as a quotation. */
export function Textarea({ className = '', ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      dir="auto"
      className={`field-input min-h-[116px] resize-y py-3 font-serif text-lg leading-[1.45] ${className}`}
      {...props}
    />
  )
}
