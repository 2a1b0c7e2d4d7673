import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getDb } from '~/lib/db-client'
import { PERSONAL } from '~/lib/session'
import { AUDIT_PAGE, type AuditCursor, listAuditActors, listAuditLog } from './audit-data'
import type { AuditSearch } from './audit-search'

/** Every query of the audit log; nobody else spells their keys. Read anew whenever it is opened: it is a record. */
export const auditQueries = {
  entries: (userId: string, search: AuditSearch) =>
    infiniteQueryOptions({
      queryKey: [PERSONAL, userId, 'audit', 'entries', search],
      queryFn: ({ pageParam, signal }) => listAuditLog(getDb(), { search, cursor: pageParam }, signal),
      initialPageParam: null satisfies AuditCursor as AuditCursor,
      getNextPageParam: (page) => (page.length < AUDIT_PAGE ? undefined : (page.at(-1) ?? undefined)),
      staleTime: 0,
      placeholderData: keepPreviousData,
    }),
  actors: (userId: string) =>
    queryOptions({
      queryKey: [PERSONAL, userId, 'audit', 'actors'],
      queryFn: ({ signal }) => listAuditActors(getDb(), signal),
    }),
}
