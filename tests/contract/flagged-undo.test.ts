import { describe, expect, test } from 'vitest'
import { actsAsEditor } from '../../server/host/database/as-editor.ts'
import { member } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { answer, cardOf, decide, queuePeople, report, reported, statusOf, undo } from './queue.ts'
import { addFlag, type Upvote } from './rows.ts'
import { lift, suspend } from './suspensions.ts'
import { countWaiting } from './waiting.ts'

/** Undoing a decision within five minutes, by the administrator who made it. */

const server = await testServer()
const people = await queuePeople(server)

const flagged = () => reported(server, people.author)
const asAdmin = () => people.admin.client
const asOther = () => people.other.client

describe('an undo', () => {
  const decisionOf = async (upvote: Upvote) => (await cardOf(asAdmin(), upvote)).decision?.id ?? 0

  test.each(['approved', 'rejected'])('of %s makes everything pending as before', async (decision) => {
    const { upvote } = await flagged()
    await addFlag(server.sql, upvote, people.second)
    const before = await statusOf(server, upvote)
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), decision)
    expect((await undo(asAdmin(), await decisionOf(upvote))).error).toBeNull()
    expect(await statusOf(server, upvote)).toEqual(before)
    expect(await cardOf(asAdmin(), upvote)).toMatchObject({ state: 'pending', decision: null })
    const entries = await server.sql<{ status: string }[]>`
      select after ->> 'flag_status' as status from public.audit_log where row_id = ${upvote.id} order by id`
    expect(entries.map((entry) => entry.status)).toEqual([decision, 'pending'])
    const again = await decide(asOther(), await cardOf(asOther(), upvote), 'rejected')
    expect(again.outcome).toBe('done')
  })

  test('of a second decision leaves the first, and the recommendation visible', async () => {
    const { upvote } = await flagged()
    await decide(asOther(), await cardOf(asOther(), upvote), 'approved')
    await report(upvote, people.second)
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'rejected')
    await undo(asAdmin(), await decisionOf(upvote))
    expect(await statusOf(server, upvote)).toEqual({
      flag_status: 'approved',
      flags: 'approved pending',
      upvote_count: 1,
    })
    expect(await cardOf(asAdmin(), upvote)).toMatchObject({
      state: 'pending',
      decision: { decision: 'approved', by: people.other.username, mine: false },
    })
  })

  test('shows the recommendation again although the suspension of its author is lifted meanwhile', async () => {
    const { sql } = server
    const author = await member(server)
    const { upvote } = await reported(server, author)
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'deleted')
    expect((await suspend(people.admin, author, true)).error).toBeNull()
    const { sent } = await sql.begin(async (undoing) => {
      await undoing`select private.restore_upvote(decision_id) from private.removed_upvotes where upvote_id = ${upvote.id}`
      const answer = lift(people.admin, author).then(({ error }) => error)
      await expect.poll(() => countWaiting(sql)).toBe(1)
      return { sent: answer }
    })
    expect(await sent).toBeNull()
    expect(await sql`select is_withheld from public.tool_upvotes where id = ${upvote.id}`).toEqual([
      { is_withheld: false },
    ])
  })

  test.each<[string, (upvote: Upvote) => PromiseLike<unknown>]>([
    [
      'after five minutes',
      (upvote) => server.sql`
        update private.moderation_decisions set decided_at = now() - interval '301 seconds'
        where upvote_id = ${upvote.id}`,
    ],
    [
      'after another decision',
      (upvote) => asOther().from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', upvote.id),
    ],
    ['after the author answered', (upvote) => answer(upvote, people.author)],
    ['of what was deleted since', (upvote) => asOther().from('tool_upvotes').delete().eq('id', upvote.id)],
  ])('%s is refused', async (_when, happen) => {
    const { upvote } = await flagged()
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'rejected')
    const decision = await decisionOf(upvote)
    await happen(upvote)
    expect((await undo(asAdmin(), decision)).error?.message).toBe('This decision can no longer be undone')
  })

  test('works once, also for two concurrent calls', async () => {
    const { upvote } = await flagged()
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'approved')
    const decision = await decisionOf(upvote)
    const answers = await Promise.all([undo(asAdmin(), decision), undo(asAdmin(), decision)])
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expect(await statusOf(server, upvote)).toMatchObject({ flag_status: 'pending', flags: 'pending' })
  })

  test('between two decisions of one transaction leaves nothing pending', async () => {
    const { upvote } = await flagged()
    await addFlag(server.sql, upvote, people.second)
    await server.sql.begin(async (sql) => {
      await actsAsEditor(sql, { sub: people.admin.id, role: 'authenticated' })
      await sql`update public.tool_upvotes set flag_status = 'approved' where id = ${upvote.id}`
      const [decision] = await sql<{ id: string }[]>`
        select id from private.moderation_decisions where upvote_id = ${upvote.id}`
      await sql`select public.undo_decisions(array[${decision?.id ?? 0}::bigint])`
      await sql`update public.tool_upvotes set flag_status = 'rejected' where id = ${upvote.id}`
    })
    expect(await statusOf(server, upvote)).toEqual({
      flag_status: 'rejected',
      flags: 'rejected rejected',
      upvote_count: 0,
    })
    expect(await cardOf(asAdmin(), upvote)).toMatchObject({
      state: 'rejected',
      decision: { decision: 'rejected' },
    })
    expect((await undo(asAdmin(), await decisionOf(upvote))).error).toBeNull()
    expect(await statusOf(server, upvote)).toMatchObject({ flags: 'pending pending', upvote_count: 1 })
  })

  test('when the only reporter has left is refused: there is no report to restore', async () => {
    const leaving = await member(server)
    const { upvote } = await reported(server, people.author, { reporter: leaving })
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'rejected')
    await server.sql`delete from auth.users where id = ${leaving.id}`
    const card = await cardOf(asAdmin(), upvote)
    expect(card).toMatchObject({
      decision: { undoable_until: null },
      reports: [{ reporter: null, status: 'rejected' }],
    })
    expect((await undo(asAdmin(), card.decision?.id ?? 0)).error).not.toBeNull()
  })
})
