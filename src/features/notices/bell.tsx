import { skipToken, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as messages from '#messages/notices.js'
import { unreadKey } from '~/lib/admin-status-data'
import { useSession } from '~/lib/session'

/** The member's way to their notices, with how many are unread: the number comes with their role (admin-status-data.ts). */
export function Bell() {
  const { user } = useSession()
  const { data: count = 0 } = useQuery<number>({ queryKey: unreadKey(user?.id ?? ''), queryFn: skipToken })
  const name = messages.bell({ count })
  return (
    <Link
      to="/profile"
      search={{ tab: 'notices' }}
      aria-label={name}
      title={name}
      className="relative grid size-11 place-items-center rounded-control text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
    >
      <svg viewBox="0 0 24 24" width={20} height={20} strokeWidth={2} className="icon" aria-hidden="true">
        <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />
      </svg>
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute start-[23px] top-1 min-w-[18px] rounded-full bg-accent px-1 py-[3px] text-center whitespace-nowrap text-[11px] leading-none font-semibold text-accent-ink tabular-nums"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  )
}
