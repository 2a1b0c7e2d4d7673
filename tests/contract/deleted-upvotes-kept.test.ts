import { describe, expect, test } from 'vitest'
import { administrator, member, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { startPageless } from '../support/test-server.ts'
import { kept, refused, stateOf, TOO_LATE } from './deletions.ts'
import { cardOf, decide, queuePeople, remove, reported, undo, watch } from './queue.ts'
import { first, type Upvote } from './rows.ts'
import { countWaiting } from './waiting.ts'

/** A deletion in the queue: when it can no longer be undone, and what is stored until then. */

const server = await testServer({ RATE_LIMITS: 'off' })
const people = await queuePeople(server)

const asAdmin = () => people.admin.client
const asOther = () => people.other.client
const flagged = (author = people.author) => reported(server, author)

describe('an undo of a deletion is refused', () => {
  test('to another administrator', async () => {
    const { upvote } = await flagged()
    const decision = await remove(asAdmin(), upvote)
    await refused(people.other, decision, 'Only the administrator who decided may undo it')
    expect((await undo(asAdmin(), decision)).error).toBeNull()
  })

  test('after five minutes, when the copy is deleted', async () => {
    const { upvote } = await flagged()
    const decision = await remove(asAdmin(), upvote)
    await server.sql`
      update private.removed_upvotes set removed_at = now() - interval '301 seconds' where upvote_id = ${upvote.id}`
    await refused(people.admin, decision)
    expect((await watch(asAdmin(), { ids: [upvote.id] })).gone).toMatchObject([{ undo: null }])
    const other = (await flagged()).upvote
    const screen = await cardOf(asOther(), other)
    const { sent } = await server.sql.begin(async (deletingTool) => {
      await deletingTool`select from public.tool_upvotes where id = ${other.id} for update`
      const answer = decide(asOther(), screen, 'approved')
      await expect.poll(() => countWaiting(server.sql)).toBe(1)
      // A decision that waits holds nothing that follows from a tool.
      await deletingTool`select from private.removed_upvotes where upvote_id = ${upvote.id} for update nowait`
      return { sent: answer }
    })
    await sent
    expect(await kept(server, upvote)).toHaveLength(0)
  })

  test('a second time, also when both come at once', async () => {
    const { upvote } = await flagged()
    const decision = await remove(asAdmin(), upvote)
    const answers = await Promise.all([undo(asAdmin(), decision), undo(asAdmin(), decision)])
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    await refused(people.admin, decision)
    expect((await stateOf(server, upvote, people.admin)).reports).toHaveLength(1)
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
    expect(await kept(server, upvote)).toHaveLength(0)
    await refused(people.admin, decision)
    expect((await stateOf(server, upvote, people.admin)).upvote).toEqual([])
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
        undone.error ? [TOO_LATE, 'done'] : ['23505', 'done'],
      )
      const rows = await server.sql`select upvote_count from public.tools where id = ${tool.id}`
      expect(rows).toEqual([{ upvote_count: 1 }])
    }
  })
})

describe('the copy for the undo', () => {
  test('is in the writer’s own export, and in no other', async () => {
    const { upvote, reporter } = await flagged()
    await server.sql`update public.tool_upvotes set reason = 'Words kept for a while' where id = ${upvote.id}`
    const decision = await remove(asAdmin(), upvote)
    const { data } = await people.author.client.rpc('export_my_data')
    expect(data).toMatchObject({
      deleted_upvotes: expect.arrayContaining([
        expect.objectContaining({ id: upvote.id, reason: 'Words kept for a while', appeal: null }),
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

  test('does not contain reporters, and is deleted with the administrator who deleted', async () => {
    const leaving = await administrator(server)
    const { upvote, reporter } = await flagged()
    await server.sql`update public.upvote_flags set reason = 'Said in confidence' where upvote_id = ${upvote.id}`
    await remove(leaving.client, upvote)
    const row = first(
      await server.sql<{ text: string }[]>`
        select to_jsonb(d)::text as text from private.removed_upvotes d where upvote_id = ${upvote.id}`,
    )
    expect(row.text).not.toContain(reporter.id)
    expect(row.text).not.toContain('Said in confidence')
    await leaving.client.rpc('delete_my_account', { confirm_username: leaving.username })
    expect(await kept(server, upvote)).toHaveLength(0)
  })
})

test('is deleted after five minutes when a server starts, without another decision', async () => {
  const { upvote } = await flagged()
  const recent = (await flagged()).upvote
  await remove(asAdmin(), upvote)
  await remove(asAdmin(), recent)
  await server.sql`
    update private.removed_upvotes set removed_at = now() - interval '301 seconds' where upvote_id = ${upvote.id}`
  const second = await startPageless({ DATABASE_URL: server.databaseUrl })
  await expect.poll(async () => (await kept(server, upvote)).length).toBe(0)
  expect(await kept(server, recent)).toHaveLength(1)
  await second.close()
})
