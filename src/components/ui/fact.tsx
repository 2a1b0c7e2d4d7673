import type { ReactNode } from 'react'

/** A name with its value, in a description list. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[13px] text-ink-faint">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere text-[15px]">{children}</dd>
    </div>
  )
}
