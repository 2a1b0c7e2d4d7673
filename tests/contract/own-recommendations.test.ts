import { describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { answer, cardOf, decide, remove, report, reported, statusOf, undo } from './queue.ts'
import type { Upvote } from './rows.ts'

/** An administrator decides nothing about their own recommendation while there is another administrator. */

const server = await testServer({ RATE_LIMITS: 'off' })
/** `author` wrote the recommendations. */
let [author, other] = [await administrator(server), await administrator(server)]

const leave = ({ id }: Person) => server.sql`delete from private.administrators where user_id = ${id}`
const join = ({ id }: Person) =>
  server.sql`insert into private.administrators (user_id, granted_by) values (${id}, 'test')`

/** In each state that waits for a decision. */
const WAITING: Record<string, () => Promise<Upvote>> = {
  reported: async () => (await reported(server, author)).upvote,
  'approved and reported again': async () => {
    const { upvote } = await reported(server, author)
    await decide(other.client, await cardOf(other.client, upvote), 'approved')
    await report(upvote, await member(server))
    return upvote
  },
  'rejected and appealed for': async () => {
    const { upvote } = await reported(server, author)
    await decide(other.client, await cardOf(other.client, upvote), 'rejected')
    await answer(upvote, author)
    // Whoever rejected it may not decide the appeal either.
    await leave(other)
    other = await administrator(server)
    return upvote
  },
}

describe.each(Object.entries(WAITING))('one that is %s', (_state, wait) => {
  test('is decided by the other administrator, whichever call its author makes', async () => {
    const upvote = await wait()
    const before = await statusOf(server, upvote)
    const card = await cardOf(author.client, upvote)
    expect(card.for_another).toBe('own')
    const refusal = { code: '42501', message: 'Another administrator decides about your own recommendation' }
    for (const decision of ['approved', 'rejected', 'deleted'])
      await expect(decide(author.client, card, decision)).rejects.toThrow(refusal.message)
    const calls = ['approved', 'rejected'].flatMap((status) => [
      () => author.client.from('tool_upvotes').update({ flag_status: status }).eq('id', upvote.id),
      () =>
        author.client
          .from('upvote_flags')
          .update({ status })
          .eq('upvote_id', upvote.id)
          .eq('status', 'pending'),
    ])
    for (const call of calls) {
      const { data, error } = await call().select('id')
      // A rejected one has no undecided report to update.
      expect(error ?? data).toEqual(error ? expect.objectContaining(refusal) : [])
    }
    expect(await statusOf(server, upvote)).toEqual(before)
    expect((await cardOf(other.client, upvote)).for_another).toBeNull()
    expect((await decide(other.client, await cardOf(other.client, upvote), 'approved')).outcome).toBe('done')
  })
})

test('a moderator decides nothing about their own either, and an editor is nobody to leave it to', async () => {
  const moderator = await administrator(server, 'moderator')
  const { upvote } = await reported(server, moderator)
  const card = await cardOf(moderator.client, upvote)
  expect(card.for_another).toBe('own')
  await expect(decide(moderator.client, card, 'approved')).rejects.toThrow('your own recommendation')
  expect((await decide(other.client, await cardOf(other.client, upvote), 'approved')).outcome).toBe('done')

  await leave(moderator)
  await leave(other)
  const editor = await administrator(server, 'editor')
  const { upvote: own } = await reported(server, author)
  expect((await cardOf(author.client, own)).for_another).toBeNull()
  await leave(editor)
  await join(other)
})

test('it may be decided by the service’s key', async () => {
  const { upvote } = await reported(server, author)
  const init = {
    method: 'PATCH',
    body: JSON.stringify({ status: 'approved' }),
    headers: { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` },
  }
  expect((await raw(server, `/rest/v1/upvote_flags?upvote_id=eq.${upvote.id}`, init)).status).toBe(204)
  expect(await statusOf(server, upvote)).toMatchObject({ flag_status: 'approved' })
})

test('its author may delete it as any author: written again, it waits again with its reports', async () => {
  const { upvote, tool, reporter } = await reported(server, author)
  const own = author.client.from('tool_upvotes')
  expect((await own.delete().eq('id', upvote.id)).error).toBeNull()
  expect((await reporter.client.rpc('list_my_reports')).data).toMatchObject([{ status: 'withdrawn' }])
  const { data } = await own
    .insert({ tool_id: tool.id, user_id: author.id, reason: 'Again' })
    .select('id')
    .single()
  const again = { ...upvote, id: data?.id ?? '' }
  expect(await statusOf(server, again)).toMatchObject({ flag_status: 'pending', flags: 'pending' })
  expect((await cardOf(author.client, again)).for_another).toBe('own')
})

describe('the only administrator', () => {
  test('decides about their own, and undoes it, until there is another', async () => {
    await leave(other)
    const { upvote } = await reported(server, author)
    const decided = await decide(author.client, await cardOf(author.client, upvote), 'approved')
    const decision = decided.card?.decision?.id ?? 0
    expect((await undo(author.client, decision)).error).toBeNull()
    const again = await decide(author.client, await cardOf(author.client, upvote), 'rejected')
    const deletion = await remove(author.client, (await reported(server, author)).upvote)
    await join(other)
    for (const each of [again.card?.decision?.id ?? 0, deletion])
      expect((await undo(author.client, each)).error?.message).toBe(
        'Another administrator decides about your own recommendation',
      )
  })
})
