import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, type Person, visitor } from '../support/actors.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { answer, cardOf, decide, remove, report, reported, undo, watch } from './queue.ts'
import { addTool, addUpvote, first, type Upvote } from './rows.ts'

/** A deletion in the queue: undone within five minutes by whoever deleted, permanent from then on. */

let server: TestServer
let people: Record<'author' | 'admin' | 'other', Person>
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  people = {
    author: await member(server),
    admin: await administrator(server),
    other: await administrator(server),
  }
})
afterAll(() => server?.close())

const asAdmin = () => people.admin.client
const asOther = () => people.other.client
const flagged = (author = people.author) => reported(server, author)
const TOO_LATE = [400, 'This decision can no longer be undone']

/** Everything there is of it; a card without the version, which grows. */
async function stateOf({ id, tool_id }: Upvote, administrator = people.admin) {
  const { sql } = server
  const { cards } = await watch(administrator.client, { ids: [id] })
  return {
    upvote: await sql`select * from public.tool_upvotes where id = ${id}`,
    reports: await sql`select * from public.upvote_flags where upvote_id = ${id} order by id`,
    appeal: await sql`select * from public.upvote_appeals where upvote_id = ${id}`,
    decisions: await sql`select * from private.moderation_decisions where upvote_id = ${id} order by id`,
    card: cards.map(({ version: _, ...card }) => card),
    tool: await sql`select upvote_count from public.tools where id = ${tool_id}`,
    trend: await sql`
      select upvote_count, round(trend::numeric, 6) as trend from private.listings where tool_id = ${tool_id}`,
  }
}

const kept = ({ id }: Upvote) => server.sql`select from private.deleted_upvotes where upvote_id = ${id}`

async function refused(who: Person, decision: number, words = TOO_LATE) {
  const { status, error } = await undo(who.client, decision)
  expect([status, error?.message]).toEqual(words)
}

