import { Link } from '@tanstack/react-router'
import type { Sort } from './tools-data'

const ORDERS: readonly { sort: Sort | undefined; label: string }[] = [
  { sort: undefined, label: 'Newest' },
  { sort: 'top', label: 'Most recommended' },
  { sort: 'trending', label: 'Trending' },
]

const LINK =
  'inline-flex min-h-8 items-center rounded-full px-2.5 text-[13px] leading-none font-medium text-ink-faint transition-colors hover:text-ink pointer-coarse:min-h-11'

/** The orders of the list on this page, each an address of its own; another one starts at the list's first page. */
export function SortLinks({ sort }: { sort: Sort | undefined }) {
  return (
    <nav aria-label="Order of the list" className="-ml-2.5 print:hidden">
      <ul className="flex">
        {ORDERS.map((order) => (
          <li key={order.label}>
            <Link
              to="."
              search={(now) =>
                order.sort === sort ? now : { ...now, sort: order.sort, show: undefined, search: undefined }
              }
              // Search engines are shown the newest first, and need not follow the others.
              rel={order.sort && 'nofollow'}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true }}
              className={LINK}
              activeProps={{ className: 'bg-sunken text-ink!' }}
            >
              {order.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
