import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import * as common from '#messages/common.js'
import * as messages from '#messages/moderation-log.js'
import type { Site } from '#shared/site.ts'
import type { Database } from '~/database.types'
import { dataOf } from '~/lib/errors'
import { loadDb } from '~/lib/load-db'

/** Decisions on a page of the log. */
const PAGE = 30
/** How many days the figures count. */
const DAYS = 90

type Decision = Database['public']['Functions']['list_moderation_log']['Returns'][number]
type Cursor = Pick<Decision, 'id' | 'decided_at'> | null

/** The only place for query keys of the public moderation log. */
export const moderationLogQueries = {
  /** Whether the owner publishes the log. */
  isPublic: () =>
    queryOptions({
      queryKey: ['moderation-log', 'is-public'],
      queryFn: async ({ signal }) => {
        const settings = (await loadDb('unknown')).rpc('get_site_settings', undefined, { get: true })
        const read = await dataOf(settings.select('moderation_log').single(), 'unknown', signal)
        return read.moderation_log === 'public'
      },
    }),
  /** Newest first. */
  decisions: () =>
    infiniteQueryOptions({
      queryKey: ['moderation-log', 'decisions'],
      queryFn: async ({ pageParam, signal }) => {
        const db = await loadDb('unknown')
        const after = pageParam && { before_at: pageParam.decided_at, before_id: pageParam.id }
        const ask = db.rpc('list_moderation_log', { ...after, max_results: PAGE }, { get: true })
        return dataOf(ask, 'unknown', signal)
      },
      initialPageParam: null satisfies Cursor as Cursor,
      getNextPageParam: (page) => (page.length < PAGE ? undefined : (page.at(-1) ?? undefined)),
    }),
  /** The figures since the beginning of a day: an answer from the cache must not depend on the time. */
  figures: () =>
    queryOptions({
      queryKey: ['moderation-log', 'figures'],
      queryFn: async ({ signal }) => {
        const db = await loadDb('unknown')
        const since = new Date(new Date().setUTCHours(0, 0, 0, 0) - DAYS * 86_400_000).toISOString()
        const ask = db.rpc('count_moderation_log', { since }, { get: true }).single()
        return { since, figures: await dataOf(ask, 'unknown', signal) }
      },
    }),
}

/** Loads the page and returns its head. Not found while the owner does not publish the log. */
export async function loadModerationLog(queryClient: QueryClient, site: Site) {
  if (!(await queryClient.ensureQueryData(moderationLogQueries.isPublic()))) throw notFound()
  await Promise.all([
    queryClient.ensureInfiniteQueryData(moderationLogQueries.decisions()),
    queryClient.ensureQueryData(moderationLogQueries.figures()),
  ])
  const feed = { path: '/moderation/feed.xml', title: common.moderationLog }
  return {
    path: '/moderation',
    title: messages.headTitle(site),
    description: messages.description(site),
    feed,
  }
}