describe('a deletion that is undone', () => {
  const stories: [string, () => Promise<Upvote>][] = [
    ['one that waits', async () => (await flagged()).upvote],
    [
      'one with several reports, of a tool others recommend',
      async () => {
        const { upvote, tool } = await flagged()
        await addUpvote(server.sql, tool, await member(server))
        await report(upvote, await member(server), 'Another')
        return upvote
      },
    ],
    [
      'one that was approved before and reported again',
      async () => {
        const { upvote } = await flagged()
        await decide(asOther(), await cardOf(asOther(), upvote), 'approved')
        await report(upvote, await member(server))
        return upvote
      },
    ],
    [
      'one that was rejected and answered for',
      async () => {
        const { upvote } = await flagged()
        await decide(asOther(), await cardOf(asOther(), upvote), 'rejected')
        await answer(upvote, people.author, 'My own words')
        return upvote
      },
    ],
    [
      'one whose decided report has lost its reporter',
      async () => {
        const { upvote, reporter } = await flagged()
        await decide(asOther(), await cardOf(asOther(), upvote), 'approved')
        await report(upvote, await member(server))
        await server.sql`delete from auth.users where id = ${reporter.id}`
        return upvote
      },
    ],
    [
      'one of a member who is suspended, hidden with the rest',
      async () => {
        const author = await member(server)
        const { upvote } = await flagged(author)
        await asOther().rpc('suspend_member', { member_id: author.id, reason: 'Spam', hide_upvotes: true })
        return upvote
      },
    ],
  ]
  test.each(stories)('leaves %s as it was, to the letter', async (_which, happen) => {
    const upvote = await happen()
    const before = await stateOf(upvote)
    const { version } = await cardOf(asAdmin(), upvote)
    const decision = await remove(asAdmin(), upvote)
    expect((await stateOf(upvote)).upvote).toEqual([])
    expect((await undo(asAdmin(), decision)).error).toBeNull()
    expect(await stateOf(upvote)).toEqual(before)
    expect((await cardOf(asAdmin(), upvote)).version).toBeGreaterThan(version)
    expect(await kept(upvote)).toHaveLength(0)
    expect(
      await server.sql`
        select from private.closed_reports c join public.upvote_flags f on f.id = c.id where f.upvote_id = ${upvote.id}`,
    ).toHaveLength(0)
    expect((await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'approved')).outcome).toBe('done')
  })

  test('counts nowhere in between, and is in nobody’s list', async () => {
    const { upvote, tool, reporter } = await flagged()
    const decision = await remove(asAdmin(), upvote)
    const { data: counted } = await visitor(server).from('tools').select('upvote_count').eq('id', tool.id)
    expect(counted).toEqual([{ upvote_count: 0 }])
    expect((await people.author.client.from('tool_upvotes').select('id').eq('id', upvote.id)).data).toEqual(
      [],
    )
    expect((await reporter.client.rpc('list_my_reports')).data).toMatchObject([{ status: 'deleted' }])
    await undo(asAdmin(), decision)
    expect((await reporter.client.rpc('list_my_reports')).data).toMatchObject([{ status: 'pending' }])
  })

  test('is in the log, both ways, and told to a second administrator', async () => {
    const { upvote } = await flagged()
    const decision = await remove(asAdmin(), upvote)
    const gone = async (person: Person) => (await watch(person.client, { ids: [upvote.id] })).gone
    const told = { id: upvote.id, why: 'deleted', by: people.admin.username, at: expect.any(String) }
    expect(await gone(people.admin)).toEqual([{ ...told, undo: decision }])
    expect(await gone(people.other)).toEqual([{ ...told, undo: null }])
    await undo(asAdmin(), decision)
    expect(await gone(people.other)).toEqual([])
    const entries = await server.sql`
      select actor_id, action, coalesce(after, before) ->> 'reason' as reason, person_id from public.audit_log
      where row_id = ${upvote.id} and table_name = 'tool_upvotes' order by id`
    const entry = { actor_id: people.admin.id, reason: upvote.reason, person_id: people.author.id }
    expect(entries).toEqual([
      { ...entry, action: 'delete' },
      { ...entry, action: 'insert' },
    ])
    const { data } = await people.author.client.rpc('export_my_data')
    expect(data).toMatchObject({
      decisions: expect.arrayContaining([
        expect.objectContaining({ decision: 'undone', reason: upvote.reason }),
      ]),
    })
    // What its author deletes afterwards was deleted by them.
    await people.author.client.from('tool_upvotes').delete().eq('id', upvote.id)
    expect(await gone(people.other)).toEqual([
      { id: upvote.id, why: 'withdrawn', by: null, at: null, undo: null },
    ])
  })

  test('of an administrator’s own recommendation is remembered as withdrawn no longer', async () => {
    const { upvote } = await flagged(people.admin)
    const before = await stateOf(upvote)
    const decision = await remove(asAdmin(), upvote)
    await undo(asAdmin(), decision)
    expect(await stateOf(upvote)).toEqual(before)
    expect(
      await server.sql`select from private.withdrawn_upvotes where tool_id = ${upvote.tool_id}`,
    ).toHaveLength(0)
  })

  test('does not care how many its reporter has reported today, and counts with them', async () => {
    const reporter = await member(server)
    const { upvote } = await reported(server, people.author, { reporter })
    const decision = await remove(asAdmin(), upvote)
    for (let n = 0; n < 20; n++) await reported(server, people.author, { reporter })
    expect((await undo(asAdmin(), decision)).error).toBeNull()
    const next = await addUpvote(server.sql, await addTool(server.sql), people.author)
    expect((await report(next, reporter)).error?.message).toMatch(/at most 20 recommendations a day/)
  })

  test('when everybody who reported it has left is visible to all, as if they had left before', async () => {
    const { upvote, reporter } = await flagged()
    const decision = await remove(asAdmin(), upvote)
    await reporter.client.rpc('delete_my_account', { confirm_username: reporter.username })
    expect(await undo(asAdmin(), decision)).toMatchObject({ data: null, error: null })
    expect((await watch(asAdmin(), { ids: [upvote.id] })).gone).toMatchObject([{ why: 'unreported' }])
    const { data } = await visitor(server)
      .from('tool_upvotes')
      .select('is_flagged, flag_status, flag_count')
      .eq('id', upvote.id)
    expect(data).toEqual([{ is_flagged: false, flag_status: null, flag_count: 0 }])
  })

  test('of somebody suspended since comes back hidden with the rest', async () => {
    const author = await member(server)
    const { upvote } = await flagged(author)
    const decision = await remove(asAdmin(), upvote)
    await asOther().rpc('suspend_member', { member_id: author.id, reason: 'Spam', hide_upvotes: true })
    expect((await undo(asAdmin(), decision)).error).toBeNull()
    expect(await server.sql`select is_withheld from public.tool_upvotes where id = ${upvote.id}`).toEqual([
      { is_withheld: true },
    ])
  })
})

