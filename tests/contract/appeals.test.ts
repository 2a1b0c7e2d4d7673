import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw, visitor, withToken } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { answer, cardOf, decide, report, reported } from './queue.ts'
import { addTool, addUpvote, type Upvote } from './rows.ts'

/** The author's one answer to a rejection: who may give it, who decides about it, and that it ends there. */

let server: TestServer
let people: Record<'author' | 'admin' | 'other', Person>
beforeAll(async () => {
  server = await startTestServer()
  people = {
    author: await member(server),
    admin: await administrator(server),
    other: await administrator(server),
  }
})
afterAll(() => server?.close())

async function rejected(author: Person = people.author): Promise<Upvote> {
  const { upvote } = await reported(server, author)
  await decide(people.admin.client, await cardOf(people.admin.client, upvote), 'rejected')
  return upvote
}

async function answered(author: Person = people.author): Promise<Upvote> {
  const upvote = await rejected(author)
  const { error } = await answer(upvote, author)
  if (error) throw new Error(error.message)
  return upvote
}

const settle = async (upvote: Upvote, decision: string, person: Person = people.other) =>
  decide(person.client, await cardOf(person.client, upvote), decision)

async function stateOf({ id }: Upvote) {
  const [row] = await server.sql`
    select v.flag_status, a.status as answer, t.upvote_count
    from public.tool_upvotes v join public.tools t on t.id = v.tool_id
    left join public.upvote_appeals a on a.upvote_id = v.id where v.id = ${id}`
  return row
}

