import { describe, expect, test } from 'vitest'
import { administrator, member } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { answer, cardOf, decide, list, queuePeople, report, reported, watch } from './queue.ts'
import { addFlag, addTool, addUpvote, type Upvote } from './rows.ts'

/** The queue narrowed to reports or appeals, to a member or a tool, and from its oldest case on. */

const server = await testServer({ RATE_LIMITS: 'off' })
const people = await queuePeople(server)
const { admin, other } = people

type Request = Parameters<typeof list>[1]
const idsOf = async (request: Request) =>
  (await list(admin.client, { page_size: 100, ...request })).cards.map(({ id }) => id)
const sorted = (upvotes: readonly { id: string }[]) => upvotes.map(({ id }) => id).toSorted()
const reject = async (upvote: Upvote) => decide(other.client, await cardOf(other.client, upvote), 'rejected')

/** One of each kind, all of this author. */
async function makeCases() {
  const author = await member(server)
  const one = async () => (await reported(server, author)).upvote
  const cases = {
    reported: await one(),
    appealed: await one(),
    approved: await one(),
    rejected: await one(),
    settled: await one(),
  }
  for (const upvote of [cases.appealed, cases.rejected, cases.settled]) await reject(upvote)
  for (const upvote of [cases.appealed, cases.settled]) await answer(upvote, author)
  await decide(other.client, await cardOf(other.client, cases.approved), 'approved')
  await decide(admin.client, await cardOf(admin.client, cases.settled), 'approved')
  return { author, ...cases }
}

describe('the kind', () => {
  test('tells reports from appeals: what waits for them, and in other states what had an appeal', async () => {
    const { author, ...cases } = await makeCases()
    const { username: of } = author
    const shown = async (kind: string, filter: string) =>
      (await idsOf({ kind, filter, member: of })).toSorted()
    expect(await shown('all', 'pending')).toEqual(sorted([cases.reported, cases.appealed]))
    expect(await shown('reports', 'pending')).toEqual(sorted([cases.reported]))
    expect(await shown('appeals', 'pending')).toEqual(sorted([cases.appealed]))
    expect(await shown('appeals', 'approved')).toEqual(sorted([cases.settled]))
    expect(await shown('appeals', 'rejected')).toEqual([])
    expect(await shown('appeals', 'all')).toEqual(sorted([cases.appealed, cases.settled]))
    expect(await shown('reports', 'all')).toEqual(
      sorted([cases.reported, cases.approved, cases.rejected, cases.settled]),
    )
    for (const kind of ['all', 'reports', 'appeals']) {
      const { counts } = await list(admin.client, { kind, member: of })
      for (const [state, count] of Object.entries(counts))
        expect([kind, state, count]).toEqual([kind, state, (await shown(kind, state)).length])
    }
    // A new report of one whose appeal was decided.
    await report(cases.settled, people.second)
    expect(await shown('reports', 'pending')).toEqual(sorted([cases.reported, cases.settled]))
    expect(await shown('appeals', 'all')).toEqual(sorted([cases.appealed]))
  })

  test('counts what waits in the whole queue, as count_waiting does', async () => {
    await makeCases()
    const { data } = await admin.client.rpc('count_waiting')
    const [reports, appeals, all] = [
      await list(admin.client, { kind: 'reports', page_size: 100 }),
      await list(admin.client, { kind: 'appeals', page_size: 100 }),
      await list(admin.client, { kind: 'all', page_size: 100 }),
    ]
    const numbers = { reports: reports.cards.length, appeals: appeals.cards.length }
    expect(data).toEqual({ ...numbers, alerts: 0, contributions: 0 })
    expect([reports.counts.pending, appeals.counts.pending]).toEqual([numbers.reports, numbers.appeals])
    expect(all.counts.pending).toBe(all.cards.length)
    // What waits for an appeal only was rejected, and is counted once.
    expect(reports.counts.all).toBe(all.counts.all - numbers.appeals)
    expect(reports.counts.rejected).toBe(all.counts.rejected)
  })

  test('other than these is refused', async () => {
    const kind = 'others'
    for (const call of [
      admin.client.rpc('list_flagged', { kind }),
      admin.client.rpc('watch_flagged', { kind, ids: [] }),
    ])
      expect((await call).error).toMatchObject({
        code: '22023',
        message: 'The kind must be all, reports or appeals',
      })
  })
})

