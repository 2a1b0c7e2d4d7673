import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as messages from '#messages/common.js'

/** Breadcrumbs: home, these links, and the page itself. */
export function Breadcrumb({ links, current }: { links: ReactNode[]; current: ReactNode }) {
  return (
    <nav aria-label={messages.breadcrumb} className="pt-7 text-[13px] text-ink-faint pointer-coarse:pt-1">
      <ol className="flex flex-wrap items-center gap-x-2 pointer-coarse:leading-[44px] [&_a]:inline-block [&_a]:rounded-sm [&_a]:transition-colors [&_a:hover]:text-ink">
        {[
          <Link key="home" to="/">
            {messages.home}
          </Link>,
          ...links,
        ].map((link, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is identified by its position.
          <li key={position} className="flex gap-2">
            {link}
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page" dir="auto" className="min-w-0">
          {current}
        </li>
      </ol>
    </nav>
  )
}