describe('an answer', () => {
  test('returns the recommendation to the queue and leaves it hidden', async () => {
    const upvote = await rejected()
    expect((await answer(upvote, people.author, '  It is true.\n')).error).toBeNull()
    expect(await stateOf(upvote)).toEqual({ flag_status: 'rejected', answer: 'pending', upvote_count: 0 })
    expect(await cardOf(people.other.client, upvote)).toMatchObject({
      state: 'pending',
      visible: false,
      decision: { decision: 'rejected', by: people.admin.username },
      appeal: { reason: 'It is true.', status: 'pending' },
      for_another: false,
    })
    const seen = await visitor(server).from('tool_upvotes').select('id').eq('id', upvote.id)
    expect(seen.data).toEqual([])
  })

  test('is given once', async () => {
    const upvote = await answered()
    expect((await answer(upvote, people.author)).error?.code).toBe('23505')
    await settle(upvote, 'rejected')
    expect((await answer(upvote, people.author)).error?.code).toBe('23505')
  })

  test('is given once also by whoever deletes the recommendation and writes it again', async () => {
    const author = await member(server)
    const upvote = await answered(author)
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
        await settle(upvote, 'approved')
        return upvote
      },
    ],
  ])('about %s is refused', async (_which, prepare) => {
    const upvote = await prepare()
    const { error } = await answer(upvote, people.author)
    expect(error).toMatchObject({
      code: '23514',
      message: 'Only what a moderator has hidden can be answered for',
    })
  })

  test('is the author’s alone, and what is not there is refused alike', async () => {
    const upvote = await rejected()
    const { reporter } = await reported(server, people.author)
    for (const person of [reporter, people.admin, await member(server)])
      expect((await answer(upvote, person)).error?.code).toBe('42501')
    const nowhere = await answer({ id: '00000000-0000-4000-8000-000000000000' }, people.author)
    expect(nowhere.error).toMatchObject({
      code: '42501',
      message: 'Only its author may answer for a recommendation',
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
    const { error } = await answer(await rejected(), people.author, reason)
    expect(error?.code).toBe(taken ? undefined : '23514')
  })

  test('cannot be sent decided, in another’s time, or after the session ended', async () => {
    const upvote = await rejected()
    for (const extra of [
      { status: 'approved' },
      { resolved_at: new Date().toISOString() },
      { created_at: '2001-01-01' },
      { id: upvote.id },
    ]) {
      const body = JSON.stringify({ upvote_id: upvote.id, reason: 'x', ...extra })
      const response = await raw(
        server,
        '/rest/v1/upvote_appeals',
        { method: 'POST', body },
        people.author.accessToken,
      )
      expect(response.status).toBe(403)
    }
    const none = JSON.stringify({ upvote_id: upvote.id })
    const init = { method: 'POST', body: none }
    expect((await raw(server, '/rest/v1/upvote_appeals', init, people.author.accessToken)).status).toBe(400)
    const leaving = await member(server)
    const theirs = await rejected(leaving)
    await server.sql`delete from auth.sessions where user_id = ${leaving.id}`
    const late = withToken(server, leaving.accessToken)
    expect((await late.from('upvote_appeals').insert({ upvote_id: theirs.id, reason: 'x' })).status).toBe(401)
  })

  test('is seen by its author and the administrators, with the recommendation too', async () => {
    const upvote = await answered()
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

  test('twice at once is one', async () => {
    const upvote = await rejected()
    const answers = await Promise.all([answer(upvote, people.author), answer(upvote, people.author)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  })
})

describe('a decision about an answer', () => {
  test('is another administrator’s: by no way may the one who rejected take it', async () => {
    const upvote = await answered()
    const own = await cardOf(people.admin.client, upvote)
    expect(own.for_another).toBe(true)
    const db = people.admin.client
    const tries = [
      db.rpc('decide_flagged', { upvote_id: upvote.id, decision: 'rejected', seen: own.version }),
      db.rpc('decide_flagged', { upvote_id: upvote.id, decision: 'deleted', seen: own.version }),
      db.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', upvote.id),
      db.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', upvote.id),
      db.from('tool_upvotes').delete().eq('id', upvote.id),
    ]
    for (const attempt of tries)
      expect((await attempt).error).toMatchObject({
        code: '42501',
        message: "Another administrator decides about the author's answer",
      })
    expect(await stateOf(upvote)).toEqual({ flag_status: 'rejected', answer: 'pending', upvote_count: 0 })
    expect((await settle(upvote, 'approved')).outcome).toBe('done')
  })

  test('is theirs when there is no other', async () => {
    const alone = await startTestServer()
    try {
      const [author, only] = [await member(alone), await administrator(alone)]
      const { upvote } = await reported(alone, author)
      await decide(only.client, await cardOf(only.client, upvote), 'rejected')
      await answer(upvote, author)
      const card = await cardOf(only.client, upvote)
      expect(card.for_another).toBe(false)
      expect((await decide(only.client, card, 'approved')).outcome).toBe('done')
    } finally {
      await alone.close()
    }
  }, 60_000)

  test('is not its author’s, who may be an administrator; then the one who rejected may', async () => {
    const two = await startTestServer()
    try {
      const [author, rejecting] = [await administrator(two), await administrator(two)]
      const { upvote } = await reported(two, author)
      await decide(rejecting.client, await cardOf(rejecting.client, upvote), 'rejected')
      await answer(upvote, author)
      expect((await cardOf(author.client, upvote)).for_another).toBe(true)
      const { error } = await author.client
        .from('tool_upvotes')
        .update({ flag_status: 'approved' })
        .eq('id', upvote.id)
      expect(error?.code).toBe('42501')
      expect(
        (await decide(rejecting.client, await cardOf(rejecting.client, upvote), 'approved')).outcome,
      ).toBe('done')
    } finally {
      await two.close()
    }
  }, 60_000)

  test('for the author shows the recommendation again, and counts it', async () => {
    const upvote = await answered()
    await settle(upvote, 'approved')
    expect(await stateOf(upvote)).toEqual({ flag_status: 'approved', answer: 'approved', upvote_count: 1 })
    const seen = await visitor(server).from('tool_upvotes').select('id').eq('id', upvote.id)
    expect(seen.data).toHaveLength(1)
  })

  test('against the author keeps it hidden, is told and logged', async () => {
    const upvote = await answered()
    await settle(upvote, 'rejected')
    expect(await stateOf(upvote)).toEqual({ flag_status: 'rejected', answer: 'rejected', upvote_count: 0 })
    const entries = await server.sql<{ actor_id: string }[]>`
      select actor_id from public.audit_log where row_id = ${upvote.id} order by id`
    expect(entries.map((entry) => entry.actor_id)).toEqual([people.admin.id, people.other.id])
  })

  test.each(['approved', 'rejected'])('%s is final', async (outcome) => {
    const upvote = await answered()
    await settle(upvote, outcome)
    const flag_status = outcome === 'approved' ? 'rejected' : 'approved'
    for (const { client } of [people.admin, people.other]) {
      const { error } = await client.from('tool_upvotes').update({ flag_status }).eq('id', upvote.id)
      expect(error?.message).toBe("What was decided about the author's answer is final")
    }
    expect(await stateOf(upvote)).toMatchObject({ flag_status: outcome })
  })

  test('does not keep a new report from being decided', async () => {
    const upvote = await answered()
    await settle(upvote, 'approved')
    await report(upvote, await member(server), 'It is back')
    expect((await settle(upvote, 'rejected', people.admin)).outcome).toBe('done')
    expect((await answer(upvote, people.author)).error?.code).toBe('23505')
  })

  test('can be undone by who made it, and waits again', async () => {
    const upvote = await answered()
    const { card } = await settle(upvote, 'approved')
    const { error } = await people.other.client.rpc('undo_decision', { decision_id: card?.decision?.id ?? 0 })
    expect(error).toBeNull()
    expect(await stateOf(upvote)).toEqual({ flag_status: 'rejected', answer: 'pending', upvote_count: 0 })
    expect(await cardOf(people.other.client, upvote)).toMatchObject({
      state: 'pending',
      decision: { decision: 'rejected', by: people.admin.username },
    })
  })
})
