import { type QueryClient, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { getDb } from '~/lib/db-client'
import { PERSONAL } from '~/lib/session'
import { readOf } from './moderation/flagged-data'

const count = z._default(z.number(), 0)

/**
 * How many cases with reports and with appeals are undecided, alerts are open and suggestions wait; 0 where the role decides
 * nothing.
 */
const waitingSchema = z.object({ reports: count, appeals: count, alerts: count, contributions: count })
export type Waiting = z.infer<typeof waitingSchema>

export const waitingKey = (userId: string) => [PERSONAL, userId, 'waiting']

/**
 * After a decision: counts and lists all over the site are refetched when they are next shown. Not lists of decisions, whose
 * decided cards would go, and their undo with them.
 */
export const refreshPublic = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== PERSONAL, refetchType: 'none' })

/** What waits for a decision. Also while the tab is in the background, whose title and icon tell it. */
export const waitingQuery = (userId: string) =>
  queryOptions({
    queryKey: waitingKey(userId),
    queryFn: ({ signal }) => readOf(waitingSchema, getDb().rpc('count_waiting'), 'loadFlagged', signal),
    staleTime: 10_000,
    refetchInterval: 60_000,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  })
