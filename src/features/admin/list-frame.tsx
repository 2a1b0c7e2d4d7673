import { Link } from '@tanstack/react-router'
import type { ReactNode, Ref } from 'react'
import { buttonClass } from '~/components/ui/button'
import { formatNumber } from './pager'

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
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <h2 ref={headingRef} tabIndex={-1} className="display text-[26px] outline-none">
          {title}
        </h2>
        <p role="status" className="mt-1 min-w-16 text-[13px] text-ink-faint tabular-nums">
          {total !== null && `${formatNumber(total)} ${total === 1 ? noun[0] : noun[1]}`}
        </p>
        <Link to={add.to} className={buttonClass({ className: 'ml-auto' })}>
          {add.label}
        </Link>
      </div>
      <div className="mt-5 mb-4 flex flex-col gap-3 md:flex-row md:items-center">{tools}</div>
      {children}
    </section>
  )
}
