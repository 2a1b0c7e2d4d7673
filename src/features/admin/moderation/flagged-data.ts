import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Json } from '~/database.types'
import { getDb } from '~/lib/db-client'
import { DataError, dataOf, type ErrorCode } from '~/lib/errors'
import { DECIDED_STATES } from '~/lib/moderation-states'
import { PERSONAL } from '~/lib/session'
import { FILTERS, type FlagFilter, type InboxTab } from './flags-search'

/** Cards on a page of the list. */
const FLAGGED_PAGE = 25
/** New cards shown at once; the database counts no more. */
export const NEW_MAX = 50
/** Cards per refresh; the database accepts no more. */
export const WATCHED_MAX = 500

const status = z.enum(['pending', ...DECIDED_STATES])

const reportSchema = z.object({
  id: z.string(),
  /** Null for an automatic report, and after the account was deleted. */
  reporter: z.nullable(z.string()),
  is_automatic: z.boolean(),
  reason: z.string(),
  status,
  flagged_at: z.string(),
})

/** What an author wrote before they edited it. */
export const formerTextsSchema = z.array(
  z.object({ reason: z.string(), author_role: z.nullable(z.string()), replaced_at: z.string() }),
)
export type FormerText = z.infer<typeof formerTextsSchema>[number]

export const cardSchema = z.object({
  /** Id of the recommendation. */
  id: z.string(),
  /** Increases with every change; a decision names the version its moderator saw. */
  version: z.number(),
  state: status,
  activity_at: z.string(),
  reason: z.string(),
  author_role: z.nullable(z.string()),
  created_at: z.string(),
  edited_at: z.nullable(z.string()),
  /** The last one first; at most ten. */
  former_texts: formerTextsSchema,
  visible: z.boolean(),
  writer: z.string(),
  tool_name: z.string(),
  tool_slug: z.string(),
  report_count: z.number(),
  /** Undecided ones first, then the newest; at most 50. */
  reports: z.array(reportSchema),
  decision: z.nullable(
    z.object({
      id: z.number(),
      decision: z.enum(DECIDED_STATES),
      by: z.nullable(z.string()),
      at: z.string(),
      mine: z.boolean(),
      undoable_until: z.nullable(z.string()),
      reason: z.optional(z.nullable(z.string())),
    }),
  ),
  appeal: z.nullable(z.object({ reason: z.string(), status, created_at: z.string() })),
  /** Why another administrator decides: this one wrote it, rejected it and its author appealed, or reported it. */
  for_another: z.nullable(z.enum(['own', 'appeal', 'report'])),
})

export const goneSchema = z.object({
  id: z.string(),
  why: z.enum(['deleted', 'withdrawn', 'unreported']),
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
  /** The id to undo this administrator's deletion by, while that is possible. */
  undo: z.nullable(z.number()),
})

const countsSchema = z.record(z.enum(FILTERS), z.number())
const pageSchema = z.object({ cards: z.array(cardSchema), more: z.boolean(), counts: countsSchema })
const watchSchema = z.object({
  cards: z.array(cardSchema),
  gone: z.array(goneSchema),
  /** The number of new cards above or between those on the screen, at most NEW_MAX. */
  arrived: z.number(),
  counts: countsSchema,
})
export type FlaggedReport = z.infer<typeof reportSchema>
export type FlaggedCard = z.infer<typeof cardSchema>
export type FlaggedGone = z.infer<typeof goneSchema>
export type FlaggedWatch = z.infer<typeof watchSchema>
/** The position after a page. */
export type Cursor = { before_at: string; before_id: string }
export type FlaggedPage = Awaited<ReturnType<typeof listFlagged>>

/** Which cases are listed, and in what order. */
export type Choice = {
  kind: Exclude<InboxTab, 'alerts'>
  filter: FlagFilter
  query: string
  /** The oldest activity first. */
  oldest: boolean
  /** Only those written or reported by this member. */
  member: string
  /** Only those of the tool with this slug. */
  tool: string
}

/** One page of cards, with the number of cards in each state. */
async function listFlagged(choice: Choice, after: Cursor | null, size: number, signal?: AbortSignal) {
  const ask = getDb().rpc('list_flagged', { ...choice, page_size: size, ...after })
  const page = await readOf(pageSchema, ask, 'loadFlagged', signal)
  const last = page.cards.at(-1)
  const next = page.more && last ? { before_at: last.activity_at, before_id: last.id } : null
  return { cards: page.cards, counts: page.counts, next }
}

/** The current state of the cards on the screen, and how many are new above or between them. */
function watchFlagged(choice: Choice, { ids, end }: Screen, signal: AbortSignal): Promise<FlaggedWatch> {
  const range = end && { oldest_at: end.before_at, oldest_id: end.before_id }
  const ask = getDb().rpc('watch_flagged', { ids, ...choice, ...range })
  return readOf(watchSchema, ask, 'loadFlagged', signal)
}

/** The JSON document that a call answers; one of another shape is treated as missing. */
export const readOf = async <T>(
  schema: z.ZodMiniType<T>,
  call: Parameters<typeof dataOf<Json>>[0],
  code: ErrorCode,
  signal?: AbortSignal,
) => read(schema, await dataOf(call, code, signal), code)

export function read<T>(schema: z.ZodMiniType<T>, data: Json, code: ErrorCode): T {
  const parsed = schema.safeParse(data)
  if (!parsed.success) throw new DataError(code, { status: 200 })
  return parsed.data
}

/** Section 9: the list is refreshed every 10 seconds and is stale after 30. */
const REFRESH_MS = 10_000
const STALE_MS = 30_000

export type Selection = Choice & { userId: string }
/** What a query selects of the list: the cards on the screen, and the position of the last. */
type Screen = { ids: string[]; end: Cursor | null }

export const flaggedQueries = {
  lists: (userId: string) => [PERSONAL, userId, 'flagged', 'list'],
  watched: (userId: string) => [PERSONAL, userId, 'flagged', 'watch'],
  /**
   * The list as it was first read, plus updates. It is not refetched as a whole, because that would move the card being
   * read: `watch` fetches the changes.
   */
  list: ({ userId, ...choice }: Selection) =>
    infiniteQueryOptions({
      queryKey: [...flaggedQueries.lists(userId), choice],
      queryFn: ({ pageParam, signal }) => listFlagged(choice, pageParam, FLAGGED_PAGE, signal),
      initialPageParam: null satisfies Cursor | null as Cursor | null,
      getNextPageParam: ({ next }) => next,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
    }),
  /** Changes of the cards on the screen, and the number of new ones; the screen is not part of the key. */
  watch: ({ userId, ...choice }: Selection, screen: Screen) =>
    queryOptions({
      queryKey: [...flaggedQueries.watched(userId), choice],
      queryFn: ({ signal }) => watchFlagged(choice, screen, signal),
      refetchInterval: REFRESH_MS,
      staleTime: STALE_MS,
      refetchOnWindowFocus: true,
      gcTime: 0,
    }),
}

/** The cards that arrived since the list was read: the newest, or with the oldest first those after the last. */
export const newestMutation = mutationOptions({
  mutationFn: ({
    selection: { userId: _, ...choice },
    after,
  }: {
    selection: Selection
    after: Cursor | null
  }) => listFlagged(choice, after, NEW_MAX),
})
