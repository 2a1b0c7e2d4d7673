import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type Db, getDb } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { read } from './moderation/flagged-data'

const waitingSchema = z.object({ reports: z.number(), appeals: z.number(), alerts: z.number() })
export type Waiting = z.infer<typeof waitingSchema>

/** How many cases with reports and with appeals are undecided, and how many alerts are open. */
async function countWaiting(db: Db, signal: AbortSignal): Promise<Waiting> {
  const answer = await db.rpc('count_waiting').abortSignal(signal)
  assertAnswered(answer, 'loadFlagged', signal)
  return read(waitingSchema, answer.data, 'loadFlagged')
}

export const waitingKey = (userId: string) => [PERSONAL, userId, 'waiting']

/** Also while the tab is in the background, whose title and icon tell it. */
const OFTEN = {
  staleTime: 10_000,
  refetchInterval: 60_000,
  refetchIntervalInBackground: true,
  refetchOnWindowFocus: true,
}

/** What waits for a decision. */
export const waitingQuery = (userId: string) =>
  queryOptions({
    queryKey: waitingKey(userId),
    queryFn: ({ signal }) => countWaiting(getDb(), signal),
    ...OFTEN,
  })

async function countSubmissions(db: Db, signal: AbortSignal): Promise<number> {
  const answer = await db.rpc('count_waiting_contributions').abortSignal(signal)
  assertAnswered(answer, 'loadSubmissions', signal)
  return answer.data
}

export const submissionsWaitingKey = (userId: string) => [PERSONAL, userId, 'submissions-waiting']

/** How much that members sent in waits for an editor. */
export const submissionsWaitingQuery = (userId: string) =>
  queryOptions({
    ...OFTEN,
    queryKey: submissionsWaitingKey(userId),
    queryFn: ({ signal }) => countSubmissions(getDb(), signal),
  })
