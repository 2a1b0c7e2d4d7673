import type { User } from '@supabase/auth-js'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as messages from '#messages/contribute.js'
import { FormSkeleton } from '~/components/form/form-states'
import { EmptyState } from '~/components/ui/empty-state'
import { adminStatusQuery } from '~/lib/admin-status-data'
import { formatDay } from '~/lib/dates'
import { useSite } from '~/lib/site-data'

type Props = { title: string; intro: ReactNode; children: ReactNode }

/** The frame of the pages on which members send something in. */
export function ContributionPage({ title, intro, children }: Props) {
  return (
    <div className="wrap pt-10 pb-24 md:pt-16">
      <div className="max-w-[680px]">
        <h1 className="display text-[34px] md:text-[44px]">{title}</h1>
        <p className="mt-3 text-[17px] text-ink-soft text-pretty">{intro}</p>
        {children}
      </div>
    </div>
  )
}

const WEEK_MS = 7 * 24 * 60 * 60_000

/** The form, or who may use it by the setting of the site; editors always may. The database decides. */
export function WhoMay({ user, isMaker, children }: { user: User; isMaker?: boolean; children: ReactNode }) {
  const { submissions } = useSite()
  const { data: role, isPending } = useQuery(adminStatusQuery(user.id))
  const from = new Date(Date.parse(user.created_at) + WEEK_MS)
  const isClosed = submissions === 'nobody'
  const isTooNew = submissions === 'week' && from > new Date()
  if (isMaker || role === 'administrator' || role === 'editor' || !(isClosed || isTooNew)) return children
  return (
    <div className="mt-8">
      {isPending ? (
        <FormSkeleton fields={4} />
      ) : (
        <EmptyState
          title={
            isClosed
              ? messages.contributeErrors.contributionsClosed
              : messages.from({ day: formatDay(from.toISOString()) })
          }
        />
      )}
    </div>
  )
}
