import type { ComponentProps } from 'react'
import { Icon } from './icon'

/** A choice of one from a few, in the look of the other fields. `className` is for the box around it. */
export function Select({ className = '', ...select }: ComponentProps<'select'>) {
  return (
    <div className={`relative min-w-0 ${className}`}>
      <select {...select} className="field-input appearance-none truncate pr-9 md:text-sm" />
      <Icon name="down" className="pointer-events-none absolute top-3.5 right-3 text-ink-faint" />
    </div>
  )
}
