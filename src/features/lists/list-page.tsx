import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import * as messages from '#messages/list-page.js'
import { lazyPart } from '~/components/lazy-part'
import { Logo } from '~/components/logo'
import { MemberLink } from '~/components/member-link'
import { EmptyState } from '~/components/ui/empty-state'
import { formatDay, toMachineTime } from '~/lib/dates'
import { getEnvironment } from '~/lib/environment'
import { useSession } from '~/lib/session'
import { useSite } from '~/lib/site-data'
import type { MemberList } from './lists-data'

// Not for visitors, and not before the page is shown.
const ListActions = lazyPart(() => import('./list-actions').then((part) => part.ListActions))

/** A public list of a member: tools in their order, with what they say about each. `report`: what reports it. */
export function ListPage({ list, report }: { list: MemberList; report: ReactNode }) {
  const { user } = useSession()
  const site = useSite()
  const { name, username, has_page, changed_at, address, tools } = list
  return (
    <div className="wrap max-w-[820px] pt-9 pb-20 md:pt-16">
      <h1 dir="auto" className="display text-[34px] text-balance wrap-anywhere md:text-[48px]">
        {name}
      </h1>
      <p className="mt-3.5 flex flex-wrap gap-x-2 text-ink-soft">
        <span dir="auto">
          <MemberLink username={username} hasPage={has_page} className="font-medium" />
        </span>
        <Dot />
        <span>{common.itemCount({ ...site, count: tools.length })}</span>
        <Dot />
        <time dateTime={toMachineTime(changed_at)}>{messages.changedOn({ day: formatDay(changed_at) })}</time>
      </p>
      {tools.length === 0 ? (
        <EmptyState className="mt-8" title={common.emptyList} />
      ) : (
        <ol aria-label={name} className="mt-8 border-line border-t">
          {tools.map((tool) => (
            <ListedToolRow key={tool.id} tool={tool} />
          ))}
        </ol>
      )}
      <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-2 text-[13px]">
        <a href={`${getEnvironment().publicUrl}/lists/${address}/feed.xml`} className="link target">
          {messages.feed}
        </a>
        {user && <ListActions list={list} userId={user.id} report={report} />}
      </div>
    </div>
  )
}

const Dot = () => <span aria-hidden="true">·</span>

type RowProps = { tool: MemberList['tools'][number]; children?: ReactNode }

/** A tool of a list, with its note; `children`: what its owner may do about it. */
export function ListedToolRow({ tool, children }: RowProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 border-line border-b py-5 md:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Logo tool={tool} alt="" size="card" />
      <article className="min-w-0">
        <h2 className="font-medium text-[15px]" dir="auto">
          <Link
            to="/tools/$slug"
            params={{ slug: tool.slug }}
            className="relative rounded-md hover:underline pointer-coarse:before:absolute pointer-coarse:before:-inset-y-3.5"
          >
            {tool.name}
          </Link>
        </h2>
        <p dir="auto" className="mt-1 line-clamp-2 text-ink-soft">
          {tool.short_description}
        </p>
        {tool.note && (
          <p
            dir="auto"
            className="mt-2.5 max-w-[58ch] whitespace-pre-line quote-bar font-serif text-[17px] leading-snug"
          >
            {tool.note}
          </p>
        )}
      </article>
      {children && <div className="max-md:col-start-2 max-md:mt-3">{children}</div>}
    </li>
  )
}