describe('a member', () => {
  test('is the author or a reporter, with or without @, in any case', async () => {
    const person = await member(server)
    const own = (await reported(server, person)).upvote
    const byThem = (await reported(server, people.author, { reporter: person })).upvote
    const both = sorted([own, byThem])
    for (const name of [person.username, `@${person.username}`, person.username.toUpperCase()])
      expect((await idsOf({ member: name })).toSorted()).toEqual(both)
    expect((await list(admin.client, { member: person.username })).counts).toMatchObject({
      pending: 2,
      all: 2,
    })
    expect(await idsOf({ member: 'nobody-at-all' })).toEqual([])
    expect(await idsOf({ member: "a'; drop table" })).toEqual([])
    expect((await list(admin.client, { member: 'nobody-at-all' })).counts.all).toBe(0)
  })
})

describe('a tool', () => {
  test('is named by its slug, and narrows with the rest', async () => {
    const { tool, upvote } = await reported(server, people.author)
    const other = await addUpvote(server.sql, tool, await member(server))
    await addFlag(server.sql, other, people.reporter)
    expect((await idsOf({ tool: tool.slug })).toSorted()).toEqual(sorted([upvote, other]))
    expect(await idsOf({ tool: tool.slug, member: people.author.username })).toEqual([upvote.id])
    expect(await idsOf({ tool: tool.slug, query: 'nowhere' })).toEqual([])
    expect((await list(admin.client, { tool: tool.slug })).counts).toMatchObject({ pending: 2, all: 2 })
    expect(await idsOf({ tool: 'no-such-tool' })).toEqual([])
  })
})

test('the oldest come first page by page, also with equal times, and new ones arrive at the end', async () => {
  const author = await member(server)
  const { username } = author
  const made: Upvote[] = []
  for (let n = 0; n < 7; n++) {
    const upvote = await addUpvote(server.sql, await addTool(server.sql), author)
    await server.sql`
      insert into public.upvote_flags (upvote_id, reason, flagged_by, flagged_at)
      values (${upvote.id}, 'Old', ${people.reporter.id}, ${n < 4 ? '2026-01-02' : '2026-01-01'})`
    made.push(upvote)
  }
  const newest = await idsOf({ member: username })
  const seen: string[] = []
  let request: Request = { member: username, oldest: true, page_size: 3 }
  for (let more = true; more; ) {
    const page = await list(admin.client, request)
    const last = page.cards.at(-1)
    seen.push(...page.cards.map(({ id }) => id))
    more = page.more
    request = { ...request, ...(last && { before_at: last.activity_at, before_id: last.id }) }
  }
  expect(seen).toEqual(newest.toReversed())
  expect(new Set(seen)).toEqual(new Set(made.map(({ id }) => id)))

  const shown = seen.slice(0, 5)
  const last = await cardOf(admin.client, { id: shown.at(-1) ?? '' })
  const arrived = async (range: object, ids = shown) =>
    (await watch(admin.client, { ids, member: username, oldest: true, ...range })).arrived
  expect(await arrived({ oldest_at: last.activity_at, oldest_id: last.id })).toBe(0)
  expect(await arrived({})).toBe(2)
  expect(await arrived({ oldest_at: last.activity_at, oldest_id: last.id }, shown.slice(1))).toBe(1)
})

test('open alerts are counted as they are listed', async () => {
  const tool = await addTool(server.sql)
  const upvote = await addUpvote(server.sql, tool, await member(server))
  const [alert] = await server.sql<{ id: string }[]>`
    insert into private.alerts (tool_id, reasons, usual) values (${tool.id}, '{young}', 0) returning id`
  await server.sql`insert into private.alerts (tool_id, reasons, usual) values (${tool.id}, '{young}', 0)`
  await server.sql`insert into private.alert_upvotes (alert_id, upvote_id) values (${alert?.id ?? ''}, ${upvote.id})`
  const moderator = await administrator(server, 'moderator')
  const alerts = async () => {
    const counted = await moderator.client.rpc('count_waiting')
    const listed = await moderator.client.rpc('list_alerts')
    return [counted.data, listed.data].map((data) => JSON.parse(JSON.stringify(data)))
  }
  expect(await alerts()).toMatchObject([{ alerts: 1 }, { waiting: 1, alerts: { length: 1 } }])
  await moderator.client.rpc('close_alert', { alert_id: alert?.id ?? '' })
  expect(await alerts()).toMatchObject([{ alerts: 0 }, { waiting: 0, alerts: { length: 0 } }])
})
