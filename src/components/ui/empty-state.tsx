import type { ReactNode } from 'react'

type Props = { title: string; className?: string; children?: ReactNode }

/** Shown for an empty list: a statement, and below it possible actions. */
export function EmptyState({ title, className = '', children }: Props) {
  return (
    <div className={`empty-state ${className}`}>
      <p className="display text-2xl leading-tight text-ink">{title}</p>
      {children}
    </div>
  )
}
