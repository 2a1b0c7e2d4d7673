import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { waitingKey } from '../waiting-data'

export type ReportedList = Awaited<ReturnType<typeof listReported>>[number]

async function listReported(db: Db, signal: AbortSignal) {
  const answer = await db.rpc('list_reported_lists').abortSignal(signal)
  assertAnswered(answer, 'loadFlagged', signal)
  return answer.data
}

/** Reported lists, those that wait first. */
export const reportedListsQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'reported-lists'],
    queryFn: ({ signal }) => listReported(getDb(), signal),
    refetchInterval: 30_000,
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  })

export const decideListMutation = (userId: string) =>
  mutationOptions({
    mutationFn: async (decision: { list_id: string; decision: 'hidden' | 'kept' | 'undone' }) =>
      assertAnswered(await getDb().rpc('decide_list', decision), 'decideList'),
    meta: { failure: 'decideList' },
    onSettled: (_done, _error, _decision, _result, { client }) =>
      Promise.all([
        client.invalidateQueries(reportedListsQuery(userId)),
        client.invalidateQueries({ queryKey: waitingKey(userId) }),
      ]),
  })
