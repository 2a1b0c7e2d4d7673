import { Link, useLocation } from '@tanstack/react-router'
import { Tabs } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

/** The sections of the dashboard; each has its list at `to` and its forms below it. */
const TABS: readonly { to: string; label: string }[] = [
  { to: '/admin/tools', label: 'Tools' },
  { to: '/admin/categories', label: 'Categories' },
  { to: '/admin/flags', label: 'Flags' },
  { to: '/admin/people', label: 'People' },
  { to: '/admin/audit', label: 'Audit log' },
  { to: '/admin/transfer', label: 'Import & export' },
]

const TAB =
  'relative -mb-px shrink-0 whitespace-nowrap border-b-2 border-transparent py-3 font-medium text-ink-soft transition-colors hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-ink'

/**
 * The frame of every admin page (section 2, Admin): heading, tabs, and the page as the open tab's panel. The tabs are
 * links; arrow keys move among them, Enter or Space opens one.
 */
export function AdminShell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const open = TABS.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) ?? TABS[0]
  const tabs = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // On a narrow screen the tabs scroll; the open one is to be seen.
    const active = open && tabs.current?.querySelector('[data-state=active]')
    active?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])

  return (
    <div className="wrap pt-10 pb-20 md:pt-14">
      <h1 className="display text-[38px] md:text-[52px]">Admin Dashboard</h1>
      <Tabs.Root value={open?.to ?? ''} activationMode="manual">
        <Tabs.List
          ref={tabs}
          aria-label="Admin Dashboard"
          className="mt-7 flex gap-6 overflow-x-auto border-line border-b pb-px [scrollbar-width:none]"
        >
          {TABS.map(({ to, label }) => (
            <Tabs.Trigger key={to} value={to} asChild>
              <Link to={to} type={undefined} onKeyDown={openBySpace} className={TAB}>
                {label}
              </Link>
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        <Tabs.Content value={open?.to ?? ''} tabIndex={-1} className="pt-7 outline-none">
          {children}
        </Tabs.Content>
      </Tabs.Root>
    </div>
  )
}

/** A link opens by Enter; what looks like a tab is expected to open by Space too. */
function openBySpace(event: KeyboardEvent<HTMLAnchorElement>): void {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
