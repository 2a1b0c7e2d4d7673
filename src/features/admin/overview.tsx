import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as heads from '#messages/admin-heads.js'
import * as common from '#messages/common.js'
import * as messages from '#messages/overview.js'
import { Skeleton } from '~/components/ui/skeleton'
import type { Database } from '~/database.types'
import { toMachineTime } from '~/lib/dates'
import { getDb } from '~/lib/db-client'
import { servesItsBackend } from '~/lib/environment'
import { dataOf, failureText } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { useSite } from '~/lib/site-data'
import { auditQueries } from './audit/audit-data'
import { groupEntries } from './audit/group-entries'
import { sentenceOf } from './audit/sentence'
import { lastBackupQuery } from './backup-page'
import { formatDateTime } from './format-date-time'
import { type Waiting as Counts, waitingQuery } from './waiting-data'

const SHOWN_CHANGES = 3

/** The mails that wait and those that were given up. */
const queueQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'queue'],
    queryFn: ({ signal }) => dataOf(getDb().rpc('get_queue_status').maybeSingle(), 'unknown', signal),
    staleTime: 0,
  })

/** The administrator's first page: what waits, what changed, the last backup, the mails. */
export function Overview({ userId }: { userId: string }) {
  const waiting = useQuery(waitingQuery(userId))
  const backup = useQuery({ ...lastBackupQuery(userId), enabled: servesItsBackend() })
  const queue = useQuery({ ...queueQuery(userId), enabled: servesItsBackend() })
  return (
    <section aria-label={messages.overview} className="mb-8 grid gap-3 md:grid-cols-[1fr_2fr_1fr] md:gap-4">
      <Card
        title={messages.waiting}
        to="/admin/flags"
        link={messages.decide}
        query={waiting}
        height="min-h-12"
      >
        {waiting.data && <Waiting {...waiting.data} />}
      </Card>
      <Changes userId={userId} />
      {servesItsBackend() && (
        <Card title={messages.lastBackup} to="/admin/backup" link={messages.howTo} query={backup}>
          {backup.data !== undefined && (
            <p className="font-medium text-[15px]">
              {backup.data ? (
                <time dateTime={toMachineTime(backup.data)}>{formatDateTime(backup.data)}</time>
              ) : (
                messages.noBackup
              )}
            </p>
          )}
        </Card>
      )}
      {servesItsBackend() && (
        <p className="min-h-lh text-[14px] text-ink-soft md:col-span-full">
          {queue.data && <Mails {...queue.data} />}
        </p>
      )}
    </section>
  )
}

type Queue = Database['public']['Functions']['get_queue_status']['Returns'][number]

function Mails({ waiting, failed, waiting_since }: Queue) {
  return (
    <>
      {waiting_since === null
        ? messages.noMails
        : messages.mailsWaiting({ count: waiting, time: formatDateTime(waiting_since) })}{' '}
      {failed > 0 && <span className="font-medium text-ink">{messages.mailsFailed({ count: failed })}</span>}
    </>
  )
}

function Waiting({ reports, appeals, alerts, contributions }: Counts) {
  if (reports + appeals + alerts + contributions === 0)
    return <p className="font-medium text-[15px]">{messages.allClear}</p>
  return (
    <ul className="flex flex-wrap gap-x-4 font-medium text-[15px] tabular-nums">
      {reports > 0 && <li>{messages.reports({ count: reports })}</li>}
      {appeals > 0 && <li>{messages.appeals({ count: appeals })}</li>}
      {alerts > 0 && <li>{messages.alerts({ count: alerts })}</li>}
      {contributions > 0 && (
        <li>
          <Link to="/admin/submissions" className="link">
            {messages.submissions({ count: contributions })}
          </Link>
        </li>
      )}
    </ul>
  )
}

function Changes({ userId }: { userId: string }) {
  const site = useSite()
  const log = useQuery({
    ...auditQueries.newest(userId),
    select: (entries) => groupEntries(entries).slice(0, SHOWN_CHANGES),
  })
  return (
    <Card title={messages.changes} to="/admin/audit" link={heads.auditLog} query={log} height="min-h-[66px]">
      {log.data?.length === 0 && <p className="text-[15px] text-ink-soft">{common.nothingChanged}</p>}
      <ul className="grid gap-1 text-[14px] leading-snug">
        {log.data?.map((saved) => {
          const { who, did, what = '', rest } = sentenceOf(saved, site)
          return (
            <li key={saved.id} dir="auto" className="truncate">
              <bdi className="font-medium">{who}</bdi> {did} <bdi className="font-medium">{what}</bdi>
              {rest}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

type CardProps = {
  title: string
  to: '/admin/flags' | '/admin/audit' | '/admin/backup'
  link: string
  /** Of what it shows. */
  query: { isPending: boolean; error: Error | null; data?: unknown }
  /** Of what it usually shows, so that nothing moves. */
  height?: string
  children: ReactNode
}

function Card({ title, to, link, query, height = 'min-h-6', children }: CardProps) {
  const site = useSite()
  const { isPending, error, data } = query
  return (
    <div className="card grid min-w-0 grid-rows-[auto_1fr_auto] gap-2 p-4 md:p-5">
      <h2 className="text-[13px] text-ink-faint">{title}</h2>
      <div className={`min-w-0 ${height}`}>
        {isPending && <Skeleton className="h-5 w-3/4" />}
        {error && data === undefined && <p className="text-[14px]">{failureText(error, site)}</p>}
        {!isPending && children}
      </div>
      <Link to={to} className="link justify-self-start text-[13px] pointer-coarse:py-3">
        {link}
      </Link>
    </div>
  )
}
