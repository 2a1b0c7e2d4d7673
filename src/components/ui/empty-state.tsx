import type { ReactNode } from 'react'

/** Shown for an empty list: a statement, and below it possible actions. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="empty-state">
      <p className="display text-2xl leading-tight text-ink">{title}</p>
      {children}
    </div>
  )
}
