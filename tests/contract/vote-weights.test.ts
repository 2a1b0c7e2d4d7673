import { expect, test } from 'vitest'
import { checkFigures } from '../../server/product/check/check-figures.ts'
import { administrator, member, type Person, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { answer, cardOf, decide, list, remove, report, undo } from './queue.ts'
import { addTool, addUpvote, daysAgo, first, type Tool } from './rows.ts'

/** What recommendations weigh in the orders (docs/ranking.md): fifty new members against thirty tools of seasoned ones. */

const server = await testServer()
const { sql } = server
const admin = await administrator(server)

/** Many verified accounts; each of a network of its own, or all of one. */
async function addMembers(name: string, count: number, days: number): Promise<{ id: string }[]> {
  await sql`
    insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
    select gen_random_uuid(), 'authenticated', 'authenticated', ${name} || n || '@example.org', now(),
      jsonb_build_object('username', ${name} || n, 'full_name', 'A Member') from generate_series(1, ${count}::int) n`
  return sql<{ id: string }[]>`
    update public.profiles set created_at = ${daysAgo(days)} where username ~ ${`^${name}[0-9]+$`} returning id`
}

const recommend = (tool: Tool, people: readonly { id: string }[], age = 0, text = 'Reason ') => sql`
  insert into public.tool_upvotes (tool_id, user_id, reason, created_at)
  select ${tool.id}, id, ${text} || id, ${daysAgo(age)} from unnest(${people.map(({ id }) => id)}::uuid[]) id`

const order = async (sort: string) =>
  ((await visitor(server).rpc('list_tools', { sort, max_results: 100 })).data ?? []).map(({ id }) => id)
const placeOf = async (sort: string, tool: Tool) => (await order(sort)).indexOf(tool.id) + 1

async function alerts() {
  const { data, error } = await admin.client.rpc('list_alerts')
  if (error) throw new Error(error.message)
  return data as unknown as {
    waiting: number
    alerts: {
      id: string
      reasons: string[]
      tool: { id: string }
      votes: {
        upvote_id: string
        username: string
        joined_at: string
        not_counted: boolean
        others: string[]
      }[]
    }[]
  }
}
const alertAbout = async (tool: Tool) => (await alerts()).alerts.find((alert) => alert.tool.id === tool.id)

const seasoned = await addMembers('seasoned', 5, 300)
const tools: Tool[] = []
for (let place = 0; place < 30; place++) {
  const tool = await addTool(sql)
  await recommend(tool, seasoned, place * 2)
  tools.push(tool)
}

test('fifty new members bring a tool into the first twenty of no order; the alert names them; one action sets them aside', async () => {
  const bought = await addTool(sql)
  const fifty = await addMembers('bought', 50, 0)
  await recommend(bought, fifty)
  expect(await placeOf('top', bought)).toBe(31)
  expect(await placeOf('trending', bought)).toBe(31)
  const shown = first(await sql<Tool[]>`select * from public.tools where id = ${bought.id}`)
  expect(shown.upvote_count, 'each counts in the number').toBe(50)

  const alert = await alertAbout(bought)
  expect(alert?.reasons).toEqual(['young'])
  expect(new Set(alert?.votes.map(({ username }) => username))).toEqual(
    new Set(Array.from({ length: 50 }, (_, place) => `bought${place + 1}`)),
  )
  const ids = alert?.votes.map(({ upvote_id }) => upvote_id) ?? []
  const score = async () =>
    first(await sql<{ score: number }[]>`select score from private.tool_stats where tool_id = ${bought.id}`)
      .score
  expect(await score()).toBe(50 / 2 ** 20)
  const { data: voided } = await admin.client.rpc('set_counted', {
    upvote_ids: ids,
    counted: false,
    reason: 'Bought',
  })
  expect(voided).toMatchObject({
    changed: expect.toSatisfy((list: string[]) => list.length === 50),
    unchanged: [],
  })
  expect(await score()).toBe(0)
  expect(await alertAbout(bought), 'closed').toBeUndefined()
  const log = await sql`
    select from public.audit_log where table_name = 'voided_upvotes' and actor_id = ${admin.id} and action = 'insert'
      and after ->> 'reason' = 'Bought'`
  expect(log).toHaveLength(50)
  const { data: again } = await admin.client.rpc('set_counted', {
    upvote_ids: ids,
    counted: false,
    reason: 'Bought',
  })
  expect(again, 'another administrator is told').toMatchObject({ changed: [] })

  await admin.client.rpc('set_counted', { upvote_ids: ids, counted: true, reason: 'A mistake' })
  expect(await score()).toBe(50 / 2 ** 20)
  expect((await alertAbout(bought))?.votes, 'open again').toHaveLength(50)
  for (const counted of [false, true])
    for (const half of [ids.slice(0, 25), ids.slice(25)])
      await admin.client.rpc('set_counted', { upvote_ids: half, counted, reason: 'Half' })
  expect((await alertAbout(bought))?.votes, 'open again, also in two goes').toHaveLength(50)
  expect((await admin.client.rpc('close_alert', { alert_id: alert?.id ?? '' })).data).toBe(true)
  expect((await admin.client.rpc('close_alert', { alert_id: alert?.id ?? '' })).data).toBe(false)
  expect(await alertAbout(bought), 'dismissed').toBeUndefined()
  // Set aside one by one, and counted again: whoever closed it has seen it.
  await admin.client.rpc('set_counted', { upvote_ids: ids.slice(0, 4), counted: false, reason: 'Bought' })
  await admin.client.rpc('set_counted', { upvote_ids: ids.slice(0, 1), counted: true })
  expect(await alertAbout(bought), 'still dismissed').toBeUndefined()
  await admin.client.rpc('set_counted', { upvote_ids: ids, counted: false, reason: 'Bought' })
  await admin.client.rpc('set_counted', { upvote_ids: ids, counted: true })
  expect(await alertAbout(bought), 'dismissed, also when all were set aside').toBeUndefined()
  expect(await checkFigures(sql)).toMatchObject({ problems: [] })
}, 60_000)

test('fifty spread over a week and five tools raise no alert, and weigh nothing until they are a week old', async () => {
  const spread = await addMembers('spread', 50, 0)
  const five = await Promise.all(Array.from({ length: 5 }, () => addTool(sql)))
  for (const [place, person] of spread.entries())
    await sql`
      insert into public.tool_upvotes (tool_id, user_id, reason, created_at)
      select id, ${person.id}, md5(${person.id} || id), now() - ${place % 7} * interval '1 day'
      from unnest(${five.map(({ id }) => id)}::uuid[]) id`
  for (const tool of five) {
    expect(await placeOf('top', tool)).toBeGreaterThan(30)
    expect(await placeOf('trending', tool)).toBeGreaterThan(30)
    expect(await alertAbout(tool)).toBeUndefined()
  }
  // What gets through (docs/ranking.md).
  await sql`update public.profiles set created_at = ${daysAgo(8)} where username ~ '^spread'`
  while (first(await sql<{ n: number }[]>`select private.season_upvotes() as n`).n);
  for (const tool of five) expect(await placeOf('top', tool)).toBeLessThan(6)
  await sql`delete from public.tools where id in ${sql(five.map(({ id }) => id))}`
}, 60_000)

test('a weight rises by itself, and the whole order with it', async () => {
  const tool = await addTool(sql)
  const people = await addMembers('rising', 6, 6)
  await recommend(tool, people, 1)
  expect(await placeOf('top', tool)).toBeGreaterThan(30)
  const weights = async () => {
    for (;;) if (!first(await sql<{ n: number }[]>`select private.season_upvotes(4) as n`).n) break
    return (
      await sql<{ weight: number }[]>`
      select distinct weight from public.tool_upvotes where tool_id = ${tool.id} order by 1`
    ).map((row) => row.weight)
  }
  const young = 2 ** -20
  const age = (days: number) =>
    sql`update public.profiles set created_at = ${daysAgo(days)} where id in ${sql(people.map(({ id }) => id))}`
  await age(8)
  expect(await weights(), 'of members with a single tool').toEqual([young])
  await recommend(tools[0] as Tool, people.slice(0, 3))
  expect(await weights()).toEqual([young, 1])
  await age(29)
  expect(await weights()).toEqual([1])
  expect(await placeOf('top', tool)).toBe(
    1 + (await sql`select from private.tool_stats where score > 6`).length,
  )
  expect(await checkFigures(sql)).toMatchObject({ problems: [] })
})

test('the owner chooses how strict', async () => {
  const tool = await addTool(sql)
  await recommend(tool, await addMembers('chosen', 6, 20))
  for (const other of [0, 1])
    await recommend(
      tools[other] as Tool,
      await sql`select id from public.profiles where username ~ '^chosen'`,
    )
  const score = async (vote_weights: string) => {
    const version = first(
      await sql<{ version: string }[]>`select coalesce(max(version), 0) as version from public.site_settings`,
    )
    const { error } = await admin.client.rpc('save_site_settings', {
      settings: { vote_weights },
      expected_version: Number(version.version),
    })
    expect(error).toBeNull()
    while (first(await sql<{ n: number }[]>`select private.season_upvotes() as n`).n);
    return first(
      await sql<{ score: number }[]>`select score from private.tool_stats where tool_id = ${tool.id}`,
    ).score
  }
  expect(await score('strict')).toBe(6 / 2 ** 20)
  expect(await score('normal')).toBe(6)
  await sql`update public.profiles set created_at = now() where username ~ '^chosen'`
  expect(await score('off')).toBe(6)
  expect(await score('normal')).toBe(6 / 2 ** 20)
})

test('a vote that is withdrawn and written again keeps its age, and stays set aside', async () => {
  const [old, fresh] = [await addTool(sql), await addTool(sql)]
  const people = await Promise.all(Array.from({ length: 12 }, () => member(server)))
  await sql`update public.profiles set created_at = ${daysAgo(100)} where id in ${sql(people.map(({ id }) => id))}`
  await recommend(old, people, 28)
  await recommend(fresh, people.slice(0, 1), 0)
  while (first(await sql<{ n: number }[]>`select private.season_upvotes() as n`).n);
  const trends = async () =>
    first(
      await sql<{ age: number }[]>`
        select (o.trend - n.trend) as age from private.tool_stats o, private.tool_stats n
        where o.tool_id = ${old.id} and n.tool_id = ${fresh.id}`,
    ).age
  // 12 votes, four half-lives ago.
  expect(2 ** (await trends())).toBeCloseTo(0.75, 3)
  const again = async ({ client, id }: Person) => {
    await client.from('tool_upvotes').delete().match({ tool_id: old.id, user_id: id })
    const { error } = await client
      .from('tool_upvotes')
      .insert({ tool_id: old.id, user_id: id, reason: 'Again' })
    expect(error).toBeNull()
  }
  for (const round of [1, 2]) {
    for (const person of people) await again(person)
    expect(2 ** (await trends()), `round ${round}`).toBeCloseTo(0.75, 3)
  }
  const author = people[0] as Person
  const own = first(
    await sql<{ id: string }[]>`
    select id from public.tool_upvotes where tool_id = ${old.id} and user_id = ${author.id}`,
  )
  await admin.client.rpc('set_counted', { upvote_ids: [own.id], counted: false, reason: 'An advertisement' })
  await again(author)
  const mine = (
    await author.client
      .from('tool_upvotes')
      .select('id, weight')
      .match({ tool_id: old.id, user_id: author.id })
      .single()
  ).data
  expect(mine?.weight).toBe(0)
  expect((await author.client.rpc('list_my_outcomes')).data).toEqual([
    { upvote_id: mine?.id, hidden_reason: null, uncounted_reason: 'An advertisement' },
  ])
  expect((await (people[1] as Person).client.rpc('list_my_outcomes')).data).toEqual([])

  const appeal = { upvote_id: mine?.id ?? '', reason: 'I use it daily.' }
  expect((await author.client.from('upvote_appeals').insert(appeal)).error).toBeNull()
  const other = await administrator(server)
  const waits = (await alerts()).alerts.find(({ id }) => id === mine?.id)
  expect(waits).toMatchObject({
    kind: 'appeal',
    appeal: 'I use it daily.',
    votes: [{ username: author.username, not_counted: true }],
  })
  const refused = await admin.client.rpc('set_counted', { upvote_ids: [mine?.id ?? ''], counted: true })
  expect(refused.error?.message).toBe('Another administrator decides about the appeal')
  expect(
    (await other.client.rpc('set_counted', { upvote_ids: [mine?.id ?? ''], counted: true })).error,
  ).toBeNull()
  const { data: answered } = await author.client
    .from('upvote_appeals')
    .select('status')
    .eq('upvote_id', mine?.id ?? '')
    .single()
  expect(answered?.status).toBe('approved')
  expect(2 ** (await trends())).toBeCloseTo(0.75, 3)
  expect(await checkFigures(sql)).toMatchObject({ problems: [] })
}, 60_000)

test('an appeal against not being counted is decided where it is, once, and by no decision about reports', async () => {
  const [author, reporter] = [await member(server), await member(server)]
  const [tool, other] = [await addTool(sql), await administrator(server)]
  const write = async () => {
    const row = { tool_id: tool.id, user_id: author.id, reason: 'It saves me an hour.' }
    const { data } = await author.client.from('tool_upvotes').insert(row).select('id').single()
    return data?.id ?? ''
  }
  const appeal = (upvote_id: string) =>
    author.client.from('upvote_appeals').insert({ upvote_id, reason: 'I pay for it.' })
  const id = await write()
  await admin.client.rpc('set_counted', { upvote_ids: [id], counted: false, reason: 'Bought' })
  expect((await appeal(id)).error).toBeNull()
  await reporter.client
    .from('upvote_flags')
    .insert({ upvote_id: id, flagged_by: reporter.id, reason: 'Spam' })
  const { data: queue } = await other.client.rpc('list_flagged', { kind: 'appeals' })
  expect(queue).toMatchObject({ cards: [] })
  expect((await other.client.rpc('count_waiting')).data).toMatchObject({ reports: 1, appeals: 0, alerts: 1 })
  await other.client.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', id).throwOnError()
  const answer = async () =>
    (await author.client.from('upvote_appeals').select('status').eq('upvote_id', id).single()).data?.status
  expect(await answer()).toBe('pending')
  expect((await alerts()).alerts.map((alert) => alert.id)).toContain(id)
  await other.client.rpc('set_counted', { upvote_ids: [id], counted: false, reason: 'Bought' })
  expect(await answer()).toBe('rejected')
  // Reported again, it can be rejected: that appeal was about something else.
  const second = await member(server)
  await second.client.from('upvote_flags').insert({ upvote_id: id, flagged_by: second.id, reason: 'Spam' })
  for (const flag_status of ['rejected', 'approved'])
    expect((await other.client.from('tool_upvotes').update({ flag_status }).eq('id', id)).error).toBeNull()
  // Written again, the appeal is used.
  await author.client.from('tool_upvotes').delete().eq('id', id).throwOnError()
  const again = await write()
  expect(await sql`select weight from public.tool_upvotes where id = ${again}`).toEqual([{ weight: 0 }])
  expect((await appeal(again)).error?.code).toBe('23505')
})

test('an appeal against not being counted is none against a later rejection', async () => {
  const [author, reporter] = [await member(server), await member(server)]
  const [tool, other] = [await addTool(sql), await administrator(server)]
  const upvote = await addUpvote(sql, tool, author)
  await admin.client.rpc('set_counted', { upvote_ids: [upvote.id], counted: false, reason: 'Bought' })
  expect((await answer(upvote, author)).error).toBeNull()
  await report(upvote, reporter)
  const own = async () =>
    (await author.client.from('upvote_appeals').select('about, status').eq('upvote_id', upvote.id)).data
  const waits = async () => (await alerts()).alerts.some(({ id }) => id === upvote.id)

  // Deleted, and that undone, it is about the same.
  await undo(other.client, await remove(other.client, upvote))
  const decided = await decide(other.client, await cardOf(other.client, upvote), 'rejected')
  expect(decided.card).toMatchObject({ state: 'rejected', appeal: null, decision: { mine: true } })
  expect((await list(other.client, { kind: 'appeals', filter: 'all' })).cards).toEqual([])
  expect([await own(), await waits()]).toEqual([[{ about: 'uncounted', status: 'pending' }], true])
  expect((await undo(other.client, decided.card?.decision?.id ?? 0)).data).toMatchObject({ appeal: null })
  await decide(other.client, await cardOf(other.client, upvote), 'rejected')

  // Nor does setting it aside again, or counting it, decide about the rejection.
  expect((await other.client.rpc('set_counted', { upvote_ids: [upvote.id], counted: true })).error).toBeNull()
  expect([await own(), await waits()]).toEqual([[{ about: 'uncounted', status: 'approved' }], false])
  expect(await cardOf(other.client, upvote)).toMatchObject({ state: 'rejected', appeal: null })
  expect(await decide(other.client, await cardOf(other.client, upvote), 'approved').catch(String)).toContain(
    'This recommendation has no report to decide',
  )
  const told = (await author.client.rpc('list_my_notices')).data?.map(({ kind }) => kind)
  expect(told?.slice(0, 2)).toEqual(['appeal_approved', 'recommendation_rejected'])
})

test('who appealed against not being counted may appeal once against a rejection too', async () => {
  const [author, tool, other] = [await member(server), await addTool(sql), await administrator(server)]
  const upvote = await addUpvote(sql, tool, author)
  await admin.client.rpc('set_counted', { upvote_ids: [upvote.id], counted: false, reason: 'Bought' })
  expect((await answer(upvote, author)).error).toBeNull()
  await report(upvote, await member(server))
  await decide(other.client, await cardOf(other.client, upvote), 'rejected')

  // The first is answered before.
  expect((await answer(upvote, author)).error?.code).toBe('23505')
  await other.client.rpc('set_counted', { upvote_ids: [upvote.id], counted: false, reason: 'Bought' })
  expect((await answer(upvote, author)).error).toBeNull()
  expect((await author.client.from('upvote_appeals').select('about, status')).data).toEqual([
    { about: 'rejected', status: 'pending' },
  ])
  expect((await alerts()).alerts.some(({ id }) => id === upvote.id)).toBe(false)
  expect((await list(admin.client, { kind: 'appeals' })).cards).toMatchObject([{ id: upvote.id }])
  expect((await answer(upvote, author)).error?.code).toBe('23505')
})

test('three nearly equal texts of new members, or a few from one network, raise an alert too', async () => {
  const [said, sent, honest] = [await addTool(sql), await addTool(sql), await addTool(sql)]
  const people = await addMembers('alike', 9, 1)
  for (const [place, text] of [
    'Best tool ever, buy it now!',
    'Best tool ever, buy it now',
    'The best tool ever - buy it NOW',
  ].entries())
    await sql`insert into public.tool_upvotes (tool_id, user_id, reason) values (${said.id}, ${people[place]?.id ?? ''}, ${text})`
  await recommend(sent, people.slice(0, 5), 0, 'Different words of ')
  await sql`
    update public.tool_upvotes set reason = md5(id::text) where tool_id = ${sent.id}`
  await sql`
    insert into private.upvote_networks (upvote_id, network)
    select id, 'one' from public.tool_upvotes where tool_id = ${sent.id}`
  await sql`
    insert into public.tool_upvotes (tool_id, user_id, reason)
    select ${honest.id}, id, md5(id::text) from unnest(${people.map(({ id }) => id)}::uuid[]) id`
  expect(await alertAbout(said)).toMatchObject({
    reasons: ['texts'],
    votes: [1, 2, 3].map(() => ({ same_text: 3 })),
  })
  expect(await alertAbout(sent)).toMatchObject({
    reasons: ['network'],
    votes: [1, 2, 3, 4, 5].map(() => ({ same_network: 5 })),
  })
  expect(await alertAbout(honest), 'nine new members with words of their own').toBeUndefined()
})

test('nobody sets their own aside, and nobody without a reason', async () => {
  const person = await member(server)
  const tool = await addTool(sql)
  await recommend(tool, [admin, person])
  const ids = (
    await sql<{ id: string }[]>`select id from public.tool_upvotes where tool_id = ${tool.id}`
  ).map(({ id }) => id)
  await administrator(server)
  expect(
    (await admin.client.rpc('set_counted', { upvote_ids: ids, counted: false, reason: 'x' })).error?.message,
  ).toBe('Another administrator decides about your own recommendation')
  expect(
    (await admin.client.rpc('set_counted', { upvote_ids: ids, counted: false, reason: '  ' })).error?.message,
  ).toBe('Please give a reason')
  expect(
    (await admin.client.rpc('set_counted', { upvote_ids: [], counted: false, reason: 'x' })).status,
  ).toBe(400)
})
