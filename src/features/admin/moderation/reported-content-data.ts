import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered, DataError, type ErrorCode } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { waitingKey } from '../waiting-data'

export type ReportedContent = Awaited<ReturnType<typeof listReported>>[number]

async function listReported(db: Db, signal: AbortSignal) {
  const answer = await db.rpc('list_reported_content').abortSignal(signal)
  assertAnswered(answer, 'loadFlagged', signal)
  return answer.data
}

/** Reported lists and answers, those that wait first. */
export const reportedContentQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'reported-content'],
    queryFn: ({ signal }) => listReported(getDb(), signal),
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
const REFUSALS: Partial<Record<string, ErrorCode>> = { own: 'decideOwnContent', changed: 'contentChanged' }

export const decideContentMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (decision: ContentDecision) => {
      const answer = await getDb().rpc('decide_content', decision)
      const refused = REFUSALS[answer.error?.details ?? '']
      if (refused) throw new DataError(refused, { status: answer.status })
      assertAnswered(answer, 'decideContent')
    },
    meta: { failure: 'decideContent' },
    onSettled: (_done, _error, _decision, _result, { client }) =>
      Promise.all([
        client.invalidateQueries(reportedContentQuery(userId)),
        client.invalidateQueries({ queryKey: waitingKey(userId) }),
      ]),
  })
