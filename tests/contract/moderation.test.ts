import { describe, expect, test } from 'vitest'
import { administrator, member, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { APPROVED, CLEAN, PENDING, REJECTED, stateOf } from './moderated.ts'
import { report } from './queue.ts'
import { addFlag, addTool, addUpvote, first, type Tool, type Upvote } from './rows.ts'

/** The life of a reported recommendation: visibility, counts, the effect of decisions (section 4). */

const server = await testServer()
const people = {
  author: await member(server),
  reporter: await member(server),
  second: await member(server),
  admin: await administrator(server),
}

async function recommend(): Promise<{ tool: Tool; upvote: Upvote }> {
  const tool = await addTool(server.sql)
  return { tool, upvote: await addUpvote(server.sql, tool, people.author) }
}

const decide = (upvote: Upvote, decision: string, person: Person = people.admin) =>
  person.client.from('tool_upvotes').update({ flag_status: decision }).eq('id', upvote.id)

const answerOf = ({ status, error }: Awaited<ReturnType<typeof report>>) => ({ status, error })
const stateNow = (upvote: Upvote) => stateOf(server, people, upvote)

describe('a report', () => {
  test('hides the recommendation from all but its author and the administrators, and leaves the count', async () => {
    const { upvote } = await recommend()
    expect(await stateNow(upvote)).toEqual(CLEAN)
    expect((await report(upvote, people.reporter)).error).toBeNull()
    expect(await stateNow(upvote)).toEqual(PENDING)
  })

  test('is unique per person and recommendation', async () => {
    const { upvote } = await recommend()
    await report(upvote, people.reporter)
    expect((await report(upvote, people.reporter)).error?.code).toBe('23505')
    await addFlag(server.sql, upvote, people.second)
    expect(await stateNow(upvote)).toEqual({ ...PENDING, flag_count: 2, flags: 'pending pending' })
  })

  test('of one’s own recommendation is refused', async () => {
    const { upvote } = await recommend()
    const { error } = await report(upvote, people.author)
    expect(error).toMatchObject({ code: '42501', message: 'You cannot flag your own recommendation' })
    expect(await stateNow(upvote)).toEqual(CLEAN)
  })

  test('of a recommendation hidden from the reporter is refused as if it did not exist', async () => {
    const unknown = await report({ id: people.second.id }, people.second)
    expect(unknown).toMatchObject({
      status: 404,
      error: { code: 'PT404', message: 'Recommendation not found' },
    })
    const { upvote } = await recommend()
    await report(upvote, people.reporter)
    expect(await report(upvote, people.second), 'another reported it').toMatchObject(answerOf(unknown))
    await decide(upvote, 'rejected')
    expect(await report(upvote, people.second), 'a moderator hid it').toMatchObject(answerOf(unknown))
    expect(await stateNow(upvote), 'no stranger takes a decision back').toEqual(REJECTED)
    const ofAuthor = { upvote_id: upvote.id, flagged_by: people.author.id, reason: 'Guessing its author.' }
    const guess = await people.second.client.from('upvote_flags').insert(ofAuthor)
    expect(guess, 'a guess of its author').toMatchObject(answerOf(unknown))
    const { upvote: withheld } = await recommend()
    await server.sql`update public.tool_upvotes set is_withheld = true where id = ${withheld.id}`
    expect(await report(withheld, people.second), 'its author is suspended').toMatchObject(answerOf(unknown))
    expect((await report(upvote, people.admin)).error?.message, 'an administrator sees it').toBe(
      'This recommendation is hidden already',
    )
  })

  test('of an approved one returns it to the queue and leaves it visible', async () => {
    const { upvote } = await recommend()
    await report(upvote, people.reporter)
    await decide(upvote, 'approved')
    await report(upvote, people.second)
    expect(await stateNow(upvote)).toEqual({ ...APPROVED, flag_count: 2, flags: 'approved pending' })
    await decide(upvote, 'rejected')
    expect(await stateNow(upvote)).toEqual({ ...REJECTED, flag_count: 2, flags: 'approved rejected' })
  })

  test('is deleted with its reporter’s account, and the recommendation is as before', async () => {
    const { upvote } = await recommend()
    const leaving = await member(server)
    await report(upvote, leaving)
    await server.sql`delete from auth.users where id = ${leaving.id}`
    expect(await stateNow(upvote)).toEqual(CLEAN)
  })

  test('is seen by its reporter and the administrators', async () => {
    const { upvote } = await recommend()
    await report(upvote, people.reporter)
    const clients = [people.author, people.reporter, people.second, people.admin].map(
      (person) => person.client,
    )
    const rows = await Promise.all(
      clients.map(
        async (db) => (await db.from('upvote_flags').select('*').eq('upvote_id', upvote.id)).data?.length,
      ),
    )
    expect(rows).toEqual([0, 1, 0, 1])
    expect((await visitor(server).from('upvote_flags').select('*')).status).toBe(401)
  })
})

describe('a decision', () => {
  const resolved_at = '2001-01-01T00:00:00Z'
  const ways = {
    tool_upvotes: (upvote: Upvote, status: string) => decide(upvote, status),
    upvote_flags: ({ id }: Upvote, status: string) =>
      people.admin.client.from('upvote_flags').update({ status, resolved_at }).eq('upvote_id', id),
  }
  test.each([
    ['tool_upvotes', 'approved', APPROVED],
    ['tool_upvotes', 'rejected', REJECTED],
    ['upvote_flags', 'approved', APPROVED],
    ['upvote_flags', 'rejected', REJECTED],
  ] as const)(
    'written to %s (%s) is one about the recommendation and all its reports',
    async (way, status, state) => {
      const { upvote } = await recommend()
      for (const reporter of [people.reporter, people.second]) await addFlag(server.sql, upvote, reporter)
      expect((await ways[way](upvote, status)).error).toBeNull()
      expect(await stateNow(upvote)).toEqual({ ...state, flag_count: 2, flags: `${status} ${status}` })
      expect(
        await server.sql`
        select decided_by, decision, previous_status from private.moderation_decisions where upvote_id = ${upvote.id}`,
      ).toEqual([{ decided_by: people.admin.id, decision: status, previous_status: 'pending' }])
      const { data } = await people.admin.client
        .from('upvote_flags')
        .select('resolved_at')
        .eq('upvote_id', upvote.id)
      for (const report of data ?? [])
        expect(
          Math.abs(Date.now() - Date.parse(report.resolved_at ?? '')),
          'the database’s time',
        ).toBeLessThan(60_000)
    },
  )

  test('approved and then rejected decreases the count exactly once', async () => {
    const { upvote } = await recommend()
    await report(upvote, people.reporter)
    await decide(upvote, 'approved')
    for (const flag_status of ['rejected', 'rejected', 'approved', 'rejected'])
      await people.admin.client.from('tool_upvotes').update({ flag_status }).eq('id', upvote.id)
    expect((await stateNow(upvote)).count).toBe(0)
    await people.author.client.from('tool_upvotes').delete().eq('id', upvote.id)
    const tool = first(await server.sql<Tool[]>`select * from public.tools where id = ${upvote.tool_id}`)
    expect(tool.upvote_count).toBe(0)
  })

  test('cannot be set back to pending or null', async () => {
    const { upvote } = await recommend()
    await report(upvote, people.reporter)
    await decide(upvote, 'rejected')
    for (const flag_status of ['pending', null, 'unknown'])
      expect(
        (await people.admin.client.from('tool_upvotes').update({ flag_status }).eq('id', upvote.id)).error
          ?.code,
      ).toBe('23514')
    expect(await stateNow(upvote)).toEqual(REJECTED)
  })

  test('about a recommendation nobody reported is refused', async () => {
    const { upvote } = await recommend()
    for (const decision of ['approved', 'rejected'])
      expect((await decide(upvote, decision)).error).toMatchObject({
        code: '23514',
        message: 'This recommendation has no report to decide',
      })
    expect(await stateNow(upvote)).toEqual(CLEAN)
  })

  test('other than approved and rejected is refused', async () => {
    const { upvote } = await recommend()
    await addFlag(server.sql, upvote, people.reporter)
    expect((await decide(upvote, 'deleted')).status).toBe(400)
    expect(await stateNow(upvote)).toEqual(PENDING)
  })
})

test('of twenty people who report one recommendation at once the first one hides it from the others', async () => {
  const { upvote } = await recommend()
  const reporters = await Promise.all(Array.from({ length: 20 }, () => member(server)))
  const answers = await Promise.all(reporters.map((reporter) => report(upvote, reporter)))
  const codes = answers.map(({ error }) => error?.code ?? 'done').sort()
  expect(codes).toEqual([...Array<string>(19).fill('PT404'), 'done'])
  expect(await stateNow(upvote)).toEqual(PENDING)
})
