import type { ComponentProps } from 'react'
import { formatDay } from '~/lib/dates'

/**
 * A date, written as everywhere on the site while nobody types: the browser's own format follows its language, not the
 * page's. `shown` is the value.
 */
export function DateInput({
  shown,
  className = '',
  ...props
}: ComponentProps<'input'> & { shown: string | null | undefined }) {
  return (
    <span className="date-field relative block min-w-0">
      <input {...props} type="date" className={`field-input ${className}`} />
      <span aria-hidden="true" className="truncate text-ink">
        {shown && formatDay(shown)}
      </span>
    </span>
  )
}
