import { beforeEach, describe, expect, test } from 'vitest'
import { administrator, member, messageOf, type Person, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { proveClaim } from './claims.ts'
import { remove, report, undo } from './queue.ts'
import { addTool, addUpvote, first, type Tool, type Upvote } from './rows.ts'
import { lift, suspend } from './suspensions.ts'

/** Makers answer recommendations of their tool, once and in public; answers are reported and removed (decision 187). */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const [admin, moderator, editor] = [
  await administrator(server),
  await administrator(server, 'moderator'),
  await administrator(server, 'editor'),
]

let tool: Tool
let author: Person
let maya: Person
let upvote: Upvote
let claim = ''
beforeEach(async () => {
  tool = await addTool(sql)
  ;[author, maya] = [await member(server), await member(server)]
  upvote = await addUpvote(sql, tool, author)
  claim = await proveClaim(sql, tool, maya)
})

const save = ({ client }: Pick<Person, 'client'>, answer = 'Thank you!', { id } = upvote) =>
  client.rpc('save_answer', { upvote_id: id, answer })
const take = ({ client }: Pick<Person, 'client'>, { id } = upvote) =>
  client.rpc('remove_answer', { upvote_id: id })
const shown = async (client = visitor(server)) => {
  const { data } = await client.rpc('list_recommendations', { tool_id: tool.id })
  return data?.find(({ id }) => id === upvote.id)
}
const pageOf = async () => (await raw(server, `/tools/${tool.slug}`)).text()
const told = async ({ client }: Person) =>
  (await client.rpc('list_my_notices')).data?.map(({ kind, reason }) => (reason ? [kind, reason] : kind))

describe('an answer', () => {
  test('is written by a maker, edited and removed, and shown with their name; its author is told', async () => {
    expect((await save(maya, ' Thank you!\n')).error).toBeNull()
    expect(await shown()).toMatchObject({
      ...{ answer: 'Thank you!', maker_id: maya.id, maker_username: maya.username },
      ...{ maker_has_page: true, answer_edited_at: null, answered_at: expect.any(String) },
    })
    const html = await pageOf()
    for (const part of ['Answer of the maker', 'Thank you!', `href="/members/${maya.username}"`])
      expect(html).toContain(part)
    expect(await told(author)).toEqual(['recommendation_answered'])
    // The same again is no edit.
    await save(maya)
    expect((await shown())?.answer_edited_at).toBeNull()
    await save(maya, 'Thank you very much!')
    expect(await shown()).toMatchObject({
      answer: 'Thank you very much!',
      answer_edited_at: expect.any(String),
    })
    expect(await pageOf()).toContain('Thank you very much!')
    expect(await told(author), 'once').toEqual(['recommendation_answered'])
    expect((await take(maya)).error).toBeNull()
    expect((await shown())?.answer).toBeNull()
    expect(await pageOf()).not.toContain('Answer of the maker')
    expect(await told(author), 'nothing is left to read').toEqual([])
    expect((await take(maya)).status).toBe(404)
  })

  test('touches no vote, weight, order or version', async () => {
    const figures = () => sql`
      select t.upvote_count, t.updated_at, s.score, s.trend, to_jsonb(v) as upvote
      from public.tools t join private.tool_stats s on s.tool_id = t.id join public.tool_upvotes v on v.tool_id = t.id
      where t.id = ${tool.id}`
    const before = await figures()
    await save(maya)
    await save(maya, 'Edited')
    expect(await figures()).toEqual(before)
  })

  test('is refused to everybody else, and below one’s own recommendation', async () => {
    const started = await member(server)
    await started.client.rpc('start_claim', { tool_id: tool.id, method: 'tag', email: null })
    const elsewhere = await member(server)
    await proveClaim(sql, await addTool(sql), elsewhere)
    for (const person of [author, await member(server), started, elsewhere, admin, moderator, editor]) {
      const { status, error } = await save(person)
      expect([status, error?.details]).toEqual([403, person === author ? 'own' : 'maker'])
      expect((await take(person)).status).toBe(404)
    }

    const own = await addUpvote(sql, tool, maya)
    expect((await save(maya, 'Myself', own)).error?.details).toBe('own')
    expect((await save(maya, 'Nobody', { ...upvote, id: crypto.randomUUID() })).status).toBe(404)
    await sql`update private.claims set state = 'ended', ended_at = now() where id = ${claim}`
    expect((await save(maya)).error?.details).toBe('maker')
    expect((await shown())?.answer).toBeNull()
  })

  test.each([
    ['', 'maker_answers_answer_length'],
    [' \n\u00a0', 'maker_answers_answer_length'],
    ['👏'.repeat(201), 'maker_answers_answer_length'],
    ['in\u202evisible', 'Answer contains control characters or hidden formatting'],
  ])('%j is refused, new and as an edit', async (text, message) => {
    expect((await save(maya, text)).error?.message).toContain(message)
    await save(maya, '👏'.repeat(200))
    expect((await save(maya, text)).error?.message).toContain(message)
    expect((await shown())?.answer).toBe('👏'.repeat(200))
  })

  test('is one per recommendation: a second maker may answer when the first is none any more', async () => {
    const other = await member(server)
    await proveClaim(sql, tool, other)
    const both = await Promise.all([save(maya, 'First'), save(other, 'First')])
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409])
    const [winner, loser] = both[0].status === 204 ? [maya, other] : [other, maya]
    expect((await save(loser)).error?.details).toBe('taken')
    expect((await take(loser)).status).toBe(404)
    await sql`update private.claims set state = 'ended', ended_at = now() where member_id = ${winner.id}`
    expect((await shown())?.answer).toBeNull()
    expect((await save(loser, 'Second')).error).toBeNull()
    expect(await shown()).toMatchObject({ answer: 'Second', maker_id: loser.id })
  })

  test('is bounded: 30 written and edited a day, 10 in the first week', async () => {
    await sql`delete from private.rate_limits where key like ${`maker_answers:%`}`
    for (let count = 0; count < 10; count++) expect((await save(maya, `Thanks ${count}`)).error).toBeNull()
    expect(await messageOf(save(maya, 'Once more'))).toBe(
      'You can write and edit at most 10 answers a day in your first week. Please try again tomorrow.',
    )
  })

  test('is shown while its writer makes the tool: not while suspended, nor is the badge; nor if nobody may', async () => {
    await save(maya)
    const badge = async () =>
      (await visitor(server).from('tool_makers').select('since').eq('tool_id', tool.id)).data?.length
    const seen = async () => [
      (await shown())?.answer ?? null,
      await badge(),
      /Maintained by its maker/.test(await pageOf()),
    ]
    const [there, gone] = [
      ['Thank you!', 1, true],
      [null, 0, false],
    ]
    expect(await seen()).toEqual(there)
    await suspend(admin, maya)
    expect(await seen()).toEqual(gone)
    await lift(admin, maya)
    expect(await seen()).toEqual(there)
    expect((await editor.client.rpc('revoke_claim', { claim_id: claim })).error).toBeNull()
    expect(await seen()).toEqual(gone)
    // It comes back with the proof, and can be removed without.
    await proveClaim(sql, tool, maya)
    await sql`insert into public.site_settings (settings) values ('{"claims": "nobody"}')`
    expect(await seen()).toEqual(gone)
    await sql`insert into public.site_settings (settings) values ('{}')`
    expect(await seen()).toEqual(there)
  })

  test('is hidden with its recommendation, and cannot be written then', async () => {
    await save(maya)
    await report(upvote, await member(server))
    expect(await shown()).toBeUndefined()
    expect((await save(maya, 'Edited')).error?.message).toBe('Recommendation not found')
  })

  test('goes with the recommendation, and is back with the undo of a moderator', async () => {
    await save(maya)
    await report(upvote, await member(server))
    const decision = await remove(moderator.client, upvote)
    expect(await pageOf()).not.toContain('Thank you!')
    expect((await undo(moderator.client, decision)).error).toBeNull()
    await sql`update public.tool_upvotes set flag_status = 'approved' where id = ${upvote.id}`
    expect((await shown())?.answer).toBe('Thank you!')
    await author.client.from('tool_upvotes').delete().eq('id', upvote.id)
    expect(await sql`select from private.maker_answers where member_id = ${maya.id}`).toHaveLength(0)
  })

  test('is exported, and goes with the account', async () => {
    await save(maya)
    expect((await maya.client.rpc('export_my_data')).data).toMatchObject({
      answers: [{ tool: tool.name, answer: 'Thank you!', hidden_at: null }],
    })
    await maya.client.rpc('delete_my_account', { confirm_username: maya.username })
    expect((await shown())?.answer).toBeNull()
    expect(await pageOf()).not.toContain('Thank you!')
  })
})

