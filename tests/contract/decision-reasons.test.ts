import { expect, test } from 'vitest'
import { actsAsEditor } from '../../server/host/database/as-editor.ts'
import { type Client, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { cardOf, decide, decideAllOf, decideSeveral, queuePeople, reported, statusOf, undo } from './queue.ts'
import type { Tool } from './rows.ts'

/** Why a moderator decided: its author is told, never by whom; the public log has it without names. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { author, admin, other, second } = await queuePeople(server)

/** What the author is told about their hidden recommendations. */
const told = async ({ client }: { client: Client }) =>
  (await client.rpc('list_my_outcomes')).data?.map(({ upvote_id, hidden_reason }) => ({
    upvote_id,
    reason: hidden_reason,
  }))
const published = async ({ name }: Tool) => {
  const { data } = await visitor(server).rpc('list_moderation_log', { max_results: 100 })
  return data?.filter(({ tool_name }) => tool_name === name).map(({ reason }) => reason)
}
const exported = async ({ client }: Person) => JSON.stringify((await client.rpc('export_my_data')).data)

const REASON = 'Advertising.\nAs @Somebody-else said'

test('a reason is told its author, the moderators and, without names, everybody; an undo takes it back', async () => {
  const { upvote, tool } = await reported(server, author)
  const { card } = await decide(admin.client, await cardOf(admin.client, upvote), 'rejected', `  ${REASON}\n`)
  expect(card?.decision).toMatchObject({ decision: 'rejected', reason: REASON, by: admin.username })
  expect((await cardOf(other.client, upvote)).decision?.reason).toBe(REASON)
  expect(await told(author)).toEqual([{ upvote_id: upvote.id, reason: REASON }])
  expect(await published(tool)).toEqual(['Advertising.\nAs @… said'])
  const document = await exported(author)
  expect(document).toContain(`"decision_reason": ${JSON.stringify(REASON)}`.replace(': ', ':'))
  for (const secret of [admin.id, admin.username]) expect(document).not.toContain(secret)

  for (const stranger of [second, other, admin]) expect(await told(stranger)).toEqual([])
  const { data } = await author.client.from('tool_upvotes').select('*').eq('id', upvote.id).single()
  expect(JSON.stringify(data)).not.toMatch(new RegExp(`${admin.id}|${admin.username}|Advertising`))

  expect((await undo(admin.client, card?.decision?.id ?? 0)).error).toBeNull()
  expect(await told(author)).toEqual([])
  expect(await published(tool)).toEqual([])
  expect(await exported(author)).not.toContain('Somebody-else')
})

test('of a recommendation that is kept it is in the export, and of a deleted one while that can be undone', async () => {
  const { upvote } = await reported(server, author)
  await decide(admin.client, await cardOf(admin.client, upvote), 'approved', 'An honest opinion')
  expect(await told(author)).toEqual([])
  expect(await exported(author)).toContain('An honest opinion')

  const { upvote: gone, tool } = await reported(server, author)
  const deletion = await decide(
    admin.client,
    await cardOf(admin.client, gone),
    'deleted',
    'Names a private person',
  )
  expect(await published(tool)).toEqual(['Names a private person'])
  expect(await exported(author)).toContain('Names a private person')
  const { data } = await other.client.rpc('get_member_record', { username: author.username })
  expect(data).toMatchObject({
    last_decisions: [
      { decision: 'deleted', tool_slug: tool.slug, by: admin.username, reason: 'Names a private person' },
      { decision: 'approved', by: admin.username, reason: 'An honest opinion' },
    ],
  })
  await undo(admin.client, deletion.gone?.undo ?? 0)
  expect(await published(tool)).toEqual([])
  expect(await exported(author)).not.toContain('Names a private person')
})

test('one is for all that a call decides, and for nothing decided later in its transaction by a plain call', async () => {
  const [one, two, three] = [
    await reported(server, author),
    await reported(server, author),
    await reported(server, second),
  ]
  const cards = [await cardOf(admin.client, one.upvote), await cardOf(admin.client, two.upvote)]
  await decideSeveral(admin.client, cards, 'rejected', 'Twice the same')
  expect(new Set((await told(author))?.map(({ reason }) => reason))).toEqual(new Set(['Twice the same']))
  await decideAllOf(admin.client, second, 'rejected', { reason: 'All of it' })
  expect(await told(second)).toEqual([{ upvote_id: three.upvote.id, reason: 'All of it' }])
  expect(await published(three.tool)).toEqual(['All of it'])

  const plain = await reported(server, second)
  await server.sql.begin(async (sql) => {
    await actsAsEditor(sql, { sub: other.id, role: 'authenticated' })
    const cases = sql.json([{ id: plain.upvote.id, seen: 1 }])
    await sql`select public.decide_several(${cases}, 'approved', 'Fine')`
    await sql`update public.tool_upvotes set flag_status = 'rejected' where id = ${plain.upvote.id}`
  })
  expect(await published(plain.tool)).toEqual([null, 'Fine'])
})

test.each([
  ['x'.repeat(301), 'The reason must be 300 characters or less'],
  ['a\u202eb', 'Reason contains control characters or hidden formatting. Please remove them.'],
])('one that breaks a rule is refused, and nothing is decided', async (reason, message) => {
  const { upvote } = await reported(server, author)
  const { id, version } = await cardOf(admin.client, upvote)
  const db = admin.client
  const calls = [
    db.rpc('decide_several', { cases: [{ id, seen: version }], decision: 'rejected', reason }),
    db.rpc('decide_all_of', { username: author.username, decision: 'deleted', reason }),
  ]
  for (const call of calls) {
    const { status, error } = await call
    expect([status, error?.message]).toEqual([400, message])
  }
  expect(await statusOf(server, upvote)).toMatchObject({ flag_status: 'pending' })
  const longest = await decide(db, { id, version }, 'rejected', ` ${'😀'.repeat(300)} `)
  expect(longest.outcome).toBe('done')
})
