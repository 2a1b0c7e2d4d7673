import type { ComponentProps } from 'react'
import { Icon } from './icon'

/** A select styled like the other fields. `className` applies to the box around it. */
export function Select({ className = '', ...select }: ComponentProps<'select'>) {
  return (
    <div className={`relative min-w-0 ${className}`}>
      <select {...select} className="field-input appearance-none truncate pe-9 md:text-sm" />
      <Icon name="down" className="pointer-events-none absolute inset-y-0 end-3 my-auto text-ink-faint" />
    </div>
  )
}
