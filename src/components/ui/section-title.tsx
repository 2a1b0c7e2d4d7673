import type { ComponentProps } from 'react'

/** A small heading of a page's section: the emphasis is on the content. */
export function SectionTitle(props: Omit<ComponentProps<'h2'>, 'className'>) {
  return <h2 {...props} className="text-[15px] leading-normal font-[550] tracking-[-0.01em]" />
}
