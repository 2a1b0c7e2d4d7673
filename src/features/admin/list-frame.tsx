import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { buttonClass } from '~/components/ui/button'
import { formatNumber } from './pager'
import { SectionHeading } from './section-heading'

type Props = {
  title: string
  /** How many rows there are in all, and what one and many are called. Null while not known. */
  total: number | null
  noun: readonly [one: string, many: string]
  add: { to: '/admin/tools/new' | '/admin/categories/new'; label: string }
  /** Search field and sorting. */
  tools: ReactNode
  headingRef: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** The frame of the catalogue's lists: heading, count, the way to a new entry, search and sorting, the list. */
export function ListFrame({ title, total, noun, add, tools, headingRef, children }: Props) {
  return (
    <section aria-label={title}>
      <div className="flex items-center justify-between gap-x-4">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-4">
          <SectionHeading ref={headingRef} tabIndex={-1}>
            {title}
          </SectionHeading>
          <p role="status" className="min-h-5 min-w-16 text-[13px] text-ink-faint leading-5 tabular-nums">
            {total !== null && `${formatNumber(total)} ${total === 1 ? noun[0] : noun[1]}`}
          </p>
        </div>
        <Link to={add.to} className={buttonClass()}>
          {add.label}
        </Link>
      </div>
      <div className="mt-4 mb-4 flex items-center gap-2 md:mt-5 md:gap-3">{tools}</div>
      {children}
    </section>
  )
}
