import { describe, expect, test } from 'vitest'
import { administrator, member, type Person, visitor } from '../support/actors.ts'
import { png, pngOfBytes } from '../support/logos.ts'
import { testServer } from '../support/test-file.ts'
import { cardOf, decide, decideOne, proposal, queueOf, seenOf, sendIn, undo } from './contributions.ts'
import { addTool, first } from './rows.ts'

/** Logos that members send in with a tool or a change: small, read by them and editors alone, gone with the decision. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const [editor, moderator, ann, bob] = [
  await administrator(server, 'editor'),
  await administrator(server, 'moderator'),
  await member(server),
  await member(server),
]
const [logo, other] = [(await png(64)).toString('base64'), (await png(512, 300)).toString('base64')]
const URL = 'https://example.org/stored.png'

const send = ({ client }: Pick<Person, 'client'>, sent: object = {}) =>
  client.rpc('save_contribution', { kind: 'submission', proposed: proposal(), logo, ...sent })
const own = async ({ client }: Person, contribution_id: string) =>
  (await client.rpc('list_my_contributions', { contribution_id })).data?.[0]
const forget = async () => {
  await sql`update private.contributions set decided_at = decided_at - interval '6 minutes' where decided_at is not null`
  await sql`select private.forget_undos()`
}
const kept = async (id: string) =>
  first(
    await sql<{ has: boolean }[]>`select logo is not null as has from private.contributions where id = ${id}`,
  ).has
const accept = async (id: string, address: string | null = URL) =>
  first(
    await decide(editor.client, 'accepted', [{ ...seenOf(await cardOf(editor.client, id)), logo: address }]),
  )
const logoOf = async (id = '') =>
  first(await sql<{ logo: string | null }[]>`select logo from public.tools where id = ${id}`).logo

test('it is read by its sender and by editors, and by nobody else', async () => {
  const id = (await send(ann)).data ?? ''
  expect((await own(ann, id))?.logo).toBe(logo)
  expect(await cardOf(editor.client, id)).toMatchObject({ logo })
  expect((await ann.client.rpc('list_my_contributions')).data?.[0]?.logo, 'not in lists').toBeNull()
  expect((await ann.client.rpc('export_my_data')).data).toMatchObject({ contributions: [{ logo }] })
  expect(await own(bob, id)).toBeUndefined()
  for (const { client } of [bob, moderator, ann])
    await expect(queueOf(client)).rejects.toThrow(/administrators|editors|may/i)
  expect((await send({ client: visitor(server) })).status).toBe(401)
  expect((await send(bob, { contribution_id: id })).status).toBe(404)
})

describe('what is no small PNG is refused', () => {
  const tampered = async (change: (bytes: Buffer) => void) => {
    const bytes = await png(64)
    change(bytes)
    return bytes.toString('base64')
  }
  test.each<[string, () => Promise<string> | string]>([
    ['of 513 pixels', async () => (await png(513, 10)).toString('base64')],
    ['of 513 pixels in height', async () => (await png(10, 513)).toString('base64')],
    ['that says it has 16 million pixels', () => tampered((bytes) => bytes.writeUInt32BE(0x01000040, 16))],
    ['without pixels', () => tampered((bytes) => bytes.writeUInt32BE(0, 20))],
    ['of more than 100 kB', async () => (await pngOfBytes(100 * 1024 + 1)).toString('base64')],
    ['of a megabyte', () => 'A'.repeat(900_000)],
    ['that is a page', () => Buffer.from(`<html>${' '.repeat(60)}`).toString('base64')],
    [
      'that is an SVG',
      () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${' '.repeat(60)}</svg>`).toString('base64'),
    ],
    ['that is short', () => Buffer.from('\x89PNG').toString('base64')],
    ['that is no base64', () => '???'],
    ['with a header of another site', () => `data:image/png;base64,${logo}`],
  ])('%s', async (_, make) => {
    const { status } = await send(bob, { logo: await make() })
    expect(status).toBe(400)
  })

  test('one of exactly 100 kB, and of 512 pixels, is taken', async () => {
    expect((await send(bob, { logo: other })).error).toBeNull()
    const most = (await pngOfBytes(100 * 1024)).toString('base64')
    expect((await send(bob, { logo: most })).error).toBeNull()
  })
})

test('it is replaced, removed and left as it was while it waits, each a new version', async () => {
  const proposed = proposal()
  const id = await sendIn(ann, { proposed, logo })
  const change = (sent: object) =>
    ann.client.rpc('save_contribution', { kind: 'submission', proposed, contribution_id: id, ...sent })
  const seen = seenOf(await cardOf(editor.client, id))
  await change({ logo: other })
  expect(await decide(editor.client, 'accepted', [{ ...seen, logo: URL }])).toMatchObject([
    { outcome: 'changed' },
  ])
  await change({})
  expect((await own(ann, id))?.logo).toBe(other)
  await change({ logo: '' })
  expect((await own(ann, id))?.logo).toBeNull()
})

test('it is deleted when it is withdrawn, and when a decision is final, not before', async () => {
  const withdrawn = await sendIn(ann, { logo })
  await ann.client.rpc('withdraw_contribution', { contribution_id: withdrawn })
  expect(await kept(withdrawn)).toBe(false)
  const [declined, waiting] = [await sendIn(ann, { logo }), await sendIn(ann, { logo })]
  await decideOne(editor.client, declined, 'declined')
  await sql`select private.forget_undos()`
  expect(await kept(declined), 'until it cannot be undone').toBe(true)
  await undo(editor.client, [declined])
  expect(await cardOf(editor.client, declined)).toMatchObject({ logo })
  await decideOne(editor.client, declined, 'declined')
  await forget()
  expect([await kept(declined), await kept(waiting)]).toEqual([false, true])
})

test('accepted, it is the logo of the tool where the editor’s page has stored it', async () => {
  const id = await sendIn(ann, { logo })
  const { outcome, card } = await accept(id)
  expect([outcome, card?.is_changed, await logoOf(card?.tool?.id)]).toEqual(['done', false, URL])
  const without = await accept(await sendIn(ann, { logo }), null)
  expect([without.card?.is_changed, await logoOf(without.card?.tool?.id)], 'left out').toEqual([true, null])
  const none = await accept(await sendIn(ann, { proposed: proposal() }))
  expect(await logoOf(none.card?.tool?.id), 'none was sent').toBeNull()
})

test('of a change, alone or with others, it replaces today’s, and an undo brings that back', async () => {
  const tool = await addTool(sql, { logo: 'https://example.org/today.png' })
  const sent = { kind: 'correction', tool_id: tool.id }
  expect((await send(ann, { ...sent, proposed: {}, logo: null })).error?.message).toBe('Nothing was changed')
  const id = (await send(ann, { ...sent, proposed: {} })).data ?? ''
  expect(await cardOf(editor.client, id)).toMatchObject({
    logo,
    tool: { logo: 'https://example.org/today.png' },
  })
  expect((await accept(id)).outcome).toBe('done')
  expect(await logoOf(tool.id)).toBe(URL)
  expect(await undo(editor.client, [id])).toMatchObject([{ outcome: 'undone', card: { logo } }])
  expect(await logoOf(tool.id)).toBe('https://example.org/today.png')
})
