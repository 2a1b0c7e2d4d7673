import { assertAnswered } from '~/lib/data-error'
import type { Db } from '~/lib/db-client'

/** Reports on a page; the database gives one more, to tell whether there is another. */
const REPORTS_PAGE = 15

/** Where a page ends. */
export type ReportCursor = { before_at: string; before_id: string }
export type OwnReport = Awaited<ReturnType<typeof listOwnReports>>['reports'][number]

/** One page of what the person reported, newest first, and what became of each. Throws 'Failed to load your reports'. */
export async function listOwnReports(db: Db, after: ReportCursor | null, signal: AbortSignal) {
  const answer = await db.rpc('list_my_reports', { ...after }).abortSignal(signal)
  assertAnswered(answer, 'Failed to load your reports', signal)
  const reports = answer.data.slice(0, REPORTS_PAGE)
  const last = reports.at(-1)
  const more = answer.data.length > REPORTS_PAGE
  return { reports, next: more && last ? { before_at: last.reported_at, before_id: last.id } : null }
}
