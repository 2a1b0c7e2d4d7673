import { afterEach, expect, test } from 'vitest'
import { administrator, member, type Person, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { cardOf, decide, decideSeveral, queuePeople, report, reported, statusOf } from './queue.ts'
import { addFlag } from './rows.ts'

/** An administrator decides nothing about a recommendation they reported while another one can. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { author, admin, other, second } = await queuePeople(server)
const byAdmin = () => reported(server, author, { reporter: admin })

/** Leaves only these the right. */
const keepOnly = (...few: Person[]) =>
  server.sql`delete from private.administrators where user_id not in ${server.sql(few.map(({ id }) => id))}`
afterEach(async () => {
  for (const { id } of [admin, other])
    await server.sql`
      insert into private.administrators (user_id, granted_by) values (${id}, 'test') on conflict do nothing`
})

test('by no call: the other administrator decides', async () => {
  const { upvote } = await byAdmin()
  await addFlag(server.sql, upvote, second)
  const before = await statusOf(server, upvote)
  const card = await cardOf(admin.client, upvote)
  expect(card.for_another).toBe('report')
  const message = 'Another administrator decides about a recommendation you reported'
  const db = admin.client
  for (const decision of ['approved', 'rejected', 'deleted']) {
    expect(await decideSeveral(db, [card], decision)).toMatchObject([{ outcome: 'refused', message }])
  }
  const plain = [
    db.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', upvote.id),
    db.from('upvote_flags').update({ status: 'rejected' }).eq('upvote_id', upvote.id),
    db
      .from('upvote_flags')
      .update({ status: 'rejected' })
      .eq('upvote_id', upvote.id)
      .neq('flagged_by', admin.id),
    db.from('tool_upvotes').delete().eq('id', upvote.id),
  ]
  for (const call of plain)
    expect(await call).toMatchObject({ status: 403, error: { code: '42501', message } })
  expect(await statusOf(server, upvote)).toEqual(before)
  expect((await cardOf(other.client, upvote)).for_another).toBeNull()
  expect((await decide(other.client, await cardOf(other.client, upvote), 'rejected')).outcome).toBe('done')
  // Theirs is decided: nothing keeps them from changing it.
  expect(
    (await db.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', upvote.id)).error,
  ).toBeNull()
})

test('a moderator neither; but somebody always can: the only one, or all if each of them reported it', async () => {
  const moderator = await administrator(server, 'moderator')
  const { upvote } = await reported(server, author, { reporter: moderator })
  expect((await cardOf(moderator.client, upvote)).for_another).toBe('report')
  await keepOnly(admin, moderator)
  await report(upvote, admin)
  for (const { client } of [admin, moderator]) expect((await cardOf(client, upvote)).for_another).toBeNull()
  const editor = await administrator(server, 'editor')
  await keepOnly(admin, editor)
  const { upvote: only } = await byAdmin()
  expect((await decide(admin.client, await cardOf(admin.client, only), 'rejected')).outcome).toBe('done')
})

test('is not left to its author, even as the only other administrator', async () => {
  const writer = await administrator(server)
  await keepOnly(admin, writer)
  const { upvote } = await reported(server, writer, { reporter: admin })
  expect((await cardOf(writer.client, upvote)).for_another).toBe('own')
  expect((await decide(admin.client, await cardOf(admin.client, upvote), 'approved')).outcome).toBe('done')
})

test('the service’s key may decide it', async () => {
  const { upvote } = await reported(server, await member(server), { reporter: admin })
  const init = {
    method: 'PATCH',
    body: JSON.stringify({ flag_status: 'approved' }),
    headers: { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` },
  }
  const { status } = await raw(server, `/rest/v1/tool_upvotes?id=eq.${upvote.id}`, init)
  expect([204, 200]).toContain(status)
})
