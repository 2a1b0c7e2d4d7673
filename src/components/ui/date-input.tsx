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
    <span className="relative block min-w-0">
      <input {...props} type="date" className={`field-input peer not-focus:text-transparent ${className}`} />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 end-10 start-3.5 truncate leading-[44px] text-ink peer-focus:hidden"
      >
        {shown && formatDay(shown)}
      </span>
    </span>
  )
}
