import * as z from 'zod'
import { DECIDED_STATES } from '../../src/lib/moderation-states.ts'
import { administrator, type Client, member, type Person } from '../support/actors.ts'
import type { TestServer } from '../support/test-server.ts'
import { addTool, addUpvote, type Tool, type Upvote } from './rows.ts'

/** The administrators' queue through its functions, for tests. */

const card = z.object({
  id: z.string(),
  version: z.number(),
  state: z.enum(['pending', ...DECIDED_STATES]),
  activity_at: z.string(),
  reason: z.string(),
  visible: z.boolean(),
  writer: z.string(),
  tool_name: z.string(),
  tool_slug: z.string(),
  report_count: z.number(),
  reports: z.array(
    z.object({
      id: z.string(),
      reporter: z.nullable(z.string()),
      is_automatic: z.boolean(),
      reason: z.string(),
      status: z.string(),
      flagged_at: z.string(),
      resolved_at: z.nullable(z.string()),
    }),
  ),
  decision: z.nullable(
    z.object({
      id: z.number(),
      decision: z.string(),
      by: z.nullable(z.string()),
      at: z.string(),
      mine: z.boolean(),
      reason: z.nullable(z.string()),
      undoable_until: z.nullable(z.string()),
    }),
  ),
  appeal: z.nullable(z.object({ reason: z.string(), status: z.string() })),
  for_another: z.nullable(z.string()),
})
type Card = z.infer<typeof card>
type Seen = Pick<Card, 'id' | 'version'>

const gone = z.object({
  id: z.string(),
  why: z.string(),
  by: z.nullable(z.string()),
  at: z.nullable(z.string()),
  undo: z.nullable(z.number()),
})
const counts = z.record(z.enum(['pending', ...DECIDED_STATES, 'all']), z.number())
const page = z.object({ cards: z.array(card), more: z.boolean(), counts })
const watched = z.object({ cards: z.array(card), gone: z.array(gone), arrived: z.number(), counts })
const answered = z.object({
  id: z.string(),
  outcome: z.enum(['done', 'changed', 'decided', 'gone', 'refused']),
  card: z.optional(z.nullable(card)),
  gone: z.optional(gone),
  message: z.optional(z.string()),
})
const allDecided = z.object({ decided: z.array(z.number()), left: z.number(), suspended: z.boolean() })
const undone = z.object({
  id: z.number(),
  outcome: z.enum(['undone', 'refused']),
  card: z.nullable(card),
  message: z.optional(z.string()),
})

type Answer = PromiseLike<{ data: unknown; error: { message: string } | null }>

async function read<T>(schema: z.ZodType<T>, answer: Answer): Promise<T> {
  const { data, error } = await answer
  if (error) throw new Error(error.message)
  return schema.parse(data)
}

type ListRequest = {
  filter?: string
  query?: string
  page_size?: number
  before_at?: string
  before_id?: string
  kind?: string
  oldest?: boolean
  member?: string
  tool?: string
}

export const list = (client: Client, request: ListRequest = {}) =>
  read(page, client.rpc('list_flagged', request))

export const watch = (
  client: Client,
  request: { ids: string[]; oldest_at?: string; oldest_id?: string } & Omit<
    ListRequest,
    'before_at' | 'before_id'
  >,
) => read(watched, client.rpc('watch_flagged', request))

/** What happens to one; throws if it is refused. */
export async function decide(client: Client, card: Seen, decision: string, reason?: string) {
  const [one] = await decideSeveral(client, [card], decision, reason)
  if (!one || one.outcome === 'refused') throw new Error(one?.message)
  return one
}

export const decideSeveral = (client: Client, cards: readonly Seen[], decision: string, reason?: string) => {
  const cases = cards.map(({ id, version }) => ({ id, seen: version }))
  return read(z.array(answered), client.rpc('decide_several', { cases, decision, reason }))
}

export const decideAllOf = (
  client: Client,
  { username }: Person,
  decision: string,
  also: { reason?: string; suspend?: boolean; suspension_reason?: string } = {},
) => read(allDecided, client.rpc('decide_all_of', { username, decision, ...also }))

export const undoSeveral = (client: Client, decision_ids: number[]) =>
  read(z.array(undone), client.rpc('undo_decisions', { decision_ids }))

/** Deletes it in the queue and returns the number to undo that by. */
export async function remove(client: Client, upvote: { id: string }): Promise<number> {
  const { gone } = await decide(client, await cardOf(client, upvote), 'deleted')
  if (!gone?.undo) throw new Error('it cannot be undone')
  return gone.undo
}

/** Undoes one decision: its card, or why it was refused. */
export async function undo(client: Client, decision: number) {
  const { data, error, status } = await client.rpc('undo_decisions', { decision_ids: [decision] })
  const [one] = z.array(undone).parse(data ?? [])
  const refusal = one?.outcome === 'refused' ? { message: one.message ?? '' } : null
  return { data: one?.card ?? null, error: error ?? refusal, status }
}

/** The card of one recommendation, as shown to an administrator. */
export async function cardOf(client: Client, upvote: { id: string }): Promise<Card> {
  const { cards } = await watch(client, { ids: [upvote.id] })
  const [found] = cards
  if (!found) throw new Error('there is no case')
  return found
}

export const report = (upvote: { id: string }, reporter: Person, reason = 'Spam') =>
  reporter.client.from('upvote_flags').insert({ upvote_id: upvote.id, reason, flagged_by: reporter.id })

export const answer = (upvote: { id: string }, author: Person, reason = 'It is my own experience.') =>
  author.client.from('upvote_appeals').insert({ upvote_id: upvote.id, reason })

/** A recommendation of the author's with one report, by a new member each time because of the daily limit. */
export async function reported(
  server: TestServer,
  author: Person,
  { reporter, reason = 'Spam' }: { reporter?: Person; reason?: string | undefined } = {},
): Promise<{ tool: Tool; upvote: Upvote; reporter: Person }> {
  const tool = await addTool(server.sql)
  const upvote = await addUpvote(server.sql, tool, author)
  const person = reporter ?? (await member(server))
  const { error } = await report(upvote, person, reason)
  if (error) throw new Error(error.message)
  return { tool, upvote, reporter: person }
}

/** The people of the queue: an author, two reporters, two administrators. */
export async function queuePeople(server: TestServer) {
  return {
    author: await member(server, { username: 'Queue_Author' }),
    reporter: await member(server, { username: 'queue-reporter' }),
    second: await member(server),
    admin: await administrator(server),
    other: await administrator(server),
  }
}

/** The stored state of a recommendation and its reports, undefined once it is gone. */
export async function statusOf({ sql }: TestServer, { id }: Upvote) {
  const [row] = await sql`
    select v.flag_status, t.upvote_count, (select string_agg(f.status, ' ' order by f.flagged_at)
      from public.upvote_flags f where f.upvote_id = v.id) as flags
    from public.tool_upvotes v join public.tools t on t.id = v.tool_id where v.id = ${id}`
  return row
}
