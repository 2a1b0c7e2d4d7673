import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import * as inbox from '#messages/inbox.js'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { LoadFailure } from '~/components/ui/load-failure'
import { SectionTitle } from '~/components/ui/section-title'
import { ago } from '~/lib/ago'
import { toMachineTime } from '~/lib/dates'
import { PersonButton } from './person-button'
import { decideListMutation, type ReportedList, reportedListsQuery } from './reported-lists-data'

type Props = { userId: string; onPerson: (username: string) => void }

/** Lists of members that were reported, and those decided last; nothing if there are none. */
export function ReportedLists({ userId, onPerson }: Props) {
  const lists = useQuery(reportedListsQuery(userId))
  if (lists.error && !lists.data) return <LoadFailure error={lists.error} onRetry={() => lists.refetch()} />
  if (!lists.data?.length) return null
  return (
    <section aria-labelledby="reported-lists">
      <SectionTitle id="reported-lists">{inbox.reportedLists}</SectionTitle>
      <ul className="card mt-3 divide-y divide-line">
        {lists.data.map((list) => (
          <Row key={list.id} list={list} userId={userId} onPerson={onPerson} />
        ))}
      </ul>
    </section>
  )
}

function Row({ list, userId, onPerson }: Props & { list: ReportedList }) {
  const { id: list_id, name, address, username, reasons, reported_at, decision } = list
  const { mutate, isPending } = useMutation(decideListMutation(userId))
  const button = (next: 'hidden' | 'kept' | 'undone', label: string) => (
    <Button
      variant="quiet"
      size="sm"
      busy={isPending}
      onClick={() => mutate({ list_id, decision: next })}
      aria-label={inbox.aboutList({ act: label, name })}
    >
      {label}
    </Button>
  )
  return (
    <li className="grid gap-x-6 gap-y-3 px-4 py-4 md:grid-cols-[minmax(0,1fr)_auto] md:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link to="/lists/$address" params={{ address }} dir="auto" className="link wrap-anywhere">
            {name}
          </Link>
          <PersonButton username={username} onPerson={onPerson} />
          <time dateTime={toMachineTime(reported_at)} className="text-[13px] text-ink-faint">
            {ago(reported_at)}
          </time>
          {decision && <Badge>{decision === 'hidden' ? inbox.listHidden : inbox.listKept}</Badge>}
        </p>
        <ul className="mt-2 grid gap-1 text-ink-soft text-sm">
          {reasons.map((reason, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: reports have no id, and their order stays.
            <li key={place} dir="auto" className="whitespace-pre-line">
              {reason}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap content-start gap-2">
        {decision ? (
          button('undone', inbox.undo)
        ) : (
          <>
            {button('kept', inbox.keepList)}
            {button('hidden', inbox.hideList)}
          </>
        )}
      </div>
    </li>
  )
}
