import { expect } from 'vitest'
import type { Person } from '../support/actors.ts'
import type { TestServer } from '../support/test-server.ts'
import { undo, watch } from './queue.ts'
import type { Upvote } from './rows.ts'

/** What remains of a recommendation deleted in the queue, for tests of the five minutes. */

export const TOO_LATE = 'This decision can no longer be undone'

/** Everything about it except the version, which increases. */
export async function stateOf({ sql }: TestServer, { id, tool_id }: Upvote, administrator: Person) {
  const { cards } = await watch(administrator.client, { ids: [id] })
  return {
    upvote:
      await sql`select to_jsonb(v) - 'moderation_version' as row from public.tool_upvotes v where id = ${id}`,
    reports: await sql`select * from public.upvote_flags where upvote_id = ${id} order by id`,
    appeal: await sql`select * from public.upvote_appeals where upvote_id = ${id}`,
    decisions: await sql`select * from private.moderation_decisions where upvote_id = ${id} order by id`,
    card: cards.map(({ version: _, ...card }) => card),
    tool: await sql`select upvote_count from public.tools where id = ${tool_id}`,
    trend: await sql`
      select score, round(trend::numeric, 6) as trend from private.tool_stats where tool_id = ${tool_id}`,
  }
}

export const kept = ({ sql }: TestServer, { id }: Upvote) =>
  sql`select from private.removed_upvotes where upvote_id = ${id}`

export async function refused(who: Person, decision: number, words = TOO_LATE) {
  expect((await undo(who.client, decision)).error?.message).toBe(words)
}
