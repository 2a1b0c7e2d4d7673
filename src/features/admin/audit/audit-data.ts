import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Database } from '~/database.types'
import { getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { AUDIT_KINDS, type AuditSearch } from './audit-search'

/** Entries on a page of the log. */
const AUDIT_PAGE = 50

export type AuditEntry = Database['public']['Functions']['list_audit_log']['Returns'][number]
type AuditCursor = Pick<AuditEntry, 'id' | 'created_at'> | null

/** A page of the log, newest first, after the entry `cursor`. */
function listAuditLog(search: AuditSearch, cursor: AuditCursor, signal: AbortSignal) {
  const ask = getDb().rpc('list_audit_log', {
    query: search.search ?? '',
    kinds: search.kind ? [...AUDIT_KINDS[search.kind]] : [],
    done_by: search.by ?? null,
    import: search.import ?? null,
    since: search.from ? startOf(search.from) : null,
    until: search.to ? startOf(search.to, 1) : null,
    before_created_at: cursor?.created_at ?? null,
    before_id: cursor?.id ?? null,
    max_results: AUDIT_PAGE,
  })
  return dataOf(ask, 'loadAuditLog', signal)
}

/** The start of a day in the reader's time zone, `later` days on. */
function startOf(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** The only place for query keys of the audit log. Never fresh: refetched whenever it is opened. */
export const auditQueries = {
  entries: (userId: string, search: AuditSearch) =>
    infiniteQueryOptions({
      queryKey: [PERSONAL, userId, 'audit', 'entries', search],
      queryFn: ({ pageParam, signal }) => listAuditLog(search, pageParam, signal),
      initialPageParam: null satisfies AuditCursor as AuditCursor,
      getNextPageParam: (page) => (page.length < AUDIT_PAGE ? undefined : (page.at(-1) ?? undefined)),
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  /** The last entries, for the dashboard's first page. */
  newest: (userId: string) =>
    queryOptions({
      queryKey: [PERSONAL, userId, 'audit', 'newest'],
      queryFn: ({ signal }) => listAuditLog({}, null, signal),
      staleTime: 0,
    }),
  /** Everybody with entries in the log. */
  actors: (userId: string) =>
    queryOptions({
      queryKey: [PERSONAL, userId, 'audit', 'actors'],
      queryFn: ({ signal }) => dataOf(getDb().rpc('list_audit_actors'), 'loadAuditLog', signal),
    }),
}
