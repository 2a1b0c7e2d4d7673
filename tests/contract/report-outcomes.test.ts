import { describe, expect, test } from 'vitest'
import { administrator, member } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { answer, cardOf, decide, reported } from './queue.ts'
import { addTool, addUpvote, type Upvote } from './rows.ts'

/** The outcome of each report as its reporter sees it: their own reports only, and never who decided. */

const server = await testServer({ RATE_LIMITS: 'off' })
const people = {
  author: await member(server),
  reporter: await member(server),
  admin: await administrator(server),
  other: await administrator(server),
}

async function made(reason: string, author = people.author) {
  const reporter = await member(server)
  const row = await reported(server, author, { reporter, reason })
  return {
    ...row,
    ownReports: async () => (await reporter.client.rpc('list_my_reports')).data,
    decide: async (decision: string, person = people.admin) =>
      decide(person.client, await cardOf(person.client, row.upvote), decision),
  }
}

const base = { reason: 'Why', tool_name: expect.any(String), tool_slug: expect.any(String) }
const waiting = { ...base, status: 'pending', decided_at: null }
const decided = (status: string) => ({ ...base, status, decided_at: expect.any(String) })

describe('list_my_reports', () => {
  test.each(['approved', 'rejected', 'deleted'])(
    'says that the upvote was %s, and when',
    async (decision) => {
      const { ownReports, decide, tool } = await made('Why')
      expect(await ownReports()).toMatchObject([{ ...waiting, tool_name: tool.name, tool_slug: tool.slug }])
      await decide(decision)
      expect(await ownReports()).toMatchObject([decided(decision)])
    },
  )

  test('says that the upvote is shown again after an accepted appeal', async () => {
    const { ownReports, decide, upvote } = await made('Why')
    await decide('rejected')
    await answer(upvote, people.author)
    await decide('approved', people.other)
    expect(await ownReports()).toMatchObject([decided('restored')])
  })

  test('is withdrawn when the author deletes the upvote, and pending when they write it again', async () => {
    const { ownReports, tool, upvote } = await made('Why')
    await people.author.client.from('tool_upvotes').delete().eq('id', upvote.id)
    expect(await ownReports()).toMatchObject([decided('withdrawn')])
    await addUpvote(server.sql, tool, people.author)
    expect(await ownReports()).toMatchObject([waiting])
  })

  test('of two with one timestamp about one tool, only that of the restored upvote is pending again', async () => {
    const [tool, reporter, other] = [await addTool(server.sql), await member(server), await member(server)]
    const upvotes = [
      await addUpvote(server.sql, tool, people.author),
      await addUpvote(server.sql, tool, other),
    ]
    const flags = upvotes.map(({ id }, n) => ({
      upvote_id: id,
      flagged_by: reporter.id,
      reason: `Report ${n}`,
    }))
    expect((await reporter.client.from('upvote_flags').insert(flags)).error).toBeNull()
    await people.author.client.from('tool_upvotes').delete().eq('tool_id', tool.id)
    await other.client.from('tool_upvotes').delete().eq('tool_id', tool.id)
    await addUpvote(server.sql, tool, people.author)
    const { data } = await reporter.client.rpc('list_my_reports')
    expect(data?.map(({ reason, status }) => `${reason} ${status}`).toSorted()).toEqual([
      'Report 0 pending',
      'Report 1 withdrawn',
    ])
  })

  test('keeps the decision when the author deletes the upvote later', async () => {
    const { ownReports, decide, upvote } = await made('Why')
    await decide('approved')
    const before = await ownReports()
    await people.author.client.from('tool_upvotes').delete().eq('id', upvote.id)
    expect(await ownReports()).toEqual(before)
  })

  test('is listed also after the author’s account or the tool is deleted', async () => {
    const leaving = await member(server)
    const gone = await made('Why', leaving)
    await leaving.client.rpc('delete_my_account', { confirm_username: leaving.username })
    expect(await gone.ownReports()).toMatchObject([decided('withdrawn')])
    const without = await made('Why')
    await people.admin.client.from('tools').delete().eq('id', without.tool.id)
    expect(await without.ownReports()).toMatchObject([
      { status: 'withdrawn', reason: 'Why', tool_name: null, tool_slug: null },
    ])
  })

  test('is shown to nobody else, and never says who wrote or decided', async () => {
    const { ownReports, decide, upvote } = await made('Why')
    await decide('rejected')
    const text = JSON.stringify(await ownReports())
    for (const secret of [
      people.admin.id,
      people.admin.username,
      people.author.id,
      people.author.username,
      upvote.reason,
    ])
      expect(text).not.toContain(secret)
    expect((await (await member(server)).client.rpc('list_my_reports')).data).toEqual([])
    expect((await people.admin.client.rpc('list_my_reports')).data).toEqual([])
  })

  test('never says who decided in the table’s rows either', async () => {
    const { decide, reporter, upvote } = await made('Why')
    await decide('rejected')
    for (const client of [reporter.client, people.author.client]) {
      const rows = [
        await client.from('upvote_flags').select('*').eq('upvote_id', upvote.id),
        await client.from('tool_upvotes').select('*').eq('id', upvote.id),
        await client.from('upvote_appeals').select('*').eq('upvote_id', upvote.id),
        await client.from('audit_log').select('*').eq('row_id', upvote.id),
      ]
      expect(JSON.stringify(rows)).not.toContain(people.admin.id)
    }
  })

  test('comes page by page, newest first', async () => {
    const reporter = await member(server)
    const upvotes: Upvote[] = []
    for (let n = 0; n < 20; n++)
      upvotes.push(await addUpvote(server.sql, await addTool(server.sql), people.author))
    for (const upvote of upvotes)
      await reporter.client
        .from('upvote_flags')
        .insert({ upvote_id: upvote.id, reason: 'x', flagged_by: reporter.id })
    await decide(people.admin.client, await cardOf(people.admin.client, upvotes[3] ?? { id: '' }), 'deleted')
    const page = (await reporter.client.rpc('list_my_reports')).data ?? []
    expect(page).toHaveLength(16)
    const last = page.at(-1)
    const rest =
      (await reporter.client.rpc('list_my_reports', { before_at: last?.reported_at, before_id: last?.id }))
        .data ?? []
    expect(new Set([...page, ...rest].map(({ id }) => id)).size).toBe(20)
  })
})

