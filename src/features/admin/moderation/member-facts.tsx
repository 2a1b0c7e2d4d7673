import type { ReactNode } from 'react'
import * as common from '#messages/common.js'
import * as inbox from '#messages/inbox.js'
import * as members from '#messages/members.js'
import * as messages from '#messages/moderation.js'
import { Ago } from '~/components/ago'
import { Reason } from '~/components/reason'
import { Badge } from '~/components/ui/badge'
import { ToolLink } from '~/components/ui/tool-link'
import { formatDay, toMachineTime } from '~/lib/dates'
import { formatNumber } from '../pager'
import { FormerTexts } from './former-texts'
import type { MemberRecord } from './member-record-data'
import { person } from './moderation-messages'

type Props = { member: MemberRecord; onShowOnly: () => void }

/** Since when, how much of theirs is shown, how their reports ended, and what was decided before. */
export function MemberFacts({ member, onShowOnly }: Props) {
  const { recommendations, reports, last_decisions: decisions, last_recommendations: latest } = member
  return (
    <div className="grid gap-6 pb-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-soft text-sm">
        <span>
          {members.memberSince}
          <time dateTime={toMachineTime(member.since)}>{formatDay(member.since)}</time>
        </span>
        {member.role && <Badge>{members.roleName({ role: member.role })}</Badge>}
        {!member.verified && <Badge>{members.notVerified}</Badge>}
        <button type="button" onClick={onShowOnly} className="link min-h-6 pointer-coarse:min-h-11">
          {inbox.showOnlyTheirs}
        </button>
      </div>
      {member.suspended && (
        <div className="border-bad/40 border-s-2 ps-3 text-sm">
          <p className="font-medium text-bad">
            {inbox.suspendedSince({ day: formatDay(member.suspended.at) })}
          </p>
          {member.suspended.reason && (
            <p dir="auto">
              <q>{member.suspended.reason}</q>
            </p>
          )}
        </div>
      )}
      <div className="grid grid-cols-2 gap-3">
        <Numbers
          title={common.recommendations}
          numbers={[
            [inbox.shown, recommendations.shown],
            [inbox.hidden, recommendations.hidden],
            [inbox.waiting, recommendations.waiting],
          ]}
        />
        <Numbers
          title={inbox.reportsMade}
          numbers={[
            [inbox.upheld, reports.upheld],
            [inbox.notUpheld, reports.rejected],
            [inbox.waiting, reports.waiting],
          ]}
        />
      </div>
      {decisions.length > 0 && (
        <Part title={inbox.lastDecisions}>
          {decisions.map((decision) => (
            <li key={decision.at} className="py-2 text-sm leading-5">
              <p className="byline">
                <span className="font-medium">{messages.decided[decision.decision]}</span>
                <span>
                  <ToolLink slug={decision.tool_slug}>{decision.tool_name}</ToolLink>
                </span>
              </p>
              {decision.reason && (
                <p dir="auto">
                  <q>{decision.reason}</q>
                </p>
              )}
              <p className="byline text-[13px] text-ink-faint">
                <span>{person(decision.by, messages.formerAdministrator)}</span>
                <Ago at={decision.at} />
              </p>
            </li>
          ))}
        </Part>
      )}
      {latest.length > 0 && (
        <Part title={inbox.lastRecommendations}>
          {latest.map(
            ({ id, tool_name, tool_slug, reason, author_role, created_at, former_texts, status }) => (
              <li key={id} className="py-2">
                <p className="text-sm">
                  <ToolLink slug={tool_slug}>{tool_name}</ToolLink>
                </p>
                <Reason size="aside" reason={reason} className="mt-0!">
                  <span className="byline">
                    {author_role && (
                      <span>
                        <bdi>{author_role}</bdi>
                      </span>
                    )}
                    <Ago at={created_at} />
                    <span>{STANDINGS[status]}</span>
                  </span>
                </Reason>
                <FormerTexts texts={former_texts} />
              </li>
            ),
          )}
        </Part>
      )}
    </div>
  )
}

const STANDINGS = { shown: inbox.shown, hidden: inbox.hidden, waiting: inbox.waiting }

function Numbers({ title, numbers }: { title: string; numbers: [label: string, value: number][] }) {
  return (
    <section className="rounded-control border border-line px-3.5 py-3">
      <h3 className="font-medium text-[13px] text-ink-soft">{title}</h3>
      <dl className="mt-1.5 grid gap-0.5 text-sm">
        {numbers.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-2">
            <dt className="text-ink-faint">{label}</dt>
            <dd className="font-medium tabular-nums">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="font-medium text-[13px] text-ink-soft">{title}</h3>
      <ul className="mt-1 divide-y divide-line">{children}</ul>
    </section>
  )
}
