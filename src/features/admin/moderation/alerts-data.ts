import type { PostgrestSingleResponse } from '@supabase/postgrest-js'
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Json } from '~/database.types'
import { type Db, getDb } from '~/lib/db-client'
import { DataError, type ErrorCode, wordsOfRefusal } from '~/lib/errors'
import { PERSONAL } from '~/lib/session'
import { refreshPublic, waitingKey, waitingQuery } from '../waiting-data'
import { read, readOf } from './flagged-data'

const voteSchema = z.object({
  upvote_id: z.string(),
  username: z.string(),
  joined_at: z.string(),
  reason: z.string(),
  not_counted: z.boolean(),
  void_reason: z.nullable(z.string()),
  /** How many of the alert say nearly the same, and are from the same network; itself among them. */
  same_text: z.number(),
  same_network: z.number(),
  /** Their recommendations of other tools, and the names of the last five of those. */
  other_count: z.number(),
  others: z.array(z.string()),
})

const alertSchema = z.object({
  id: z.string(),
  /** Many recommendations at once; or somebody appeals because theirs is not counted. */
  kind: z.enum(['burst', 'appeal']),
  reasons: z.array(z.enum(['young', 'texts', 'network'])),
  raised_at: z.string(),
  /** Recommendations a day before. */
  usual: z.number(),
  appeal: z.nullable(z.string()),
  tool: z.object({ name: z.string(), slug: z.string() }),
  votes: z.array(voteSchema),
})
const answerSchema = z.object({ waiting: z.number(), alerts: z.array(alertSchema) })

export type Alert = z.infer<typeof alertSchema>
export type AlertVote = z.infer<typeof voteSchema>

/** Characters of the reason why recommendations are not counted. */
export const VOID_REASON_MAX = 500

export const alertsQuery = (userId: string) =>
  queryOptions({
    queryKey: [PERSONAL, userId, 'alerts'],
    queryFn: async ({ signal, client }) => {
      const ask = getDb().rpc('list_alerts')
      const { alerts, waiting } = await readOf(answerSchema, ask, 'loadFlagged', signal)
      // The database has looked for new ones just now.
      client.setQueryData(waitingQuery(userId).queryKey, (known) => known && { ...known, alerts: waiting })
      return alerts
    },
    refetchInterval: 30_000,
    staleTime: 10_000,
    refetchOnWindowFocus: true,
  })

/** What is done about an alert. Each can be undone by its opposite, but `keep`: counting those accepts the appeal. */
export type AlertAct =
  // Each with the reason it gets, or had.
  | { act: 'void' | 'keep' | 'restore'; votes: readonly { id: string; reason: string }[] }
  | { act: 'close' | 'reopen'; alertId: string }

const changedSchema = z.object({ changed: z.array(z.string()) })

/** Returns what it changed: somebody else may have been first. */
async function actOnAlert(db: Db, act: AlertAct): Promise<string[]> {
  if ('alertId' in act) {
    const { alertId } = act
    const closes = act.act === 'close'
    return (await answerOf(db.rpc('close_alert', { alert_id: alertId, closes }))) === true ? [alertId] : []
  }
  const changedOf = async (ask: Call) => read(changedSchema, await answerOf(ask), FAILURE).changed
  if (act.act === 'restore')
    return changedOf(db.rpc('set_counted', { upvote_ids: act.votes.map(({ id }) => id), counted: true }))
  const changed: string[] = []
  for (const [reason, votes] of Map.groupBy(act.votes, (vote) => vote.reason))
    changed.push(
      ...(await changedOf(
        db.rpc('set_counted', { upvote_ids: votes.map(({ id }) => id), counted: false, reason }),
      )),
    )
  return changed
}

const FAILURE: ErrorCode = 'changeAlert'
/** A conflict of interest among them. */
const EXPLAINED = ['P0001', '23514', '42501']

type Call = PromiseLike<PostgrestSingleResponse<Json>>

async function answerOf(ask: Call): Promise<Json> {
  const { data, error, status } = await ask
  if (!error) return data
  throw new DataError(FAILURE, { status, words: wordsOfRefusal(error, undefined, EXPLAINED) })
}

export const alertMutation = (userId: string) =>
  mutationOptions({
    mutationFn: (act: AlertAct) => actOnAlert(getDb(), act),
    onSettled: (_data, _error, _act, _result, { client }) =>
      Promise.all([
        refreshPublic(client),
        client.invalidateQueries(alertsQuery(userId)),
        client.invalidateQueries({ queryKey: waitingKey(userId) }),
      ]),
  })
