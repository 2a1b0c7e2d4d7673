import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, type Person, visitor, withToken } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { answer, cardOf, decide, list, report, reported, undo, watch } from './queue.ts'
import { addFlag, addTool, addUpvote, type Upvote } from './rows.ts'

/** What administrators work through: the list, its search and its refresh; decisions of two at once; the undo. */

let server: TestServer
let people: Record<'author' | 'reporter' | 'second' | 'admin' | 'other', Person>
beforeAll(async () => {
  server = await startTestServer()
  people = {
    author: await member(server, { username: 'Queue_Author' }),
    reporter: await member(server, { username: 'queue-reporter' }),
    second: await member(server),
    admin: await administrator(server),
    other: await administrator(server),
  }
})
afterAll(() => server?.close())

const flagged = (reason?: string) => reported(server, people.author, { reason })
const asAdmin = () => people.admin.client
const asOther = () => people.other.client

async function statusOf({ id }: Upvote) {
  const [row] = await server.sql`
    select v.flag_status, t.upvote_count, (select string_agg(f.status, ' ' order by f.flagged_at)
      from public.upvote_flags f where f.upvote_id = v.id) as flags
    from public.tool_upvotes v join public.tools t on t.id = v.tool_id where v.id = ${id}`
  return row
}

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
      for_another: false,
    })
  })

  test('is of the state asked for, and counts every state', async () => {
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

  test('comes page by page, each case once, also with the same moment at the seam', async () => {
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

  test('is searched by names as they are now, and by nobody who has left', async () => {
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

  test('is refused to members and visitors, as are the refresh, the decision and the undo', async () => {
    const { upvote } = await flagged()
    const calls = (client: Person['client']) => [
      client.rpc('list_flagged', {}),
      client.rpc('watch_flagged', { ids: [upvote.id] }),
      client.rpc('decide_flagged', { upvote_id: upvote.id, decision: 'approved', seen: 1 }),
      client.rpc('undo_decision', { decision_id: 1 }),
    ]
    for (const { client } of [people.author, people.reporter, people.second])
      for (const { status, error } of await Promise.all(calls(client)))
        expect([status, error?.code]).toEqual([403, '42501'])
    for (const { status } of await Promise.all(calls(visitor(server)))) expect(status).toBe(401)
    expect(await statusOf(upvote)).toMatchObject({ flag_status: 'pending' })
  })
})

describe('the refresh', () => {
  test('tells what became of the cards on the screen and brings those that belong beside them', async () => {
    const marker = (await addTool(server.sql)).slug
    const kept = (await flagged(marker)).upvote
    const decided = (await flagged(marker)).upvote
    const deleted = (await flagged(marker)).upvote
    const withdrawn = (await flagged(marker)).upvote
    const ids = [kept, decided, deleted, withdrawn].map(({ id }) => id)
    await decide(asOther(), await cardOf(asOther(), decided), 'rejected')
    await decide(asOther(), await cardOf(asOther(), deleted), 'deleted')
    await people.author.client.from('tool_upvotes').delete().eq('id', withdrawn.id)
    const next = (await flagged(marker)).upvote
    const newest = (await flagged(marker)).upvote
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
    expect(seen.arrived).toEqual([await cardOf(asAdmin(), newest), await cardOf(asAdmin(), next)])
    expect(seen.counts).toEqual({ pending: 3, approved: 0, rejected: 1, all: 4 })
  })

  test('brings only what belongs above or between, down to the end of the screen', async () => {
    const marker = (await addTool(server.sql)).slug
    const [older, shown] = [(await flagged(marker)).upvote, (await flagged(marker)).upvote]
    const oldest = await cardOf(asAdmin(), shown)
    const range = { oldest_at: oldest.activity_at, oldest_id: oldest.id }
    const arrived = async (down = {}) =>
      (await watch(asAdmin(), { ids: [shown.id], query: marker, ...down })).arrived.map(({ id }) => id)
    expect(await arrived(range)).toEqual([])
    expect(await arrived()).toEqual([older.id])
    await report(older, people.second)
    expect(await arrived(range)).toEqual([older.id])
  })
})

describe('a decision', () => {
  test.each([
    ['approved', { flag_status: 'approved', flags: 'approved', upvote_count: 1 }],
    ['rejected', { flag_status: 'rejected', flags: 'rejected', upvote_count: 0 }],
    ['deleted', undefined],
  ])('%s is done, for the card as it was seen', async (decision, state) => {
    const { upvote } = await flagged()
    const done = await decide(asAdmin(), await cardOf(asAdmin(), upvote), decision)
    expect(done.outcome).toBe('done')
    expect(await statusOf(upvote)).toEqual(state)
    const entries = await server.sql`
      select actor_id, action from public.audit_log where row_id = ${upvote.id} and table_name = 'tool_upvotes'`
    expect(entries).toEqual([
      { actor_id: people.admin.id, action: decision === 'deleted' ? 'delete' : 'update' },
    ])
  })

  test('of the second administrator is not taken: they are told what the first decided, and when', async () => {
    const { upvote } = await flagged()
    const screen = await cardOf(asOther(), upvote)
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'approved')
    for (const decision of ['rejected', 'approved', 'deleted']) {
      const second = await decide(asOther(), screen, decision)
      expect(second).toMatchObject({
        outcome: 'decided',
        card: {
          state: 'approved',
          decision: { decision: 'approved', by: people.admin.username, mine: false },
        },
      })
      expect(Math.abs(Date.now() - Date.parse(second.card?.decision?.at ?? ''))).toBeLessThan(60_000)
    }
    expect(await statusOf(upvote)).toMatchObject({ flag_status: 'approved' })
  })

  test('about what is gone tells who deleted it', async () => {
    const { upvote } = await flagged()
    const screen = await cardOf(asOther(), upvote)
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'deleted')
    expect(await decide(asOther(), screen, 'approved')).toMatchObject({
      outcome: 'gone',
      gone: { why: 'deleted', by: people.admin.username, at: expect.any(String) },
    })
  })

  test('waits when a report came in that was not on the screen', async () => {
    const { upvote } = await flagged()
    const screen = await cardOf(asAdmin(), upvote)
    await report(upvote, people.second, 'It names my address')
    expect(await decide(asAdmin(), screen, 'approved')).toMatchObject({
      outcome: 'changed',
      card: { state: 'pending', report_count: 2 },
    })
    expect(await statusOf(upvote)).toMatchObject({ flags: 'pending pending' })
  })

  test('of two at the same moment is one, and the other is told', async () => {
    for (const pair of [
      ['approved', 'rejected'],
      ['rejected', 'deleted'],
      ['deleted', 'approved'],
    ]) {
      const { upvote } = await flagged()
      const screen = await cardOf(asAdmin(), upvote)
      const [one, two] = await Promise.all([
        decide(asAdmin(), screen, pair[0] ?? ''),
        decide(asOther(), screen, pair[1] ?? ''),
      ])
      const outcomes = [one.outcome, two.outcome]
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
      const won = pair[outcomes.indexOf('done')]
      expect(outcomes).toContain(won === 'deleted' ? 'gone' : 'decided')
      expect((await statusOf(upvote))?.flag_status).toBe(won === 'deleted' ? undefined : won)
    }
  })

  test('other than the three, about a decided card, or about nothing reported is refused', async () => {
    const { upvote } = await flagged()
    const call = (decision: string, seen: number) =>
      asAdmin().rpc('decide_flagged', { upvote_id: upvote.id, decision, seen })
    const { version } = await cardOf(asAdmin(), upvote)
    expect((await call('pending', version)).error?.code).toBe('22023')
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'approved')
    const again = await call('rejected', (await cardOf(asAdmin(), upvote)).version)
    expect(again.error?.message).toBe('This recommendation has no report to decide')
    const clean = await addUpvote(server.sql, await addTool(server.sql), people.author)
    const { data } = await asAdmin().rpc('decide_flagged', {
      upvote_id: clean.id,
      decision: 'deleted',
      seen: 1,
    })
    expect(data).toMatchObject({ outcome: 'gone', gone: { why: 'unreported' } })
    expect(await statusOf(clean)).toMatchObject({ flag_status: null })
  })

  test('is not taken from a session that has ended', async () => {
    const leaving = await administrator(server)
    const { upvote } = await flagged()
    const screen = await cardOf(leaving.client, upvote)
    await server.sql`delete from auth.sessions where user_id = ${leaving.id}`
    const { status } = await withToken(server, leaving.accessToken).rpc('decide_flagged', {
      upvote_id: upvote.id,
      decision: 'deleted',
      seen: screen.version,
    })
    expect(status).toBe(401)
  })

  test('about the same again, after a new report, is in the log', async () => {
    const { upvote } = await flagged()
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'approved')
    await report(upvote, people.second)
    await decide(asOther(), await cardOf(asOther(), upvote), 'approved')
    expect(await statusOf(upvote)).toMatchObject({ flag_status: 'approved', flags: 'approved approved' })
    const entries = await server.sql<{ actor_id: string }[]>`
      select actor_id from public.audit_log where row_id = ${upvote.id} order by id`
    expect(entries.map((entry) => entry.actor_id)).toEqual([people.admin.id, people.other.id])
  })

  test.each([
    [
      'tool_upvotes',
      (id: string) => asOther().from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', id),
    ],
    [
      'upvote_flags',
      (id: string) =>
        asOther()
          .from('upvote_flags')
          .update({ status: 'rejected', resolved_at: new Date().toISOString() })
          .eq('upvote_id', id),
    ],
  ])('by the plain call on %s is one decision on the card', async (_table, call) => {
    const { upvote } = await flagged()
    await report(upvote, people.second)
    await call(upvote.id)
    const card = await cardOf(asAdmin(), upvote)
    expect(card).toMatchObject({ state: 'rejected', decision: { by: people.other.username } })
    const recorded = await server.sql`
      select decision, previous_status from private.moderation_decisions where upvote_id = ${upvote.id}`
    expect(recorded).toEqual([{ decision: 'rejected', previous_status: 'pending' }])
  })
})

