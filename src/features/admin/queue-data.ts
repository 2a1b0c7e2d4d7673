import { queryOptions } from '@tanstack/react-query'
import { getDb } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'

export interface QueueStatus {
  waiting: number
  failed: number
  waitingSince: string | null
}

/** The mails that wait and those that were given up. */
export const queueQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'queue'],
    queryFn: async ({ signal }): Promise<QueueStatus | null> => {
      const answer = await getDb().rpc('get_queue_status').abortSignal(signal).maybeSingle()
      assertAnswered(answer, 'loadQueue', signal)
      if (!answer.data) return null
      const { waiting, failed, waiting_since: waitingSince } = answer.data
      return { waiting, failed, waitingSince }
    },
    staleTime: 0,
  })
