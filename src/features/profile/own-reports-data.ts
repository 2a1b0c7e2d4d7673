import { infiniteQueryOptions } from '@tanstack/react-query'
import { type Db, getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { toPage } from '~/lib/to-page'

/** Reports on a page; one more is read, to see whether there is another page. */
const REPORTS_PAGE = 15

/** The position after a page. */
type ReportCursor = { before_at: string; before_id: string }
export type OwnReport = Awaited<ReturnType<typeof listOwnReports>>['reports'][number]

/** One page of the person's reports with their outcomes, newest first. */
async function listOwnReports(db: Db, after: ReportCursor | null, signal: AbortSignal) {
  const data = await dataOf(db.rpc('list_my_reports', { ...after }), 'loadOwnReports', signal)
  const { rows, next } = toPage(data, REPORTS_PAGE, ({ reported_at, id }) => ({
    before_at: reported_at,
    before_id: id,
  }))
  return { reports: rows, next }
}

/** The person's reports, page by page. */
export const ownReportsQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: [PERSONAL, userId, 'reports'],
    queryFn: ({ pageParam, signal }) => listOwnReports(getDb(), pageParam, signal),
    initialPageParam: null satisfies ReportCursor | null as ReportCursor | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
