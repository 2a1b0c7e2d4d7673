import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as inbox from '#messages/inbox.js'
import * as messages from '#messages/moderation.js'
import { EmptyState } from '~/components/ui/empty-state'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { formatNumber } from '../pager'
import { waitingQuery } from '../waiting-data'
import { AlertCard } from './alert-card'
import { alertsQuery } from './alerts-data'
import { CasesPanel } from './cases-panel'
import { CasesSkeleton } from './cases-skeleton'
import { type FlagsSearch, INBOX_TABS, type InboxTab } from './flags-search'
import { MemberDrawer } from './member-drawer'
import { ReportedContentSection } from './reported-content'
import { reportedContentQuery } from './reported-content-data'

type Props = {
  user: User
  search: FlagsSearch
  /** Changes the search of the current URL; `typing` replaces the history entry instead of adding one. */
  onSearch: (change: FlagsSearch, typing: boolean) => void
}

/** Section 2, Flags page: one inbox for what was reported, appealed and noticed. */
export function InboxPage({ user, search, onSearch }: Props) {
  const [person, setPerson] = useState<string>()
  const tab = search.tab ?? 'reports'
  return (
    <section aria-labelledby="flagged-content">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <SectionHeading id="flagged-content">{messages.flaggedContent}</SectionHeading>
        <InboxTabs userId={user.id} tab={tab} />
      </div>
      {tab === 'alerts' ? (
        <AlertsPanel userId={user.id} onPerson={setPerson} />
      ) : (
        <CasesPanel
          key={tab}
          userId={user.id}
          kind={tab}
          search={search}
          onSearch={onSearch}
          onPerson={setPerson}
        />
      )}
      {person !== undefined && (
        <MemberDrawer
          userId={user.id}
          username={person}
          onClose={() => setPerson(undefined)}
          onShowOnly={() => {
            setPerson(undefined)
            onSearch({ tab: undefined, member: person }, false)
          }}
        />
      )}
    </section>
  )
}

/** Links to the parts of the inbox, each with how much waits there. */
function InboxTabs({ userId, tab }: { userId: string; tab: InboxTab }) {
  const { data: waiting } = useQuery(waitingQuery(userId))
  return (
    <nav
      aria-label={inbox.parts}
      className="flex flex-wrap gap-1 rounded-xl border border-line bg-sunken p-1"
    >
      {INBOX_TABS.map((name) => (
        <Link
          key={name}
          to="/admin/flags"
          // Everything else of the search is of one part.
          search={{ tab: name === 'reports' ? undefined : name }}
          // The router marks a link as current by its path alone; a search within a part keeps that part.
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={name === tab ? 'page' : undefined}
          className="inline-flex h-9 items-center gap-2 rounded-lg px-2 font-medium text-ink-soft text-sm md:px-3 transition-colors hover:text-ink aria-[current=page]:bg-raised aria-[current=page]:text-ink aria-[current=page]:shadow-card pointer-coarse:h-11"
        >
          {inbox.tabs[name]}
          {/* As wide before it is known. */}
          <span className="min-w-[2ch] font-normal text-[13px] tabular-nums">
            {waiting && formatNumber(waiting[name])}
          </span>
        </Link>
      ))}
    </nav>
  )
}

type AlertsPanelProps = { userId: string; onPerson: (username: string) => void }

/** Reported lists and answers, bursts of recommendations, and appeals of members whose recommendations are not counted. */
function AlertsPanel({ userId, onPerson }: AlertsPanelProps) {
  const alerts = useQuery(alertsQuery(userId))
  const reported = useQuery(reportedContentQuery(userId))
  const isClear = alerts.data?.length === 0 && reported.data?.every(({ decision }) => decision) === true
  return (
    <div className="mt-5 grid gap-4">
      <ReportedContentSection userId={userId} onPerson={onPerson} />
      {!alerts.data && <Pending query={alerts} skeleton={<CasesSkeleton />} />}
      {isClear && (
        <EmptyState title={inbox.noAlerts}>
          <p className="max-w-[48ch] text-pretty">{inbox.alertsHint}</p>
        </EmptyState>
      )}
      {alerts.data?.map((alert) => (
        <AlertCard key={alert.id} userId={userId} alert={alert} onPerson={onPerson} />
      ))}
    </div>
  )
}
