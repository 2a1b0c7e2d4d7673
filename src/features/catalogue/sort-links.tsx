import { Link } from '@tanstack/react-router'
import * as messages from '#messages/catalogue.js'
import { LIST_SORTS, SEARCH_SORTS, type SearchSort, type Sort } from '#shared/sort-orders.ts'

type Order = { sort: Sort | SearchSort | undefined; label: string }

const ORDERS: readonly Order[] = [undefined, ...LIST_SORTS].map((sort) => ({
  sort,
  label: messages.sortNames[sort ?? 'newest'],
}))

/** A search has its own default order. */
const SEARCH_ORDERS: typeof ORDERS = [
  { sort: undefined, label: messages.bestMatch },
  ...SEARCH_SORTS.map((sort) => ({ sort, label: messages.sortNames[sort] })),
]

const LINK =
  'inline-flex min-h-8 items-center rounded-full px-2 text-[13px] leading-none font-medium whitespace-nowrap transition-colors pointer-coarse:min-h-11'

/** The orders of the list, each with its own URL; changing it restarts at the first page. */
export function SortLinks({ sort, isSearch }: { sort: Order['sort']; isSearch: boolean }) {
  return (
    <nav aria-label={messages.orderOfTheList} className="-ms-2 print:hidden">
      <ul className="flex flex-wrap">
        {(isSearch ? SEARCH_ORDERS : ORDERS).map((order) => (
          <li key={order.label}>
            <Link
              to="."
              search={(now) =>
                order.sort === sort ? now : { ...now, sort: order.sort, show: undefined, search: undefined }
              }
              // Search engines index the default order only and need not follow the others.
              rel={order.sort && 'nofollow'}
              resetScroll={false}
              // Set here: the router compares URLs exactly, and a list has several.
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={order.sort === sort ? 'page' : undefined}
              className={`${LINK} ${order.sort === sort ? 'bg-sunken text-ink' : 'text-ink-faint hover:text-ink'}`}
            >
              {order.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
