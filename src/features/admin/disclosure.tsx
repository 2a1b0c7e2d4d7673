import type { ReactNode } from 'react'
import { Icon } from '~/components/ui/icon'

type Props = { summary: string; className?: string; children: ReactNode }

/** Expandable details; the arrow shows whether they are open. */
export function Disclosure({ summary, className = '', children }: Props) {
  return (
    <details className={`group text-sm ${className}`}>
      <summary className="inline-flex min-h-6 list-none items-center gap-1.5 rounded-md font-medium text-ink-soft hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <Icon
          name="down"
          size={14}
          className="shrink-0 transition-transform not-group-open:-rotate-90 rtl:not-group-open:rotate-90"
        />
        {summary}
      </summary>
      {children}
    </details>
  )
}
