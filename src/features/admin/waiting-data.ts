import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { getDb } from '~/lib/db-client'
import { dataOf } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { readOf } from './moderation/flagged-data'

/** How many cases with reports and with appeals are undecided, and how many alerts are open. */
const waitingSchema = z.object({ reports: z.number(), appeals: z.number(), alerts: z.number() })
export type Waiting = z.infer<typeof waitingSchema>

export const waitingKey = (userId: string) => [PERSONAL, userId, 'waiting']

/**
 * After a decision: counts and lists all over the site are refetched when they are next shown. Not lists of decisions, whose
 * decided cards would go, and their undo with them.
 */
export const refreshPublic = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PERSONAL, refetchType: 'none' })

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
    queryFn: ({ signal }) => readOf(waitingSchema, getDb().rpc('count_waiting'), 'loadFlagged', signal),
    ...OFTEN,
  })

export const submissionsWaitingKey = (userId: string) => [PERSONAL, userId, 'submissions-waiting']

/** How much that members sent in waits for an editor. */
export const submissionsWaitingQuery = (userId: string) =>
  queryOptions({
    ...OFTEN,
    queryKey: submissionsWaitingKey(userId),
    queryFn: ({ signal }) => dataOf(getDb().rpc('count_waiting_contributions'), 'loadSubmissions', signal),
  })
