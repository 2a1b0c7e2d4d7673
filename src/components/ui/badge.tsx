import type { ReactNode } from 'react'

const LOOKS = {
  plain: 'border-line bg-surface text-ink-soft',
  accent: 'border-transparent bg-accent-soft text-ink',
}

/** The classes of a badge, for links that look like one. */
export function badgeClass(look: keyof typeof LOOKS = 'plain'): string {
  return `badge ${LOOKS[look]}`
}

/** A short label: a category, a count, a distinction. */
export function Badge({ look, children }: { look?: keyof typeof LOOKS; children: ReactNode }) {
  return <span className={badgeClass(look)}>{children}</span>
}