describe('an undo of a deletion is refused', () => {
  test('to another administrator, to members and to visitors', async () => {
    const { upvote, reporter } = await flagged()
    const decision = await remove(asAdmin(), upvote)
    await refused(people.other, decision, [403, 'Only the administrator who decided may undo it'])
    for (const person of [people.author, reporter])
      await refused(person, decision, [403, 'Only administrators may moderate recommendations'])
    expect((await undo(visitor(server), decision)).status).toBe(401)
    expect((await undo(asAdmin(), decision)).error).toBeNull()
  })

  test('to whoever administers no longer', async () => {
    const leaving = await administrator(server)
    const { upvote } = await flagged()
    const decision = await remove(leaving.client, upvote)
    await asAdmin().rpc('revoke_administrator', { member_id: leaving.id })
    await refused(leaving, decision, [403, 'Only administrators may moderate recommendations'])
  })

  test('after five minutes, when nothing is kept any more', async () => {
    const { upvote } = await flagged()
    const decision = await remove(asAdmin(), upvote)
    await server.sql`
      update private.deleted_upvotes set deleted_at = now() - interval '301 seconds' where upvote_id = ${upvote.id}`
    await refused(people.admin, decision)
    expect((await watch(asAdmin(), { ids: [upvote.id] })).gone).toMatchObject([{ undo: null }])
    const other = (await flagged()).upvote
    await decide(asOther(), await cardOf(asOther(), other), 'approved')
    expect(await kept(upvote)).toHaveLength(0)
  })

  test('a second time, also when both come at once', async () => {
    const { upvote } = await flagged()
    const decision = await remove(asAdmin(), upvote)
    const answers = await Promise.all([undo(asAdmin(), decision), undo(asAdmin(), decision)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    await refused(people.admin, decision)
    expect((await stateOf(upvote)).reports).toHaveLength(1)
  })

  test.each<[string, (upvote: Upvote, author: Person) => PromiseLike<unknown>]>([
    ['the tool is gone', (upvote) => asOther().from('tools').delete().eq('id', upvote.tool_id)],
    [
      'its writer is gone',
      (_, author) => author.client.rpc('delete_my_account', { confirm_username: author.username }),
    ],
    [
      'its writer wrote another',
      (upvote, author) =>
        author.client
          .from('tool_upvotes')
          .insert({ tool_id: upvote.tool_id, user_id: author.id, reason: 'Anew' }),
    ],
    [
      'its writer wrote another and took it back',
      async (upvote, author) => {
        await author.client
          .from('tool_upvotes')
          .insert({ tool_id: upvote.tool_id, user_id: author.id, reason: 'Anew' })
        await author.client.from('tool_upvotes').delete().eq('tool_id', upvote.tool_id)
      },
    ],
  ])('once %s', async (_why, happen) => {
    const author = await member(server)
    const { upvote } = await flagged(author)
    const decision = await remove(asAdmin(), upvote)
    await happen(upvote, author)
    expect(await kept(upvote)).toHaveLength(0)
    await refused(people.admin, decision)
    expect((await stateOf(upvote)).upvote).toEqual([])
  })

  test('or its writer is, when both come at once: there is one recommendation', async () => {
    for (let n = 0; n < 5; n++) {
      const author = await member(server)
      const { upvote, tool } = await flagged(author)
      const decision = await remove(asAdmin(), upvote)
      const [undone, written] = await Promise.all([
        undo(asAdmin(), decision),
        author.client.from('tool_upvotes').insert({ tool_id: tool.id, user_id: author.id, reason: 'Anew' }),
      ])
      expect([undone.error?.message ?? 'done', written.error?.code ?? 'done'].toSorted()).toEqual(
        undone.error ? [TOO_LATE[1], 'done'] : ['23505', 'done'],
      )
      const rows = await server.sql`select upvote_count from public.tools where id = ${tool.id}`
      expect(rows).toEqual([{ upvote_count: 1 }])
    }
  })

  test('of a plain deletion: there is none', async () => {
    const { upvote } = await flagged()
    await asAdmin().from('tool_upvotes').delete().eq('id', upvote.id)
    expect(await kept(upvote)).toHaveLength(0)
    expect((await watch(asAdmin(), { ids: [upvote.id] })).gone).toMatchObject([
      { why: 'deleted', undo: null },
    ])
  })
})

describe('what is kept for it', () => {
  test('is in the writer’s own export, and in no other', async () => {
    const { upvote, reporter } = await flagged()
    await server.sql`update public.tool_upvotes set reason = 'Words kept for a while' where id = ${upvote.id}`
    const decision = await remove(asAdmin(), upvote)
    const { data } = await people.author.client.rpc('export_my_data')
    expect(data).toMatchObject({
      deleted_upvotes: expect.arrayContaining([
        expect.objectContaining({ id: upvote.id, reason: 'Words kept for a while', answer: null }),
      ]),
    })
    expect(JSON.stringify(data)).not.toContain(reporter.id)
    expect(JSON.stringify(data)).not.toContain(people.admin.id)
    for (const person of [reporter, people.admin, people.other])
      expect(JSON.stringify((await person.client.rpc('export_my_data')).data)).not.toContain('Words kept')
    await undo(asAdmin(), decision)
    const after = await people.author.client.rpc('export_my_data')
    expect(after.data).not.toMatchObject({
      deleted_upvotes: expect.arrayContaining([expect.objectContaining({ id: upvote.id })]),
    })
  })

  test('holds nothing of who reported, and goes with the administrator who deleted', async () => {
    const leaving = await administrator(server)
    const { upvote, reporter } = await flagged()
    await server.sql`update public.upvote_flags set reason = 'Said in confidence' where upvote_id = ${upvote.id}`
    await remove(leaving.client, upvote)
    const row = first(
      await server.sql<{ text: string }[]>`
        select to_jsonb(d)::text as text from private.deleted_upvotes d where upvote_id = ${upvote.id}`,
    )
    expect(row.text).not.toContain(reporter.id)
    expect(row.text).not.toContain('Said in confidence')
    await leaving.client.rpc('delete_my_account', { confirm_username: leaving.username })
    expect(await kept(upvote)).toHaveLength(0)
  })

  test('is nobody’s to read', async () => {
    for (const role of ['anon', 'authenticated', 'service_role'])
      await expect(
        server.sql.begin(async (sql) => {
          await sql.unsafe(`set local role ${role}`)
          await sql`select * from private.deleted_upvotes`
        }),
      ).rejects.toThrow(/permission denied/)
  })
})

test('what has had its five minutes goes when a server starts, without another decision', async () => {
  const { upvote } = await flagged()
  const recent = (await flagged()).upvote
  await remove(asAdmin(), upvote)
  await remove(asAdmin(), recent)
  await server.sql`
    update private.deleted_upvotes set deleted_at = now() - interval '301 seconds' where upvote_id = ${upvote.id}`
  const second = await startSecondProcess(server)
  await expect.poll(async () => (await kept(upvote)).length).toBe(0)
  expect(await kept(recent)).toHaveLength(1)
  await second.close()
})
