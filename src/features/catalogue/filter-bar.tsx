import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as messages from '~/messages/en/catalogue'
import type { HomeSearch } from './list-search'

type Quick = { label: string; isChosen: boolean; search: HomeSearch }

/** What narrows a list: panels of choices, and beside them links that make one of the choices at once. */
export function FilterBar({ quick, children }: { quick: readonly Quick[]; children: ReactNode }) {
  return (
    <div className="filter-bar">
      {children}
      <nav aria-label={messages.quickFilters}>
        <ul className="flex gap-2 md:flex-wrap">
          {quick.map(({ label, isChosen, search }) => (
            <li key={label} className="shrink-0">
              <Link
                to="."
                search={search}
                rel="nofollow"
                resetScroll={false}
                activeOptions={{ exact: true, includeSearch: true }}
                aria-current={isChosen || undefined}
                className="quick-filter"
              >
                <span dir="auto">{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}
