import { expect, test } from 'vitest'
import { administrator, member, messageOf } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { answer, cardOf, decide, queuePeople, reported, undo } from './queue.ts'
import { addFlag, addTool, addUpvote } from './rows.ts'
import { suspend } from './suspensions.ts'

/** What a moderator sees of a member. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { admin, other, reporter } = await queuePeople(server)
const moderator = await administrator(server, 'moderator')

test('has what they recommended and reported, and what was decided about it', async () => {
  const person = await member(server, { username: 'On_Record' })
  const read = async (username = person.username) => {
    const { data, error } = await moderator.client.rpc('get_member_record', { username })
    expect(error).toBeNull()
    return data
  }
  expect(await read('on_record')).toEqual({
    ...{ id: person.id, username: 'On_Record', since: expect.any(String), verified: true },
    ...{ suspended: null, role: null },
    recommendations: { shown: 0, hidden: 0, waiting: 0 },
    reports: { upheld: 0, rejected: 0, waiting: 0 },
    last_decisions: [],
    last_recommendations: [],
  })

  const clean = await addUpvote(server.sql, await addTool(server.sql), person)
  const made = []
  for (let n = 0; n < 6; n++) made.push(await reported(server, person))
  const [waiting, approved, rejected, appealed, deleted, undone] = made
  if (!waiting || !approved || !rejected || !appealed || !deleted || !undone) throw new Error('there are six')
  const decideOne = async ({ upvote }: typeof waiting, decision: string, reason?: string) =>
    decide(admin.client, await cardOf(admin.client, upvote), decision, reason)
  await decideOne(approved, 'approved', 'Fine')
  await decideOne(rejected, 'rejected')
  await decideOne(appealed, 'rejected')
  await answer(appealed.upvote, person)
  const { card } = await decideOne(undone, 'approved')
  await undo(admin.client, card?.decision?.id ?? 0)
  await decideOne(deleted, 'deleted', 'Spam')
  // Approved and reported again.
  await addFlag(server.sql, approved.upvote, reporter)

  for (const decision of ['approved', 'rejected', 'deleted', undefined]) {
    const { upvote } = await reported(server, await member(server), { reporter: person })
    if (decision) await decide(other.client, await cardOf(other.client, upvote), decision)
  }

  const record = await read()
  expect(record).toMatchObject({
    recommendations: { shown: 1, hidden: 1, waiting: 4 },
    reports: { upheld: 2, rejected: 1, waiting: 1 },
    last_decisions: [
      { decision: 'deleted', tool_name: deleted.tool.name, reason: 'Spam', by: admin.username },
      { decision: 'rejected', tool_slug: appealed.tool.slug, reason: null },
      { decision: 'rejected', tool_slug: rejected.tool.slug },
      { decision: 'approved', tool_slug: approved.tool.slug, reason: 'Fine', at: expect.any(String) },
    ],
  })
  const recommended = JSON.parse(JSON.stringify(record)).last_recommendations
  expect(recommended.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    [undone.upvote.id, 'waiting'],
    [appealed.upvote.id, 'waiting'],
    [rejected.upvote.id, 'hidden'],
    [approved.upvote.id, 'waiting'],
    [waiting.upvote.id, 'waiting'],
    [clean.id, 'shown'],
  ])
  expect(JSON.stringify(record)).not.toContain('@')

  await suspend(admin, person, true, 'Advertising')
  expect(await read()).toMatchObject({
    suspended: { at: expect.any(String), reason: 'Advertising' },
    recommendations: { shown: 0, hidden: 2, waiting: 4 },
  })
  // What is deleted for good is known by the log; the reason goes with the copy.
  await server.sql`
    update private.removed_upvotes set removed_at = now() - interval '6 minutes' where user_id = ${person.id}`
  await server.sql`select private.purge_removed_upvotes()`
  await server.sql`delete from public.tools where id = ${deleted.tool.id}`
  expect(await read()).toMatchObject({
    last_decisions: [
      {
        decision: 'deleted',
        tool_name: deleted.tool.name,
        tool_slug: null,
        reason: null,
        by: admin.username,
      },
      ...[{ decision: 'rejected' }, { decision: 'rejected' }, { decision: 'approved' }],
    ],
  })
})

test('is of the last ten, names the role, and knows no other', async () => {
  const person = await administrator(server, 'moderator')
  for (let n = 0; n < 12; n++) {
    const { upvote } = await reported(server, person)
    await decide(admin.client, await cardOf(admin.client, upvote), n % 2 ? 'rejected' : 'deleted')
  }
  const { data } = await admin.client.rpc('get_member_record', { username: person.username })
  expect(data).toMatchObject({
    role: 'moderator',
    recommendations: { hidden: 6 },
    last_decisions: { length: 10 },
    last_recommendations: { length: 6 },
  })
  expect(await messageOf(admin.client.rpc('get_member_record', { username: 'nobody' }))).toBe(
    'Member not found',
  )
})
