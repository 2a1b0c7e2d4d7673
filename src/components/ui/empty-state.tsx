import type { ReactNode } from 'react'

/** Shown for an empty list: a statement, and below it possible actions. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1.5 rounded-card border border-dashed border-line px-6 py-14 text-center text-ink-soft">
      <p className="display text-2xl leading-tight text-ink">{title}</p>
      {children}
    </div>
  )
}