describe('an undo', () => {
  const decisionOf = async (upvote: Upvote) => (await cardOf(asAdmin(), upvote)).decision?.id ?? 0

  test.each(['approved', 'rejected'])('of %s makes everything wait as before', async (decision) => {
    const { upvote } = await flagged()
    await report(upvote, people.second)
    const before = await statusOf(upvote)
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), decision)
    expect((await undo(asAdmin(), await decisionOf(upvote))).error).toBeNull()
    expect(await statusOf(upvote)).toEqual(before)
    expect(await cardOf(asAdmin(), upvote)).toMatchObject({ state: 'pending', decision: null })
    const entries = await server.sql<{ status: string }[]>`
      select after ->> 'flag_status' as status from public.audit_log where row_id = ${upvote.id} order by id`
    expect(entries.map((entry) => entry.status)).toEqual([decision, 'pending'])
    const again = await decide(asOther(), await cardOf(asOther(), upvote), 'rejected')
    expect(again.outcome).toBe('done')
  })

  test('of a second decision leaves the first, and the recommendation visible', async () => {
    const { upvote } = await flagged()
    await decide(asOther(), await cardOf(asOther(), upvote), 'approved')
    await report(upvote, people.second)
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'rejected')
    await undo(asAdmin(), await decisionOf(upvote))
    expect(await statusOf(upvote)).toEqual({
      flag_status: 'approved',
      flags: 'approved pending',
      upvote_count: 1,
    })
    expect(await cardOf(asAdmin(), upvote)).toMatchObject({
      state: 'pending',
      decision: { decision: 'approved', by: people.other.username, mine: false },
    })
  })

  test('is the deciding administrator’s alone', async () => {
    const { upvote } = await flagged()
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'rejected')
    const { status, error } = await undo(asOther(), await decisionOf(upvote))
    expect([status, error?.message]).toEqual([403, 'Only the administrator who decided may undo it'])
    expect(await statusOf(upvote)).toMatchObject({ flag_status: 'rejected' })
  })

  test.each<[string, (upvote: Upvote) => PromiseLike<unknown>]>([
    [
      'after five minutes',
      (upvote) => server.sql`
        update private.moderation_decisions set decided_at = now() - interval '301 seconds'
        where upvote_id = ${upvote.id}`,
    ],
    [
      'after another decision',
      (upvote) => asOther().from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', upvote.id),
    ],
    ['after the author answered', (upvote) => answer(upvote, people.author)],
    ['of what was deleted since', (upvote) => asOther().from('tool_upvotes').delete().eq('id', upvote.id)],
  ])('%s is refused', async (_when, happen) => {
    const { upvote } = await flagged()
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'rejected')
    const decision = await decisionOf(upvote)
    await happen(upvote)
    const { status, error } = await undo(asAdmin(), decision)
    expect([status, error?.message]).toEqual([400, 'This decision can no longer be undone'])
  })

  test('works once, also when asked twice at once', async () => {
    const { upvote } = await flagged()
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'approved')
    const decision = await decisionOf(upvote)
    const answers = await Promise.all([undo(asAdmin(), decision), undo(asAdmin(), decision)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await statusOf(upvote)).toMatchObject({ flag_status: 'pending', flags: 'pending' })
  })

  test('when the only reporter has left is refused: nobody would be asking', async () => {
    const leaving = await member(server)
    const { upvote } = await reported(server, people.author, { reporter: leaving })
    await decide(asAdmin(), await cardOf(asAdmin(), upvote), 'rejected')
    await server.sql`delete from auth.users where id = ${leaving.id}`
    const card = await cardOf(asAdmin(), upvote)
    expect(card).toMatchObject({
      decision: { undoable_until: null },
      reports: [{ reporter: null, status: 'rejected' }],
    })
    expect((await undo(asAdmin(), card.decision?.id ?? 0)).status).toBe(400)
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

test('twenty reports and a decision at once leave one consistent case', async () => {
  const upvote = await addUpvote(server.sql, await addTool(server.sql), people.author)
  await addFlag(server.sql, upvote, people.reporter)
  const screen = await cardOf(asAdmin(), upvote)
  const reporters = await Promise.all(Array.from({ length: 20 }, () => member(server)))
  await Promise.all([
    ...reporters.map((reporter) => report(upvote, reporter)),
    decide(asAdmin(), screen, 'approved'),
  ])
  const [{ undecided } = { undecided: 0 }] = await server.sql<{ undecided: number }[]>`
    select count(*)::int as undecided from public.upvote_flags where upvote_id = ${upvote.id} and status = 'pending'`
  const card = await cardOf(asAdmin(), upvote)
  expect(card.report_count).toBe(21)
  expect(card.state).toBe(undecided > 0 ? 'pending' : 'approved')
})
