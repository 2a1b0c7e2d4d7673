import { expect, test } from 'vitest'
import { checkFigures } from '../../server/product/check/check-figures.ts'
import type { Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { decide, queuePeople } from './queue.ts'
import type { Upvote } from './rows.ts'
import { countWaiting } from './waiting.ts'

/**
 * Two administrators decide about the same recommendation at the same moment, by every call there is: one decision is made,
 * and the other is told.
 */

const ROUNDS = 200
const server = await testServer({ RATE_LIMITS: 'off' })
const { author, reporter, admin, other } = await queuePeople(server)
const { sql } = server

type Told = 'done' | 'decided' | 'gone' | 'late'
/** By a plain call: what it changed, nothing any more, or that somebody else was faster. */
type Answer = PromiseLike<{ status: number; data: unknown[] | null; error: Refusal | null }>
interface Refusal {
  code: string
  message: string
}
async function tell(answer: Answer): Promise<Told> {
  const { status, data, error } = await answer
  if (status === 409 && error?.code === 'PT409') return 'decided'
  if (error) throw new Error(error.message)
  return data?.length ? 'done' : 'gone'
}
const known = (outcome: string): Told => {
  if (outcome !== 'done' && outcome !== 'decided' && outcome !== 'gone') throw new Error(`told: ${outcome}`)
  return outcome
}
/** A busy machine may stand still for the five seconds that a statement may wait; such a round shows nothing. */
const orLate = (error: unknown): Told => {
  if (error instanceof Error && error.message.includes('statement timeout')) return 'late'
  throw error
}

const seen = async ({ id }: Upvote) => {
  const [standing] = await sql<{ id: string; version: number }[]>`
    select upvote_id as id, version from private.moderation_cases where upvote_id = ${id}`
  if (!standing) throw new Error('there is no case')
  return standing
}
const PLAIN = ['approved', 'rejected']
const DECISIONS = [...PLAIN, 'deleted']
interface Way {
  decisions: string[]
  send: (by: Person, card: { id: string; version: number }, decision: string) => Promise<Told>
}
const WAYS: Way[] = [
  {
    decisions: DECISIONS,
    send: async ({ client }, card, decision) => known((await decide(client, card, decision)).outcome),
  },
  {
    decisions: PLAIN,
    send: ({ client }, { id }, flag_status) =>
      tell(client.from('tool_upvotes').update({ flag_status }).eq('id', id).select('id')),
  },
  {
    decisions: PLAIN,
    send: ({ client }, { id }, status) =>
      tell(client.from('upvote_flags').update({ status }).eq('upvote_id', id).select('id')),
  },
  {
    decisions: ['deleted'],
    send: ({ client }, { id }) => tell(client.from('tool_upvotes').delete().eq('id', id).select('id')),
  },
]

test(`in ${ROUNDS} rounds`, async () => {
  const deadlocks = async () => {
    await sql`select pg_stat_force_next_flush()`
    const [row] = await sql<{ count: number }[]>`
      select deadlocks::int as count from pg_stat_database where datname = current_database()`
    return row?.count
  }
  await sql`
    insert into public.tools (name, slug, short_description, website_url)
    select 'Tool ' || n, 'round-' || n, 'Does one thing.', 'https://tool.example' from generate_series(1, ${ROUNDS}) n`
  const upvotes = await sql<Upvote[]>`
    insert into public.tool_upvotes (tool_id, user_id, reason)
    select id, ${author.id}, 'For ' || slug from public.tools returning *`
  await sql`
    insert into public.upvote_flags (upvote_id, flagged_by, reason)
    select id, ${reporter.id}, 'Spam' from public.tool_upvotes`
  const before = await deadlocks()
  let late = 0
  for (let round = 0; round < ROUNDS; round++) {
    const upvote = upvotes[round]
    if (!upvote) throw new Error('there is one for each round')
    const card = await seen(upvote)
    const pair = [admin, other].map((by, place) => {
      const way = WAYS[Math.floor(round / WAYS.length ** place) % WAYS.length]
      const decision = way?.decisions[Math.floor(round / 7 + place) % way.decisions.length]
      if (!way || !decision) throw new Error('there is a way')
      return { by, decision, send: () => way.send(by, card, decision).catch(orLate) }
    })
    const { both } = await sql.begin(async (holder) => {
      await holder`select from public.tool_upvotes where id = ${upvote.id} for update`
      let ended = 0
      const end = () => {
        ended++
      }
      const both = Promise.all(pair.map(({ send }) => send().finally(end)))
      // Both have been sent before either is made.
      await expect
        .poll(async () => ended + (await countWaiting(sql)), { timeout: 10_000, interval: 5 })
        .toBe(2)
      return { both }
    })
    const told = await both
    if (told.includes('late')) {
      late++
      continue
    }
    const what = `round ${round}: ${pair.map(({ decision }, place) => `${decision} ${told[place]}`)}`
    const made = pair.filter((_, place) => told[place] === 'done')
    expect(made, what).toHaveLength(1)
    const [{ by, decision } = { by: admin, decision: '' }] = made
    expect(told, what).toContain(decision === 'deleted' ? 'gone' : 'decided')

    const [kept] = await sql`
      select coalesce((select v.flag_status from public.tool_upvotes v where v.id = ${upvote.id}), 'deleted') as state,
        array(select l.decision from private.moderation_log l where l.tool_id = ${upvote.tool_id}) as published,
        array(
          select distinct l.actor_id from public.audit_log l
          where l.created_at > now() - interval '1 minute'
            and (l.row_id = ${upvote.id} or coalesce(l.after, l.before) ->> 'upvote_id' = ${upvote.id})) as actors,
        (select count(*)::int from private.moderation_decisions d
          where d.upvote_id = ${upvote.id} or d.kept_for = ${upvote.id}) as decisions,
        t.upvote_count as count from public.tools t where t.id = ${upvote.tool_id}`
    expect(kept, what).toEqual({
      state: decision,
      published: [decision],
      actors: [by.id],
      decisions: decision === 'deleted' ? 0 : 1,
      count: decision === 'approved' ? 1 : 0,
    })
  }
  expect(late).toBeLessThan(ROUNDS / 20)
  expect(await deadlocks()).toBe(before)
  expect(await checkFigures(sql)).toMatchObject({ problems: [] })
}, 60_000)
