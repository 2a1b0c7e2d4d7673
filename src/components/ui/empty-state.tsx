import type { ReactNode } from 'react'

/** What stands where a list is empty: the fact, and below it what one may do. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1.5 rounded-card border border-dashed border-line px-6 py-14 text-center text-ink-soft">
      <p className="display text-2xl leading-tight text-ink">{title}</p>
      {children}
    </div>
  )
}
