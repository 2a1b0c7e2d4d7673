import { afterEach, describe, expect, test } from 'vitest'
import { administrator, member, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { answered, appealPeople, decideCase, stateOf } from './appeals.ts'
import { answer, cardOf, decide, report, undo } from './queue.ts'

/** Who may decide an appeal, and that the decision is final. */

const server = await testServer()
const people = await appealPeople(server)

describe('a decision about an appeal', () => {
  test('is made by another administrator than the one who rejected, whichever call is used', async () => {
    const upvote = await answered(server, people)
    const own = await cardOf(people.admin.client, upvote)
    expect(own.for_another).toBe('appeal')
    const db = people.admin.client
    for (const decision of ['rejected', 'deleted'])
      await expect(decide(db, own, decision)).rejects.toThrow(
        'Another administrator decides about the appeal',
      )
    const tries = [
      db.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', upvote.id),
      db.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', upvote.id),
      db.from('tool_upvotes').delete().eq('id', upvote.id),
    ]
    for (const attempt of tries)
      expect((await attempt).error).toMatchObject({
        code: '42501',
        message: 'Another administrator decides about the appeal',
      })
    expect(await stateOf(server, upvote)).toEqual({
      flag_status: 'rejected',
      answer: 'pending',
      upvote_count: 0,
    })
    expect((await decideCase(upvote, 'approved', people.other)).outcome).toBe('done')
  })

  describe('where administrators are few', () => {
    /** Leaves only these the right. */
    const keepOnly = (...few: Person[]) =>
      server.sql`delete from private.administrators where user_id not in ${server.sql(few.map(({ id }) => id))}`
    afterEach(async () => {
      for (const { id } of [people.admin, people.other])
        await server.sql`
          insert into private.administrators (user_id, granted_by) values (${id}, 'test') on conflict do nothing`
    })

    test('may be made by the administrator who rejected when there is no other', async () => {
      const upvote = await answered(server, people)
      await keepOnly(people.admin)
      expect((await cardOf(people.admin.client, upvote)).for_another).toBeNull()
      expect((await decideCase(upvote, 'approved', people.admin)).outcome).toBe('done')
    })

    test('is never made by the author, even as the only other administrator: then the rejecting one may', async () => {
      const author = await administrator(server)
      const upvote = await answered(server, people, author)
      await keepOnly(people.admin, author)
      expect((await cardOf(author.client, upvote)).for_another).toBe('own')
      const own = author.client.from('tool_upvotes').update({ flag_status: 'approved' })
      expect((await own.eq('id', upvote.id)).error?.code).toBe('42501')
      expect((await decideCase(upvote, 'approved', people.admin)).outcome).toBe('done')
    })
  })

  test('that accepts it shows the recommendation again, and counts it', async () => {
    const upvote = await answered(server, people)
    await decideCase(upvote, 'approved', people.other)
    expect(await stateOf(server, upvote)).toEqual({
      flag_status: 'approved',
      answer: 'approved',
      upvote_count: 1,
    })
    const seen = await visitor(server).from('tool_upvotes').select('id').eq('id', upvote.id)
    expect(seen.data).toHaveLength(1)
  })

  test('that rejects it keeps the recommendation hidden, and is notified and logged', async () => {
    const upvote = await answered(server, people)
    await decideCase(upvote, 'rejected', people.other)
    expect(await stateOf(server, upvote)).toEqual({
      flag_status: 'rejected',
      answer: 'rejected',
      upvote_count: 0,
    })
    const entries = await server.sql<{ actor_id: string }[]>`
      select actor_id from public.audit_log where row_id = ${upvote.id} order by id`
    expect(entries.map((entry) => entry.actor_id)).toEqual([people.admin.id, people.other.id])
  })

  test.each(['approved', 'rejected'])('%s is final', async (outcome) => {
    const upvote = await answered(server, people)
    await decideCase(upvote, outcome, people.other)
    const flag_status = outcome === 'approved' ? 'rejected' : 'approved'
    for (const { client } of [people.admin, people.other]) {
      const { error } = await client.from('tool_upvotes').update({ flag_status }).eq('id', upvote.id)
      expect(error?.message).toBe('What was decided about the appeal is final')
    }
    expect(await stateOf(server, upvote)).toMatchObject({ flag_status: outcome })
  })

  test('does not block the decision of a new report', async () => {
    const upvote = await answered(server, people)
    await decideCase(upvote, 'approved', people.other)
    await report(upvote, await member(server), 'It is back')
    expect((await decideCase(upvote, 'rejected', people.admin)).outcome).toBe('done')
    expect((await answer(upvote, people.author)).error?.code).toBe('23505')
  })

  test('can be undone by the administrator who made it: the appeal is pending again', async () => {
    const upvote = await answered(server, people)
    const { card } = await decideCase(upvote, 'approved', people.other)
    expect((await undo(people.other.client, card?.decision?.id ?? 0)).error).toBeNull()
    expect(await stateOf(server, upvote)).toEqual({
      flag_status: 'rejected',
      answer: 'pending',
      upvote_count: 0,
    })
    expect(await cardOf(people.other.client, upvote)).toMatchObject({
      state: 'pending',
      decision: { decision: 'rejected', by: people.admin.username },
    })
  })
})
