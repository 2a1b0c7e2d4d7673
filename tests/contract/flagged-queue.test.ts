import { describe, expect, test } from 'vitest'
import { member } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { cardOf, decide, list, queuePeople, report, reported, watch } from './queue.ts'
import { addFlag, addTool, addUpvote } from './rows.ts'

/** The administrators' queue: the list, its search and its refresh. */

const server = await testServer()
const people = await queuePeople(server)

const flagged = (reason?: string) => reported(server, people.author, { reason })
const asAdmin = () => people.admin.client
const asOther = () => people.other.client

describe('the list', () => {
  test('has one card for a recommendation with all its reports, undecided ones first', async () => {
    const { tool, upvote, reporter } = await flagged('First')
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'approved')
    await report(upvote, people.second, 'Second')
    const { cards } = await list(asAdmin(), { query: tool.name })
    expect(cards).toHaveLength(1)
    expect(cards[0]).toMatchObject({
      id: upvote.id,
      state: 'pending',
      visible: true,
      reason: upvote.reason,
      writer: people.author.username,
      tool_name: tool.name,
      tool_slug: tool.slug,
      report_count: 2,
      reports: [
        { reporter: people.second.username, reason: 'Second', status: 'pending', resolved_at: null },
        { reporter: reporter.username, reason: 'First', status: 'approved' },
      ],
      decision: { decision: 'approved', by: people.admin.username, mine: true },
      appeal: null,
      for_another: null,
    })
  })

  test('shows the requested state, and counts every state', async () => {
    const marker = (await addTool(server.sql)).slug
    const made = [await flagged(marker), await flagged(marker), await flagged(marker)]
    const [pending, approved, rejected] = made.map(({ upvote }) => upvote.id)
    await decide(asAdmin(), await cardOf(asAdmin(), { id: approved ?? '' }), 'approved')
    await decide(asAdmin(), await cardOf(asAdmin(), { id: rejected ?? '' }), 'rejected')
    const ids = async (filter: string) =>
      (await list(asAdmin(), { filter, query: marker })).cards.map((card) => card.id)
    expect(await ids('pending')).toEqual([pending])
    expect(await ids('approved')).toEqual([approved])
    expect(await ids('rejected')).toEqual([rejected])
    expect((await ids('all')).toSorted()).toEqual([pending, approved, rejected].toSorted())
    const { counts } = await list(asAdmin(), { query: marker })
    expect(counts).toEqual({ pending: 1, approved: 1, rejected: 1, all: 3 })
  })

  test('is paged, each case once, also with equal timestamps at a page boundary', async () => {
    const author = await member(server)
    const marker = (await addTool(server.sql)).slug
    for (let n = 0; n < 7; n++) {
      const upvote = await addUpvote(server.sql, await addTool(server.sql), author)
      await server.sql`
        insert into public.upvote_flags (upvote_id, reason, flagged_by, flagged_at)
        values (${upvote.id}, ${marker}, ${people.reporter.id}, ${n < 4 ? '2026-01-01' : '2026-01-02'})`
    }
    const seen: string[] = []
    let request = { query: marker, page_size: 3 }
    for (let more = true; more; ) {
      const page = await list(asAdmin(), request)
      const last = page.cards.at(-1)
      seen.push(...page.cards.map((card) => card.id))
      more = page.more
      request = { ...request, ...(last && { before_at: last.activity_at, before_id: last.id }) }
      expect(page.counts.all).toBe(7)
    }
    expect(seen).toHaveLength(7)
    expect(new Set(seen).size).toBe(7)
  })

  test.each([
    ['the recommendation', (tool: string) => `quoted ${tool}`],
    ['the reason of a report', (tool: string) => `reported ${tool}`],
    ['the writer', () => 'QUEUE_AUTH'],
    ['the writer with an @', () => '@queue_author'],
    ['the reporter', () => 'queue-REPORTER'],
    ['the tool', (tool: string) => tool.toUpperCase()],
  ])('is searched by %s, whatever the case', async (_what, query) => {
    const { tool, upvote } = await reported(server, people.author, { reporter: people.reporter })
    await server.sql`update public.tool_upvotes set reason = ${`QUOTED ${tool.name}`} where id = ${upvote.id}`
    await server.sql`
      update public.upvote_flags set reason = ${`Reported ${tool.name}`} where upvote_id = ${upvote.id}`
    const { cards } = await list(asAdmin(), { query: query(tool.name), page_size: 100 })
    expect(cards.map((card) => card.id)).toContain(upvote.id)
  })

  test.each(['%', '_', '\\', '100% of nothing', "';--", '(', 'ZZZ-nowhere'])(
    'takes %s literally',
    async (query) => {
      await flagged('Plain words')
      const { cards } = await list(asAdmin(), { query, filter: 'all', page_size: 100 })
      const texts = cards.map((card) =>
        [
          card.reason,
          card.writer,
          card.tool_name,
          ...card.reports.flatMap((r) => [r.reason, r.reporter ?? '']),
        ]
          .join('\n')
          .toLowerCase(),
      )
      expect(texts.filter((text) => !text.includes(query.toLowerCase()))).toEqual([])
    },
  )

  test('is searched by current names, and not by those of deleted accounts', async () => {
    const [author, reporter] = [await member(server), await member(server)]
    const { tool, upvote } = await reported(server, author, { reporter })
    const finds = async (query: string) =>
      (await list(asAdmin(), { query, filter: 'all' })).cards.some((card) => card.id === upvote.id)
    const { version } = await cardOf(asAdmin(), upvote)
    const names = [`writer-${tool.slug.slice(-6)}`, `reporter-${tool.slug.slice(-6)}`]
    await author.client.from('profiles').update({ username: names[0] }).eq('id', author.id)
    await reporter.client.from('profiles').update({ username: names[1] }).eq('id', reporter.id)
    await asAdmin()
      .from('tools')
      .update({ name: `Renamed ${tool.slug}` })
      .eq('id', tool.id)
    for (const query of [...names, `@${names[0]}`, `renamed ${tool.slug}`])
      expect(await finds(query)).toBe(true)
    for (const query of [author.username, reporter.username, tool.name])
      expect(await finds(query)).toBe(false)
    const screen = await cardOf(asAdmin(), upvote)
    expect(screen.version, 'a name is nothing to look at again').toBe(version)
    await decide(asAdmin(), screen, 'approved')
    await server.sql`delete from auth.users where id = ${reporter.id}`
    expect(await finds(names[1] ?? '')).toBe(false)
    expect(await finds(names[0] ?? '')).toBe(true)
  })
})

