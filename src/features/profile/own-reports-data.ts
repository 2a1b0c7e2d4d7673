import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Db, getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'

/** Reports on a page; one more is read, to see whether there is another page. */
const REPORTS_PAGE = 15

/** The position after a page. */
type ReportCursor = { before_at: string; before_id: string }
export type OwnReport = Awaited<ReturnType<typeof listOwnReports>>['reports'][number]

/** One page of the person's reports with their outcomes, newest first. */
async function listOwnReports(db: Db, after: ReportCursor | null, signal: AbortSignal) {
  const data = await dataOf(db.rpc('list_my_reports', { ...after }), 'loadOwnReports', signal)
  const reports = data.slice(0, REPORTS_PAGE)
  const last = reports.at(-1)
  const more = data.length > REPORTS_PAGE
  return { reports, next: more && last ? { before_at: last.reported_at, before_id: last.id } : null }
}

/** The person's reports, page by page. */
export const ownReportsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [PERSONAL, userId, 'reports'],
    queryFn: ({ pageParam, signal }) => listOwnReports(getDb(), pageParam, signal),
    initialPageParam: firstPage(),
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })

const firstPage = (): ReportCursor | null => null