describe('a report of one', () => {
  const answerId = async () =>
    first(await sql<{ id: string }[]>`select id from private.maker_answers where member_id = ${maya.id}`).id
  const flag = async ({ client }: Pick<Person, 'client'>, reason = 'It insults me.') =>
    client.rpc('report_content', { kind: 'answer', subject_id: await answerId(), reason })
  const decide = async (
    { client }: Person,
    decision: string,
    also: { reason?: string; seen?: string } = {},
  ) => client.rpc('decide_content', { kind: 'answer', subject_id: await answerId(), decision, ...also })
  const cases = async () =>
    (await moderator.client.rpc('list_reported_content')).data?.filter(({ name }) => name === tool.name)
  const waiting = async () => (await moderator.client.rpc('count_waiting')).data

  test('comes from members, once, about what is shown, and hides nothing', async () => {
    await save(maya)
    const reporter = await member(server)
    expect((await flag(maya)).status).toBe(403)
    expect((await flag(reporter, ' ')).error?.message).toContain('content_reports_reason_length')
    expect((await flag(reporter, 'x\u202e')).error?.message).toContain('Reason contains')
    const before = await waiting()
    expect((await flag(reporter)).error).toBeNull()
    expect((await flag(reporter)).error?.code).toBe('23505')
    expect((await flag(author)).error, 'its author too').toBeNull()
    expect(await waiting()).not.toEqual(before)
    expect((await shown())?.answer).toBe('Thank you!')
    expect(await cases()).toMatchObject([
      {
        kind: 'answer',
        place: tool.slug,
        username: maya.username,
        said: 'Thank you!',
        said_then: null,
        decision: null,
      },
    ])
    expect(JSON.stringify(await cases())).not.toContain(reporter.username)
    expect((await reporter.client.rpc('export_my_data')).data).toMatchObject({
      reported_content: [{ answer_about: tool.name, reason: 'It insults me.', decision: null }],
    })
    for (const [kind, id] of [
      ['list', await answerId()],
      ['answer', crypto.randomUUID()],
      ['upvote', upvote.id],
    ] as const)
      expect(
        (await reporter.client.rpc('report_content', { kind, subject_id: id, reason: 'x' })).status,
        kind,
      ).toBe(404)
    await suspend(admin, maya)
    expect((await flag(await member(server))).status, 'not shown').toBe(404)
  })

  test('is decided by moderators: removed with a reason, undone, kept; the maker is told, and cannot go around it', async () => {
    await save(maya)
    await flag(author)
    for (const person of [author, maya, editor, await member(server)])
      expect((await decide(person, 'hidden')).error?.code).toBe('42501')
    expect((await decide(moderator, 'deleted')).status).toBe(400)
    expect((await decide(moderator, 'hidden', { reason: 'x'.repeat(301) })).status).toBe(400)
    expect((await decide(moderator, 'hidden', { reason: 'Insulting', seen: 'Thank you!' })).error).toBeNull()
    expect((await shown())?.answer).toBeNull()
    expect(await pageOf()).not.toContain('Answer of the maker')
    expect(await told(maya)).toEqual([['answer_hidden', 'Insulting']])
    for (const attempt of [await save(maya, 'Again'), await save(maya)])
      expect(attempt.error?.details).toBe('removed')
    expect((await take(maya)).status).toBe(404)

    expect((await decide(moderator, 'undone')).error).toBeNull()
    expect((await shown())?.answer).toBe('Thank you!')
    expect(await told(maya)).toEqual([])
    expect(await cases()).toMatchObject([{ decision: null }])
    await decide(moderator, 'hidden')
    await maya.client.rpc('read_notices', { up_to: 9_000_000_000 })
    expect((await decide(admin, 'kept')).error?.details, 'it was decided').toBe('decided')
    await decide(admin, 'undone')
    await decide(admin, 'kept')
    expect(await told(maya)).toEqual(['answer_shown', 'answer_hidden'])
    expect((await shown())?.answer).toBe('Thank you!')

    const { data } = await admin.client.rpc('list_audit_log', {
      kinds: ['maker_answers'],
      done_by: moderator.id,
    })
    expect(data?.find(({ subject }) => subject === tool.name)).toMatchObject({ person: `@${maya.username}` })
    const row_id = await answerId()
    await maya.client.rpc('delete_my_account', { confirm_username: maya.username })
    const entries = await sql`select before, after, search from public.audit_log where row_id = ${row_id}`
    expect(entries).toHaveLength(5)
    for (const secret of ['Thank you!', 'Insulting', maya.id])
      expect(JSON.stringify(entries)).not.toContain(secret)
  })

  test('is about what was written then: a later text is seen, decided and reported anew', async () => {
    await save(maya, 'You are a liar')
    await flag(author)
    await save(maya, 'Thank you')
    expect(await cases()).toMatchObject([{ said: 'Thank you', said_then: 'You are a liar' }])
    expect((await decide(moderator, 'kept', { seen: 'You are a liar' })).error?.details).toBe('changed')
    await decide(moderator, 'kept', { seen: 'Thank you' })
    await save(maya, 'Liar!')
    expect((await flag(author)).error).toBeNull()
    expect((await flag(author)).error?.code).toBe('23505')
    await decide(moderator, 'kept')
    expect((await flag(author)).error?.code, 'nothing new').toBe('23505')
    await decide(moderator, 'undone')
    expect(await cases()).toMatchObject([{ said: 'Liar!', said_then: null, decision: null }])
  })

  test('of a moderator’s own is left to another', async () => {
    await sql`insert into private.administrators (user_id, granted_by, role) values (${maya.id}, 'test', 'moderator')`
    await save(maya)
    await flag(author)
    expect((await decide(maya, 'kept')).error?.details).toBe('own')
    expect((await decide(moderator, 'kept')).error).toBeNull()
  })
})