describe('the refresh', () => {
  test('updates the cards on the screen and counts new ones between them', async () => {
    const marker = (await addTool(server.sql)).slug
    const kept = (await flagged(marker)).upvote
    const decided = (await flagged(marker)).upvote
    const deleted = (await flagged(marker)).upvote
    const withdrawn = (await flagged(marker)).upvote
    const ids = [kept, decided, deleted, withdrawn].map(({ id }) => id)
    await decide(asOther(), await cardOf(asOther(), decided), 'rejected')
    await decide(asOther(), await cardOf(asOther(), deleted), 'deleted')
    await people.author.client.from('tool_upvotes').delete().eq('id', withdrawn.id)
    await flagged(marker)
    await flagged(marker)
    const seen = await watch(asAdmin(), { ids, query: marker })
    expect(new Map(seen.cards.map(({ id, state }) => [id, state]))).toEqual(
      new Map([
        [kept.id, 'pending'],
        [decided.id, 'rejected'],
      ]),
    )
    expect(seen.cards.find(({ id }) => id === decided.id)?.decision).toMatchObject({
      by: people.other.username,
      mine: false,
      undoable_until: null,
    })
    expect(seen.gone).toEqual([
      { id: deleted.id, why: 'deleted', by: people.other.username, at: expect.any(String), undo: null },
      { id: withdrawn.id, why: 'withdrawn', by: null, at: null, undo: null },
    ])
    expect(seen.arrived).toBe(2)
    expect(seen.counts).toEqual({ pending: 3, approved: 0, rejected: 1, all: 4 })
  })

  test('counts only cards above or between, down to the end of the screen', async () => {
    const marker = (await addTool(server.sql)).slug
    const [older, shown] = [(await flagged(marker)).upvote, (await flagged(marker)).upvote]
    const oldest = await cardOf(asAdmin(), shown)
    const range = { oldest_at: oldest.activity_at, oldest_id: oldest.id }
    const arrived = async (down = {}) =>
      (await watch(asAdmin(), { ids: [shown.id], query: marker, ...down })).arrived
    expect(await arrived(range)).toBe(0)
    expect(await arrived()).toBe(1)
    await addFlag(server.sql, older, people.second)
    expect(await arrived(range)).toBe(1)
  })
})

test('a case ends with its last undecided report', async () => {
  const leaving = await member(server)
  const { upvote } = await reported(server, people.author, { reporter: leaving })
  expect((await cardOf(asAdmin(), upvote)).state).toBe('pending')
  await server.sql`delete from auth.users where id = ${leaving.id}`
  const { gone } = await watch(asAdmin(), { ids: [upvote.id] })
  expect(gone).toEqual([{ id: upvote.id, why: 'unreported', by: null, at: null, undo: null }])
})
