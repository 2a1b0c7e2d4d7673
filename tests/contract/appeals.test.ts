import { describe, expect, test } from 'vitest'
import { member, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { answered, appealPeople, decideCase, rejected, stateOf } from './appeals.ts'
import { answer, cardOf, reported } from './queue.ts'
import { addTool, addUpvote } from './rows.ts'

/** The appeal of a rejected recommendation: who may send it, its text, and what it changes. */

const server = await testServer()
const people = await appealPeople(server)

describe('an appeal', () => {
  test('returns the recommendation to the queue and leaves it hidden', async () => {
    const upvote = await rejected(server, people)
    expect((await answer(upvote, people.author, '  It is true.\n')).error).toBeNull()
    expect(await stateOf(server, upvote)).toEqual({
      flag_status: 'rejected',
      answer: 'pending',
      upvote_count: 0,
    })
    expect(await cardOf(people.other.client, upvote)).toMatchObject({
      state: 'pending',
      visible: false,
      decision: { decision: 'rejected', by: people.admin.username },
      appeal: { reason: 'It is true.', status: 'pending' },
      for_another: null,
    })
    const seen = await visitor(server).from('tool_upvotes').select('id').eq('id', upvote.id)
    expect(seen.data).toEqual([])
  })

  test('is sent once', async () => {
    const upvote = await answered(server, people)
    expect((await answer(upvote, people.author)).error?.code).toBe('23505')
    await decideCase(upvote, 'rejected', people.other)
    expect((await answer(upvote, people.author)).error?.code).toBe('23505')
  })

  test('is sent once also by an author who deletes the recommendation and writes it again', async () => {
    const author = await member(server)
    const upvote = await answered(server, people, author)
    await author.client.from('tool_upvotes').delete().eq('id', upvote.id)
    const again = await addUpvote(server.sql, { ...(await addTool(server.sql)), id: upvote.tool_id }, author)
    expect(again.flag_status).toBe('rejected')
    expect((await answer(again, author)).error?.code).toBe('23505')
    expect(await cardOf(people.other.client, again)).toMatchObject({ state: 'rejected', appeal: null })
  })

  test.each([
    [
      'one that was never reported',
      async () => addUpvote(server.sql, await addTool(server.sql), people.author),
    ],
    ['one nobody has decided about', async () => (await reported(server, people.author)).upvote],
    [
      'an approved one',
      async () => {
        const { upvote } = await reported(server, people.author)
        await decideCase(upvote, 'approved', people.other)
        return upvote
      },
    ],
  ])('about %s is refused', async (_which, prepare) => {
    const upvote = await prepare()
    const { error } = await answer(upvote, people.author)
    expect(error).toMatchObject({
      code: '23514',
      message: 'Only what a moderator has hidden can be appealed',
    })
  })

  test('is accepted from the author alone; one about a missing recommendation is refused alike', async () => {
    const upvote = await rejected(server, people)
    const { reporter } = await reported(server, people.author)
    for (const person of [reporter, people.admin, await member(server)])
      expect((await answer(upvote, person)).error?.code).toBe('42501')
    const nowhere = await answer({ id: '00000000-0000-4000-8000-000000000000' }, people.author)
    expect(nowhere.error).toMatchObject({
      code: '42501',
      message: 'Only its author may appeal for a recommendation',
    })
    expect(
      (await visitor(server).from('upvote_appeals').insert({ upvote_id: upvote.id, reason: 'x' })).status,
    ).toBe(401)
  })

  test.each([
    ['', false],
    [' \n ', false],
    ['a'.repeat(1001), false],
    [`  ${'👏'.repeat(1000)} `, true],
  ])('has 1 to 1000 characters after trimming', async (reason, taken) => {
    const { error } = await answer(await rejected(server, people), people.author, reason)
    expect(error?.code).toBe(taken ? undefined : '23514')
  })

  test('is readable by its author and the administrators, with its recommendation', async () => {
    const upvote = await answered(server, people)
    const rows = async ({ client }: Person) =>
      (await client.from('upvote_appeals').select('*').eq('upvote_id', upvote.id)).data?.length
    expect(await rows(people.author)).toBe(1)
    expect(await rows(people.other)).toBe(1)
    expect(await rows(await member(server))).toBe(0)
    const { data } = await people.author.client
      .from('tool_upvotes')
      .select('decided_at, upvote_appeals(reason, status)')
      .eq('id', upvote.id)
      .single()
    expect(data).toEqual({
      decided_at: expect.any(String),
      upvote_appeals: { reason: 'It is my own experience.', status: 'pending' },
    })
  })

  test('sent twice at once is one row', async () => {
    const upvote = await rejected(server, people)
    const answers = await Promise.all([answer(upvote, people.author), answer(upvote, people.author)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})
