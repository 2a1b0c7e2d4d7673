import { Link, useLocation } from '@tanstack/react-router'
import { Tabs } from 'radix-ui'
import type { KeyboardEvent, ReactNode } from 'react'
import * as messages from '#messages/admin.js'
import * as heads from '#messages/admin-heads.js'
import * as common from '#messages/common.js'
import { useViewer } from '~/components/layout/use-viewer'
import { TabList, tabProps } from '~/components/ui/tab'
import { useSession } from '~/lib/session'
import { useSite } from '~/lib/site-data'
import { DIRECTION, type Text, textOf } from '~/lib/texts'
import { formatNumber } from './pager'
import { useWaitingMark } from './use-waiting-mark'

const INBOX = '/admin/flags'
const SUBMISSIONS = '/admin/submissions'

/** The sections of the dashboard; each has its list at `to` and its forms below it. `also`: beside administrators. */
const TABS: readonly { to: string; label: Text; also?: 'moderator' | 'editor' }[] = [
  { to: '/admin/tools', label: common.itemsTitle, also: 'editor' },
  { to: '/admin/categories', label: common.categories, also: 'editor' },
  { to: SUBMISSIONS, label: heads.submissions, also: 'editor' },
  { to: INBOX, label: heads.flags, also: 'moderator' },
  { to: '/admin/people', label: heads.people, also: 'moderator' },
  { to: '/admin/audit', label: heads.auditLog, also: 'moderator' },
  { to: '/admin/transfer', label: heads.importAndExport, also: 'editor' },
  { to: '/admin/numbers', label: heads.numbers },
  { to: '/admin/backup', label: heads.backup },
  { to: '/admin/search', label: heads.searchSettings },
  { to: '/admin/site', label: heads.siteSettings },
]

const tabsOf = (role: string | null) =>
  TABS.filter(({ also }) => role !== null && (role === 'administrator' || role === also))

const isIn = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`)

/** Where a person with this role is led who opens a page of the dashboard: there, if they may. */
export function placeFor(role: string | null, pathname: string): string {
  if (role === 'administrator') return pathname
  const tabs = tabsOf(role)
  const isHome = /^\/admin\/?$/.test(pathname)
  // The dashboard's first page is the list of tools.
  if (tabs.some(({ to }) => isIn(isHome ? '/admin/tools' : pathname, to))) return pathname
  return (isHome && tabs[0]?.to) || '/'
}

/**
 * The frame of every admin page (section 2, Admin): heading, tabs, and the page as the selected tab's panel. The tabs
 * are links; arrow keys move among them, Enter or Space opens one.
 */
export function AdminShell({ children }: { children: ReactNode }) {
  const site = useSite()
  const { pathname } = useLocation()
  const { user } = useSession()
  const { role } = useViewer()
  const shown = tabsOf(role)
  const waiting = useWaitingMark(user?.id, shown.length > 0)
  const open = shown.find(({ to }) => isIn(pathname, to)) ?? shown[0]
  return (
    <div className="wrap pt-5 pb-20 md:pt-14">
      <h1 className="display text-[28px] md:text-[52px]">{messages.adminDashboard}</h1>
      <Tabs.Root dir={DIRECTION} value={open?.to ?? ''} activationMode="manual">
        <TabList label={messages.adminDashboard} selected={open?.to} className="mt-1.5 md:mt-7 md:gap-4.5">
          {shown.map(({ to, label }) => (
            <Tabs.Trigger key={to} value={to} asChild>
              <Link to={to} type={undefined} onKeyDown={openBySpace} {...tabProps}>
                {textOf(label, site)}
                <WaitingCount
                  count={to === INBOX ? waiting.inbox : to === SUBMISSIONS ? waiting.submissions : 0}
                />
              </Link>
            </Tabs.Trigger>
          ))}
        </TabList>
        <Tabs.Content value={open?.to ?? ''} tabIndex={-1} className="pt-5 outline-none md:pt-7">
          {children}
        </Tabs.Content>
      </Tabs.Root>
    </div>
  )
}

/** Beside the tab, which moves no other when it arrives. No part of its name; the title of the page says it as well. */
function WaitingCount({ count }: { count: number }) {
  return (
    count > 0 && (
      <span
        data-count={formatNumber(count)}
        className="-ms-1 absolute start-full top-0.5 rounded-full bg-accent-soft px-1.5 py-0.5 text-[11px] leading-none tabular-nums before:content-[attr(data-count)_/_'']"
      />
    )
  )
}

/** A link opens by Enter only; a tab should open by Space too. */
function openBySpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
