import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Database } from '~/database.types'
import { getDb } from '~/lib/db-client'
import { dataOf, type ErrorCode } from '~/lib/errors'
import { resultOf } from '~/lib/limit-reached'
import { PERSONAL } from '~/lib/session'
import { refreshPublic, waitingKey } from '../waiting-data'

export type ReportedContent = Database['public']['Functions']['list_reported_content']['Returns'][number]

/** Reported lists and answers, those that wait first. */
export const reportedContentQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'reported-content'],
    queryFn: ({ signal }) => dataOf(getDb().rpc('list_reported_content'), 'loadFlagged', signal),
    refetchInterval: 30_000,
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  })

type ContentDecision = {
  kind: string
  subject_id: string
  decision: 'hidden' | 'kept' | 'undone'
  reason?: string
  /** What it said to the moderator. */
  seen: string
}

/** Refusals of the database, by the detail it gives. */
const REFUSALS: Partial<Record<string, ErrorCode>> = {
  own: 'decideOwnContent',
  changed: 'contentChanged',
  decided: 'contentDecided',
}

export const decideContentMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (decision: ContentDecision) =>
      resultOf(getDb().rpc('decide_content', decision), 'decideContent', REFUSALS),
    onSettled: (_done, _error, _decision, _result, { client }) =>
      Promise.all([
        refreshPublic(client),
        client.invalidateQueries(reportedContentQuery(userId)),
        client.invalidateQueries({ queryKey: waitingKey(userId) }),
      ]),
  })
