import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import * as messages from '#messages/member-page.js'
import { Logo } from '~/components/logo'
import { Reason } from '~/components/reason'
import { EmptyState } from '~/components/ui/empty-state'
import { MoreButton } from '~/components/ui/more-button'
import { SectionTitle } from '~/components/ui/section-title'
import { ToolLink } from '~/components/ui/tool-link'
import { formatDay, toMachineTime } from '~/lib/dates'
import { useSite } from '~/lib/site-data'
import { type Member, memberQueries } from './member-data'

/** What a member shows of themselves to everybody: since when, what they recommend, and what they sent in. */
export function MemberPage({ member }: { member: Member }) {
  return (
    <div className="wrap pt-9 pb-20 md:pt-16">
      <h1 dir="auto" className="display text-[34px] wrap-anywhere md:text-[48px]">
        @{member.username}
      </h1>
      <p className="mt-3 text-ink-soft">
        {common.memberSince}{' '}
        <time dateTime={toMachineTime(member.created_at)}>{formatDay(member.created_at)}</time>
      </p>
      <div className="mt-9 grid gap-10 border-line border-t pt-9 md:grid-cols-[minmax(0,3fr)_minmax(0,1fr)] md:gap-14">
        <Recommended memberId={member.id} />
        <div className="grid content-start gap-10">
          <Lists memberId={member.id} />
          <Submitted memberId={member.id} />
        </div>
      </div>
    </div>
  )
}

function Recommended({ memberId }: { memberId: string }) {
  const list = useSuspenseInfiniteQuery(memberQueries.recommendations(memberId))
  const items = list.data.pages.flatMap(({ rows }) => rows)
  return (
    <section aria-labelledby="recommended" className="min-w-0">
      <SectionTitle id="recommended">{common.recommendations}</SectionTitle>
      {items.length === 0 ? (
        <EmptyState className="mt-5" title={common.noRecommendationsYet} />
      ) : (
        <ul>
          {items.map(({ id, reason, created_at, tools: tool }) => (
            <li key={id} className="border-line border-b py-6">
              <h3 className="font-medium text-[15px]">
                <ToolLink slug={tool.slug} className="target gap-3 rounded-md hover:underline">
                  <Logo tool={tool} alt="" size="row" />
                  {tool.name}
                </ToolLink>
              </h3>
              <Reason size="page" reason={reason} className="mt-2">
                <time dateTime={toMachineTime(created_at)}>{formatDay(created_at)}</time>
              </Reason>
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list} size="lg" className="mt-7" />
    </section>
  )
}

/** Nothing for a member without public lists. */
function Lists({ memberId }: { memberId: string }) {
  const site = useSite()
  const { data: lists } = useSuspenseQuery(memberQueries.lists(memberId))
  if (lists.length === 0) return null
  return (
    <section aria-labelledby="lists" className="min-w-0">
      <SectionTitle id="lists">{messages.lists}</SectionTitle>
      <ul className="mt-3">
        {lists.map(({ address, name, tools }) => (
          <li key={address} className="border-line border-b py-3">
            <Link
              to="/lists/$address"
              params={{ address }}
              dir="auto"
              className="font-medium text-[15px] wrap-anywhere hover:underline"
            >
              {name}
            </Link>
            <p className="text-[13px] text-ink-faint">{messages.count({ ...site, count: tools })}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Nothing for a member who sent nothing in. */
function Submitted({ memberId }: { memberId: string }) {
  const site = useSite()
  const list = useSuspenseInfiniteQuery(memberQueries.submitted(memberId))
  const tools = list.data.pages.flatMap(({ rows }) => rows)
  if (tools.length === 0) return null
  return (
    <section aria-labelledby="submitted" className="min-w-0">
      <SectionTitle id="submitted">{messages.submitted(site)}</SectionTitle>
      <ul className="mt-3">
        {tools.map((tool) => (
          <li key={tool.id} className="border-line border-b py-3">
            <Link
              to="/tools/$slug"
              params={{ slug: tool.slug }}
              className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-3 rounded-md hover:underline"
            >
              <Logo tool={tool} alt="" size="row" />
              <span dir="auto" className="font-medium text-[15px] wrap-anywhere">
                {tool.name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <MoreButton list={list} className="mt-5" />
    </section>
  )
}