describe('the end of an account', () => {
  test('deletes its appeals and the outcomes of its reports', async () => {
    const author = await member(server)
    const { upvote, decide } = await made('Why', author)
    await decide('rejected')
    await answer(upvote, author, 'Words of mine')
    const { data } = await author.client.rpc('export_my_data')
    expect(data).toMatchObject({
      upvotes: [{ decided_at: expect.any(String), appeal: { reason: 'Words of mine', status: 'pending' } }],
    })
    const second = await made('Why', author)
    await second.decide('deleted')
    const mine = await second.reporter.client.rpc('export_my_data')
    expect(mine.data).toMatchObject({ reports: [{ reason: 'Why', status: 'deleted' }] })
    for (const person of [author, second.reporter])
      expect(
        (await person.client.rpc('delete_my_account', { confirm_username: person.username })).error,
      ).toBeNull()
    expect(await server.sql`select from public.upvote_appeals where upvote_id = ${upvote.id}`).toHaveLength(0)
    expect(
      await server.sql`select from private.closed_reports where reported_by = ${second.reporter.id}`,
    ).toHaveLength(0)
  })

  test('of an administrator keeps their decisions without their name', async () => {
    const leaving = await administrator(server)
    const { upvote, decide } = await made('Why')
    await decide('rejected', leaving)
    await leaving.client.rpc('delete_my_account', { confirm_username: leaving.username })
    expect(await cardOf(people.admin.client, upvote)).toMatchObject({
      state: 'rejected',
      decision: { decision: 'rejected', by: null, mine: false },
    })
    await answer(upvote, people.author)
    expect((await decide('approved')).outcome).toBe('done')
  })
})
