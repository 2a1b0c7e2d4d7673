import { queryOptions, useQuery } from '@tanstack/react-query'
import * as heads from '#messages/admin-heads.js'
import * as messages from '#messages/backup.js'
import { LoadingBox } from '~/components/ui/loading-box'
import { Pending } from '~/components/ui/pending'
import { SectionHeading } from '~/components/ui/section-heading'
import { toMachineTime } from '~/lib/dates'
import { getDb } from '~/lib/db-client'
import { servesItsBackend } from '~/lib/environment'
import { dataOf } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { formatDateTime } from './format-date-time'

export const lastBackupQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'last-backup'],
    queryFn: ({ signal }) => dataOf(getDb().rpc('get_first_steps').single(), 'loadBackup', signal),
    select: ({ backup_at }) => backup_at,
    staleTime: 0,
  })

const WAYS = [
  { title: messages.now, how: messages.nowHow, command: messages.nowCommand },
  { title: messages.daily, how: messages.dailyHow, command: messages.dailyCommand },
  { title: messages.ownDatabase, how: messages.ownDatabaseHow, command: messages.ownDatabaseCommand },
  { title: messages.restore, how: messages.restoreHow, command: messages.restoreCommand },
]

/** When the last backup was made, and how to make and restore one. A hosted project makes its own. */
export function BackupPage({ userId }: { userId: string }) {
  return (
    <div className="max-w-[860px]">
      <SectionHeading>{heads.backup}</SectionHeading>
      {servesItsBackend() ? (
        <>
          <p className="mt-1.5 text-ink-soft">{messages.intro}</p>
          <LastBackup userId={userId} />
          <ul className="mt-8 grid gap-x-8 gap-y-7">
            {WAYS.map(({ title, how, command }) => (
              <li key={title} className="grid content-start gap-2">
                <h3 className="font-medium">{title}</h3>
                <p className="text-[15px] text-ink-soft">{how}</p>
                <pre className="whitespace-pre-wrap break-words rounded-card border border-line bg-surface px-4 py-3 text-[13px] leading-6">
                  {command}
                </pre>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="mt-1.5 max-w-[62ch] text-ink-soft">{messages.byHosting}</p>
      )}
    </div>
  )
}

function LastBackup({ userId }: { userId: string }) {
  const { data: madeAt, error, refetch } = useQuery(lastBackupQuery(userId))
  const skeleton = <LoadingBox className="mt-5 h-16 rounded-card" />
  if (madeAt === undefined) return <Pending className="mt-5" query={{ error, refetch }} skeleton={skeleton} />
  return (
    <p className="card mt-5 p-5">
      {madeAt ? (
        <>
          {messages.lastMade}
          <time dateTime={toMachineTime(madeAt)} className="font-medium">
            {formatDateTime(madeAt)}
          </time>
          .
        </>
      ) : (
        messages.noneYet
      )}
    </p>
  )
}
