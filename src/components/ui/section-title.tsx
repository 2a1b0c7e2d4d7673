import type { ComponentProps } from 'react'

/** The heading of a part of a page that is set small: what it heads is what is read. */
export function SectionTitle(props: Omit<ComponentProps<'h2'>, 'className'>) {
  return <h2 {...props} className="text-[15px] leading-normal font-[550] tracking-[-0.01em]" />
}
