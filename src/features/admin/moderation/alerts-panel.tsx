import { useQuery } from '@tanstack/react-query'
import * as inbox from '#messages/inbox.js'
import { EmptyState } from '~/components/ui/empty-state'
import { LoadFailure } from '~/components/ui/load-failure'
import { AlertCard } from './alert-card'
import { alertsQuery } from './alerts-data'
import { CasesSkeleton } from './cases-skeleton'
import { ReportedContentSection } from './reported-content'
import { reportedContentQuery } from './reported-content-data'

type Props = { userId: string; onPerson: (username: string) => void }

/** Reported lists and answers, bursts of recommendations, and appeals of members whose recommendations are not counted. */
export function AlertsPanel({ userId, onPerson }: Props) {
  const alerts = useQuery(alertsQuery(userId))
  const reported = useQuery(reportedContentQuery(userId))
  const isClear = alerts.data?.length === 0 && !reported.data?.some(({ decision }) => !decision)
  return (
    <div className="mt-5 grid gap-4">
      <ReportedContentSection userId={userId} onPerson={onPerson} />
      {alerts.isPending && <CasesSkeleton label={inbox.loadingAlerts} />}
      {alerts.error && !alerts.data && (
        <LoadFailure error={alerts.error} onRetry={() => void alerts.refetch()} />
      )}
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
