import { describe, expect, test } from 'vitest'
import { member, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { kept, stateOf } from './deletions.ts'
import { answer, cardOf, decide, queuePeople, remove, report, reported, undo, watch } from './queue.ts'
import { addFlag, addTool, addUpvote, type Upvote } from './rows.ts'

/** Undoing a deletion in the queue restores everything. */

const server = await testServer({ RATE_LIMITS: 'off' })
const people = await queuePeople(server)

const asAdmin = () => people.admin.client
const asOther = () => people.other.client
const flagged = (author = people.author) => reported(server, author)

describe('a deletion that is undone', () => {
  const stories: [string, () => Promise<Upvote>][] = [
    ['one that waits', async () => (await flagged()).upvote],
    [
      'one with several reports, of a tool others recommend',
      async () => {
        const { upvote, tool } = await flagged()
        await addUpvote(server.sql, tool, await member(server))
        await addFlag(server.sql, upvote, await member(server), 'Another')
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
    const before = await stateOf(server, upvote, people.admin)
    const { version } = await cardOf(asAdmin(), upvote)
    const decision = await remove(asAdmin(), upvote)
    expect((await stateOf(server, upvote, people.admin)).upvote).toEqual([])
    expect((await undo(asAdmin(), decision)).error).toBeNull()
    expect(await stateOf(server, upvote, people.admin)).toEqual(before)
    expect((await cardOf(asAdmin(), upvote)).version).toBeGreaterThan(version)
    expect(await kept(server, upvote)).toHaveLength(0)
    expect(
      await server.sql`
        select from private.closed_reports c join public.upvote_flags f on f.id = c.id where f.upvote_id = ${upvote.id}`,
    ).toHaveLength(0)
    expect((await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'approved')).outcome).toBe('done')
  })

  test('is not counted in between, and is in no list', async () => {
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

  test('is logged together with its undo, and shown to a second administrator', async () => {
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
    // A later deletion by its author counts as the author's.
    await people.author.client.from('tool_upvotes').delete().eq('id', upvote.id)
    expect(await gone(people.other)).toEqual([
      { id: upvote.id, why: 'withdrawn', by: null, at: null, undo: null },
    ])
  })

  test('by a plain call with a filter that is always true leaves every recommendation as it was', async () => {
    const upvotes = [
      (await flagged()).upvote,
      await addUpvote(server.sql, await addTool(server.sql), people.author),
    ]
    const own = await addUpvote(server.sql, await addTool(server.sql), people.admin)
    const others = await server.sql`select from public.tool_upvotes where user_id <> ${people.admin.id}`
    const before = await Promise.all(upvotes.map((upvote) => stateOf(server, upvote, people.admin)))
    expect((await asAdmin().from('tool_upvotes').delete().not('id', 'is', null)).error).toBeNull()
    expect(await server.sql`select from public.tool_upvotes`).toHaveLength(0)
    expect(await server.sql`select from private.removed_upvotes where deleted_by is not null`).toHaveLength(
      others.length,
    )
    // An author's own deletion is no administrator's.
    expect(await kept(server, own)).toHaveLength(0)
    const { gone } = await watch(asAdmin(), { ids: upvotes.map(({ id }) => id) })
    for (const each of gone) expect((await undo(asAdmin(), each.undo ?? 0)).error).toBeNull()
    expect(await Promise.all(upvotes.map((upvote) => stateOf(server, upvote, people.admin)))).toEqual(before)
  })

  test('of the only administrator’s own recommendation removes the withdrawal', async () => {
    await server.sql`delete from private.administrators where user_id <> ${people.admin.id}`
    const { upvote } = await flagged(people.admin)
    const before = await stateOf(server, upvote, people.admin)
    const decision = await remove(asAdmin(), upvote)
    await undo(asAdmin(), decision)
    await server.sql`
      insert into private.administrators (user_id, granted_by) values (${people.other.id}, 'test')`
    expect(await stateOf(server, upvote, people.admin)).toEqual({
      ...before,
      card: before.card.map((card) => ({ ...card, for_another: 'own' })),
    })
    expect(
      await server.sql`select from private.removed_upvotes where tool_id = ${upvote.tool_id}`,
    ).toHaveLength(0)
  })

  test('does not count towards the reporter’s daily limit again', async () => {
    const reporter = await member(server)
    const { upvote } = await reported(server, people.author, { reporter })
    const decision = await remove(asAdmin(), upvote)
    for (let n = 0; n < 18; n++) await reported(server, people.author, { reporter })
    expect((await undo(asAdmin(), decision)).error).toBeNull()
    await reported(server, people.author, { reporter })
    const next = await addUpvote(server.sql, await addTool(server.sql), people.author)
    expect((await report(next, reporter)).error?.message).toMatch(/at most 20 recommendations a day/)
  })

  test('is visible to all when every reporter has left', async () => {
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

  test('of a member suspended since is withheld with the rest', async () => {
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
