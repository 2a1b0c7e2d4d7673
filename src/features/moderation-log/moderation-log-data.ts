import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import * as messages from '#messages/moderation-log.js'
import type { Site } from '#shared/site.ts'
import type { Database } from '~/database.types'
import type { Db } from '~/lib/db-client'
import { assertAnswered } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'

/** Decisions on a page of the log. */
const PAGE = 30
/** How many days the figures count. */
const DAYS = 90

type Decision = Database['public']['Functions']['list_moderation_log']['Returns'][number]
type Cursor = Pick<Decision, 'id' | 'decided_at'> | null

/** Whether the owner publishes the log. */
async function readSetting(db: Db, signal: AbortSignal): Promise<boolean> {
  const settings = db.rpc('get_site_settings', undefined, { get: true }).abortSignal(signal)
  const answer = await settings.select('moderation_log').single()
  assertAnswered(answer, 'unknown', signal)
  return answer.data.moderation_log === 'public'
}

/** A page of decisions, newest first, after the entry `cursor`. */
async function listDecisions(db: Db, cursor: Cursor, signal: AbortSignal): Promise<Decision[]> {
  const after = cursor && { before_at: cursor.decided_at, before_id: cursor.id }
  const answer = await db
    .rpc('list_moderation_log', { ...after, max_results: PAGE }, { get: true })
    .abortSignal(signal)
  assertAnswered(answer, 'unknown', signal)
  return answer.data
}

/** The figures since the beginning of a day: an answer from the cache must not depend on the time. */
async function countDecisions(db: Db, signal: AbortSignal) {
  const since = new Date(new Date().setUTCHours(0, 0, 0, 0) - DAYS * 86_400_000).toISOString()
  const answer = await db.rpc('count_moderation_log', { since }, { get: true }).abortSignal(signal).single()
  assertAnswered(answer, 'unknown', signal)
  return { since, figures: answer.data }
}

/** The only place for query keys of the public moderation log. */
export const moderationLogQueries = {
  isPublic: () =>
    queryOptions({
      queryKey: ['moderation-log', 'is-public'],
      queryFn: async ({ signal }) => readSetting(await loadDb('unknown'), signal),
    }),
  decisions: () =>
    infiniteQueryOptions({
      queryKey: ['moderation-log', 'decisions'],
      queryFn: async ({ pageParam, signal }) => listDecisions(await loadDb('unknown'), pageParam, signal),
      initialPageParam: null satisfies Cursor as Cursor,
      getNextPageParam: (page) => (page.length < PAGE ? undefined : (page.at(-1) ?? undefined)),
    }),
  figures: () =>
    queryOptions({
      queryKey: ['moderation-log', 'figures'],
      queryFn: async ({ signal }) => countDecisions(await loadDb('unknown'), signal),
    }),
}

/** Loads the page and returns its head. Not found while the owner does not publish the log. */
export async function loadModerationLog(queryClient: QueryClient, site: Site) {
  if (!(await queryClient.ensureQueryData(moderationLogQueries.isPublic()))) throw notFound()
  await Promise.all([
    queryClient.ensureInfiniteQueryData(moderationLogQueries.decisions()),
    queryClient.ensureQueryData(moderationLogQueries.figures()),
  ])
  const feed = { path: '/moderation/feed.xml', title: messages.title }
  return {
    path: '/moderation',
    title: messages.headTitle(site),
    description: messages.description(site),
    feed,
  }
}
