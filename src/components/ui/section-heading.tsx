import type { ComponentProps } from 'react'

/** The heading of a dashboard page, below the tabs. */
export function SectionHeading({ children, ...heading }: ComponentProps<'h2'>) {
  return (
    <h2 {...heading} className="display text-[22px] outline-none md:text-[26px]">
      {children}
    </h2>
  )
}
