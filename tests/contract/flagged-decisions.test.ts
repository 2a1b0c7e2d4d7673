import { describe, expect, test } from 'vitest'
import { member } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { cardOf, decide, queuePeople, report, reported, statusOf } from './queue.ts'
import { addFlag, addTool, addUpvote } from './rows.ts'

/** Administrators' decisions in the queue, also concurrent ones. */

const server = await testServer()
const people = await queuePeople(server)

const flagged = () => reported(server, people.author)
const asAdmin = () => people.admin.client
const asOther = () => people.other.client

describe('a decision', () => {
  test('other than the three, about a decided card, or about nothing reported is refused', async () => {
    const { upvote } = await flagged()
    const call = async (decision: string) => decide(asAdmin(), await cardOf(asAdmin(), upvote), decision)
    await expect(call('pending')).rejects.toThrow('The decision must be approved, rejected or deleted')
    await call('approved')
    await expect(call('rejected')).rejects.toThrow('This recommendation has no report to decide')
    const clean = await addUpvote(server.sql, await addTool(server.sql), people.author)
    expect(await decide(asAdmin(), { id: clean.id, version: 1 }, 'deleted')).toMatchObject({
      outcome: 'gone',
      gone: { why: 'unreported' },
    })
    expect(await statusOf(server, clean)).toMatchObject({ flag_status: null })
  })

  test('about the same one again, after a new report, is logged', async () => {
    const { upvote } = await flagged()
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'approved')
    await report(upvote, people.second)
    await decide(asOther(), await cardOf(asOther(), upvote), 'approved')
    expect(await statusOf(server, upvote)).toMatchObject({
      flag_status: 'approved',
      flags: 'approved approved',
    })
    const entries = await server.sql<{ actor_id: string }[]>`
      select actor_id from public.audit_log where row_id = ${upvote.id} order by id`
    expect(entries.map((entry) => entry.actor_id)).toEqual([people.admin.id, people.other.id])
  })
})

test('twenty reports and a decision at once leave one consistent case', async () => {
  const upvote = await addUpvote(server.sql, await addTool(server.sql), people.author)
  await addFlag(server.sql, upvote, people.reporter)
  const screen = await cardOf(asAdmin(), upvote)
  const reporters = await Promise.all(Array.from({ length: 20 }, () => member(server)))
  await Promise.all([
    ...reporters.map((reporter) => addFlag(server.sql, upvote, reporter)),
    decide(asAdmin(), screen, 'approved'),
  ])
  const [{ undecided } = { undecided: 0 }] = await server.sql<{ undecided: number }[]>`
    select count(*)::int as undecided from public.upvote_flags where upvote_id = ${upvote.id} and status = 'pending'`
  const card = await cardOf(asAdmin(), upvote)
  expect(card.report_count).toBe(21)
  expect(card.state).toBe(undecided > 0 ? 'pending' : 'approved')
})
