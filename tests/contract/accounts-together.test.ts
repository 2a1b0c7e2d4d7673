import { expect, test } from 'vitest'
import { actsAsEditor } from '../../server/host/database/as-editor.ts'
import { administrator, member, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { cardOf, decide, remove, report } from './queue.ts'
import { addTool, addUpvote, type Upvote } from './rows.ts'
import { countWaiting } from './waiting.ts'

/** Several accounts deleted by one statement, whatever ties them to each other, and in whichever order. */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)

const recommended = async (author: Person) => addUpvote(server.sql, await addTool(server.sql), author)
const decided = async (upvote: Upvote, decision: string) =>
  decide(admin.client, await cardOf(admin.client, upvote), decision)

/** What one member may have to do with another's recommendation. */
const TIES: Record<string, (author: Person, other: Person) => Promise<unknown>> = {
  'an undecided report': async (author, other) => report(await recommended(author), other),
  'an undecided report of what was approved': async (author, other) => {
    const upvote = await recommended(author)
    await report(upvote, await member(server))
    await decided(upvote, 'approved')
    await report(upvote, other)
  },
  'a decided report': async (author, other) => {
    const upvote = await recommended(author)
    await report(upvote, other)
    await decided(upvote, 'rejected')
  },
  'a report that an appeal answers': async (author, other) => {
    const upvote = await recommended(author)
    await report(upvote, other)
    await decided(upvote, 'rejected')
    await author.client.from('upvote_appeals').insert({ upvote_id: upvote.id, reason: 'It is not' })
  },
  'a report of what its author withdrew': async (author, other) => {
    const upvote = await recommended(author)
    await report(upvote, other)
    await author.client.from('tool_upvotes').delete().eq('id', upvote.id)
  },
  'a report of what a moderator deleted': async (author, other) => {
    const upvote = await recommended(author)
    await report(upvote, other)
    await remove(admin.client, upvote)
  },
}

const isThere = async (...people: Person[]) =>
  (await server.sql`select from auth.users where id in ${server.sql(people.map(({ id }) => id))}`).length

test.each(Object.entries(TIES))('%s, from one to the other and crosswise', async (_tie, bind) => {
  for (const isCrosswise of [false, true])
    for (const isReversed of [false, true]) {
      const people = [await member(server), await member(server)] as const
      const [one, other] = isReversed ? (people.toReversed() as [Person, Person]) : people
      await bind(one, other)
      if (isCrosswise) await bind(other, one)
      await server.sql`delete from auth.users where id in (${people[0].id}, ${people[1].id})`
      expect(await isThere(...people)).toBe(0)
      expect(
        await server.sql`select from public.upvote_flags where flagged_by in (${one.id}, ${other.id})`,
      ).toEqual([])
      expect(
        await server.sql`select from private.closed_reports where reported_by in (${one.id}, ${other.id})`,
      ).toEqual([])
    }
})

test('a reporter’s account is deleted while a decision about their report is undone', async () => {
  const [upvote, reporter] = [await recommended(await member(server)), await member(server)]
  await report(upvote, reporter)
  const decision = (await decided(upvote, 'approved')).card?.decision?.id ?? 0
  const { deletion } = await server.sql.begin(async (sql) => {
    await actsAsEditor(sql, { sub: admin.id, role: 'authenticated' })
    // The report waits for a decision again, but nobody else sees that yet.
    await sql`select public.undo_decisions(array[${decision}::bigint])`
    const deletion = server.sql`delete from auth.users where id = ${reporter.id}`.execute()
    await expect.poll(() => countWaiting(server.sql)).toBe(1)
    return { deletion }
  })
  await deletion
  expect(await isThere(reporter)).toBe(0)
  expect(
    await server.sql`select flag_status, flag_count from public.tool_upvotes where id = ${upvote.id}`,
  ).toEqual([{ flag_status: null, flag_count: 0 }])
})
