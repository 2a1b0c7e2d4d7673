import type { ComponentProps, ReactNode } from 'react'

const SIZES = {
  card: 'reason reason-card',
  category: 'reason reason-category',
  aside: 'reason mt-1 basis-full text-base leading-snug',
  page: 'reason reason-page',
  lead: 'reason reason-page reason-lead',
}

type Props = {
  /** In a list; of a category; beside other texts; as a page's content; as what opens a page. */
  size: keyof typeof SIZES
  reason: ReactNode
  /** Who wrote it, and what else belongs to it. */
  children: ReactNode
} & Pick<ComponentProps<'figure'>, 'id' | 'tabIndex' | 'className'>

/** The reason of a recommendation, set as a quotation, with what belongs to it below. */
export function Reason({ size, reason, children, className = '', ...figure }: Props) {
  return (
    <figure {...figure} className={`${SIZES[size]} ${className}`}>
      <blockquote dir="auto">{reason}</blockquote>
      <figcaption>{children}</figcaption>
    </figure>
  )
}
