import { Link } from '@tanstack/react-router'
import * as messages from '#messages/recommendations.js'
import type { RecommendationSort } from './recommendations-data'

const ORDERS: readonly { sort: RecommendationSort; label: string }[] = [
  { sort: 'newest', label: messages.newest },
  { sort: 'helpful', label: messages.mostHelpful },
]

/** The orders of a tool's recommendations, each with its own URL. */
export function RecommendationOrder({ sort }: { sort: RecommendationSort }) {
  return (
    <nav aria-label={messages.order} className="ms-auto print:hidden">
      <ul className="flex flex-wrap">
        {ORDERS.map((order) => (
          <li key={order.sort}>
            <Link
              to="."
              search={{ sort: order.sort === 'newest' ? undefined : order.sort }}
              rel={order.sort === 'newest' ? undefined : 'nofollow'}
              resetScroll={false}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={order.sort === sort ? 'page' : undefined}
              className={`inline-flex min-h-8 items-center rounded-full px-2 font-medium text-[13px] leading-none whitespace-nowrap transition-colors pointer-coarse:min-h-11 ${order.sort === sort ? 'bg-sunken text-ink' : 'text-ink-faint hover:text-ink'}`}
            >
              {order.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
