import { describe, expect, test } from 'vitest'
import { administrator, member, messageOf, type Person, raw, visitor } from '../support/actors.ts'
import { findForeignTerms } from '../support/schema-org.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, type Tool } from './rows.ts'
import { readSitemap } from './sitemap.ts'
import { lift, suspend } from './suspensions.ts'

/** Lists that members make: theirs alone until they are public, bounded, reported and hidden. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const [admin, moderator, editor] = [
  await administrator(server),
  await administrator(server, 'moderator'),
  await administrator(server, 'editor'),
]

interface List {
  id: string
  address: string
}

async function make({ client }: Person, name = 'Mine', is_public = false, tools: Tool[] = []): Promise<List> {
  const { data: id, error } = await client.rpc('save_my_list', { name, is_public })
  expect(error).toBeNull()
  const list = (await client.rpc('list_my_lists')).data?.find((one) => one.id === id)
  if (!list) throw new Error('the list was made')
  for (const tool of tools) expect((await put({ client }, list, tool)).error).toBeNull()
  return list
}
const put = (
  { client }: Pick<Person, 'client'>,
  { id }: List,
  tool: Pick<Tool, 'id'>,
  more: { listed?: boolean; note?: string; place?: number } = {},
) => client.rpc('set_listed', { list_id: id, tool_id: tool.id, ...more })
const read = async (client: Person['client'], { address }: List) =>
  (await client.rpc('get_list', { address })).data?.[0]
const namesOf = async ({ client }: Person, list: List) => {
  const tools: unknown = (await read(client, list))?.tools
  return Array.isArray(tools) ? tools.map(({ name }) => String(name)) : undefined
}
const pageOf = async ({ address }: List) => {
  const response = await raw(server, `/lists/${address}`)
  return { status: response.status, html: await response.text() }
}
const feedOf = async ({ address }: List) => (await raw(server, `/lists/${address}/feed.xml`)).status
const told = async ({ client }: Person) => (await client.rpc('list_my_notices')).data?.map(({ kind }) => kind)

describe('a list', () => {
  test('keeps its tools in the order their owner gives them, with notes', async () => {
    const person = await member(server)
    const tools = await Promise.all(Array.from({ length: 4 }, () => addTool(sql)))
    const list = await make(person, 'In order', false, tools)
    const [a, b, c, d] = tools.map(({ name }) => name)
    expect(await namesOf(person, list)).toEqual([a, b, c, d])
    const [, second, , last] = tools
    if (!second || !last) throw new Error('four tools')
    await put(person, list, last, { place: 1, note: ' First of all ' })
    await put(person, list, second, { place: 99 })
    expect(await namesOf(person, list)).toEqual([d, a, c, b])
    // What is not named stays.
    await put(person, list, last)
    expect((await read(person.client, list))?.tools).toMatchObject([{ note: 'First of all' }, {}, {}, {}])
    await put(person, list, last, { note: ' ' })
    expect((await read(person.client, list))?.tools).toMatchObject([{ note: null }, {}, {}, {}])
    await put(person, list, second, { listed: false })
    expect(await namesOf(person, list)).toEqual([d, a, c])
    await sql`delete from public.tools where id = ${last.id}`
    expect(await namesOf(person, list)).toEqual([a, c])
    expect((await person.client.rpc('list_my_lists', { tool_id: second.id })).data).toMatchObject([
      { name: 'In order', tools: 2, has_tool: false, is_public: false },
    ])
    await person.client.rpc('save_my_list', { name: ' Renamed ', list_id: list.id })
    expect((await read(person.client, list))?.name).toBe('Renamed')
    // What is not given stays as it is.
    await person.client.rpc('save_my_list', { is_public: true, list_id: list.id })
    await person.client.rpc('save_my_list', { name: 'Again', list_id: list.id })
    expect(await read(person.client, list)).toMatchObject({ name: 'Again', is_public: true })
    for (const name of [{}, { name: ' ', list_id: list.id }])
      expect((await person.client.rpc('save_my_list', name)).error?.message).toBe('Name is required')
    await person.client.rpc('delete_my_list', { list_id: list.id })
    expect((await person.client.rpc('list_my_lists')).data).toEqual([])
  })

  test('is its owner’s alone while it is private, whoever asks', async () => {
    const [person, other, tool] = [await member(server), await member(server), await addTool(sql)]
    const list = await make(person, 'Private', false, [tool])
    for (const client of [visitor(server), other.client, admin.client, moderator.client, editor.client])
      expect(await read(client, list)).toBeUndefined()
    for (const one of [other, admin, moderator]) {
      expect((await put(one, list, tool, { listed: false })).status).toBe(404)
      expect((await one.client.rpc('delete_my_list', { list_id: list.id })).status).toBe(404)
      expect((await one.client.rpc('save_my_list', { name: 'Taken', list_id: list.id })).status).toBe(404)
      expect((await one.client.rpc('list_my_lists')).data).toEqual([])
    }
    expect([(await pageOf(list)).status, await feedOf(list)]).toEqual([404, 404])
    expect(await namesOf(person, list)).toEqual([tool.name])
  })

  test('that is public has a page, a feed, and its owner’s page; to search engines from three tools on', async () => {
    const person = await member(server)
    const tools = await Promise.all(Array.from({ length: 3 }, () => addTool(sql)))
    const [first, second, third] = tools
    if (!first || !second || !third) throw new Error('three tools')
    const list = await make(person, 'For <everyone> & all', true, [first, second])
    await put(person, list, second, { note: 'Because it sings.' })
    const { status, html } = await pageOf(list)
    expect(status).toBe(200)
    for (const part of [first.name, 'Because it sings.', 'For &lt;everyone&gt; &amp; all', 'noindex'])
      expect(html).toContain(part)
    const json = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
    expect(findForeignTerms(JSON.parse(json))).toEqual([])
    const listed = async () => (await readSitemap(server, '/sitemaps/lists.xml')).map(({ path }) => path)
    expect((await raw(server, '/sitemaps/lists.xml')).status).toBe(404)
    await put(person, list, third)
    expect((await pageOf(list)).html).not.toContain('noindex')
    expect(await listed()).toEqual([`/lists/${list.address}`])
    const feed = await (await raw(server, `/lists/${list.address}/feed.xml`)).text()
    expect(feed.indexOf(third.name)).toBeLessThan(feed.indexOf(second.name))
    expect(feed).toContain('Because it sings.')
    const own = await (await raw(server, `/members/${person.username}`)).text()
    expect(own).toContain(`href="/lists/${list.address}"`)
    await person.client.rpc('save_my_list', { name: 'Private again', is_public: false, list_id: list.id })
    expect([(await pageOf(list)).status, await feedOf(list)]).toEqual([404, 404])
    expect(await (await raw(server, `/members/${person.username}`)).text()).not.toContain(list.address)
  })

  test('is bounded: names, notes, tools, lists, and changes a day', async () => {
    const [person, tool] = [await member(server), await addTool(sql)]
    const list = await make(person)
    const save = (name: string) => messageOf(person.client.rpc('save_my_list', { name }))
    expect(await save(' ')).toBe('Name is required')
    expect(await save('x'.repeat(81))).toContain('member_lists_name_length')
    expect(await save('Evil \u202e name')).toContain('Name contains control characters or hidden formatting')
    expect((await put(person, list, tool, { note: 'x'.repeat(301) })).error?.message).toContain('note_length')
    expect((await put(person, list, tool, { note: '\u2066x' })).error?.message).toContain('Note contains')
    expect((await put(person, list, { id: crypto.randomUUID() })).status).toBe(404)
    const ids = await sql<{ id: string }[]>`
      insert into public.tools (name, slug, short_description, website_url)
      select 'Many ' || n, 'many-' || n, 'x', 'https://example.org' from generate_series(1, 100) n returning id`
    await sql`
      insert into private.member_list_tools (list_id, tool_id, place)
      select ${list.id}, id, row_number() over () from unnest(${ids.map(({ id }) => id)}::uuid[]) id`
    expect(await messageOf(put(person, list, tool))).toBe('A list can have at most 100 tools')
    await sql`
      insert into private.member_lists (member_id, name) select ${person.id}, 'More' from generate_series(1, 29)`
    expect(await save('One more')).toBe('You can have at most 30 lists')
    await sql`update private.rate_limits set points = 1000 where key = ${`lists:${person.id}`}`
    expect(await save('Too often')).toBe(
      'You can change your lists at most 1000 times a day. Please try again tomorrow.',
    )
  })

  test('is exported, and goes with the account', async () => {
    const [person, tool] = [await member(server), await addTool(sql)]
    const list = await make(person, 'Mine to take', true, [tool])
    await put(person, list, tool, { note: 'A word of mine' })
    const { data } = await person.client.rpc('export_my_data')
    expect(data).toMatchObject({
      lists: [{ name: 'Mine to take', public: true, tools: [{ tool: tool.name, note: 'A word of mine' }] }],
    })
    await person.client.rpc('delete_my_account', { confirm_username: person.username })
    expect((await pageOf(list)).status).toBe(404)
    expect(await sql`select from private.member_list_tools where list_id = ${list.id}`).toHaveLength(0)
  })

  test('of a suspended member is not shown meanwhile, whether or not they have a page', async () => {
    const person = await member(server)
    const list = await make(person, 'Shown before', true, [await addTool(sql)])
    await person.client.from('profiles').update({ has_page: false }).eq('id', person.id)
    expect((await pageOf(list)).status).toBe(200)
    await suspend(admin, person)
    expect((await pageOf(list)).status).toBe(404)
    await lift(admin, person)
    expect((await pageOf(list)).status).toBe(200)
  })
})

describe('a report', () => {
  const report = ({ client }: Pick<Person, 'client'>, { id }: List, reason = 'It is advertising.') =>
    client.rpc('report_content', { kind: 'list', subject_id: id, reason })
  const decide = ({ client }: Person, { id }: List, decision: string) =>
    client.rpc('decide_content', { kind: 'list', subject_id: id, decision })
  const waiting = async () => {
    const { data } = await moderator.client.rpc('list_reported_content')
    return (data ?? []).filter(({ decision }) => decision === null).map(({ id }) => id)
  }
  const alerts = async () => (await moderator.client.rpc('count_waiting')).data

  test('comes from another member, once, about a public list', async () => {
    const [person, reporter] = [await member(server), await member(server)]
    const [list, secret] = [await make(person, 'Public', true), await make(person, 'Private')]
    expect((await report(reporter, secret)).status).toBe(404)
    expect((await report(person, list)).status).toBe(403)
    expect((await report(reporter, list, ' ')).error?.message).toContain('content_reports_reason_length')
    expect((await report(reporter, list, 'Hid\u202eden')).error?.message).toContain('Reason contains')
    expect((await report(reporter, list)).error).toBeNull()
    expect((await report(reporter, list)).error?.code).toBe('23505')
    expect(await waiting()).toContain(list.id)
    const { data } = await moderator.client.rpc('list_reported_content')
    expect(JSON.stringify(data)).not.toContain(reporter.username)
    expect(JSON.stringify((await reporter.client.rpc('export_my_data')).data)).toContain('It is advertising.')
    expect((await pageOf(list)).status).toBe(200)
    for (let count = 1; count < 5; count++)
      await report(reporter, await make(await member(server), 'Another', true))
    expect(await messageOf(report(reporter, await make(person, 'Sixth', true)))).toBe(
      'You can report at most 5 lists and answers a day in your first week. Please try again tomorrow.',
    )
  })

  test('hides the list when a moderator says so, which can be undone; its owner is told', async () => {
    const [person, reporter] = [await member(server), await member(server)]
    const list = await make(person, 'To be hidden', true, [await addTool(sql)])
    const before = await alerts()
    await report(reporter, list)
    expect(await alerts()).not.toEqual(before)
    for (const one of [person, reporter, editor])
      expect((await decide(one, list, 'hidden')).error?.code).toBe('42501')
    expect((await decide(moderator, list, 'deleted')).status).toBe(400)
    expect((await decide(moderator, list, 'hidden')).error).toBeNull()
    expect(await alerts()).toEqual(before)
    expect((await pageOf(list)).status).toBe(404)
    expect(await (await raw(server, `/members/${person.username}`)).text()).not.toContain(list.address)
    expect(await read(moderator.client, list)).toMatchObject({ is_hidden: true, is_own: false })
    expect(await read(person.client, list)).toMatchObject({ is_hidden: true, is_own: true })
    expect(await told(person)).toEqual(['list_hidden'])
    // Its owner cannot show it again.
    await person.client.rpc('save_my_list', { name: 'Shown?', is_public: true, list_id: list.id })
    expect((await pageOf(list)).status).toBe(404)

    expect((await decide(moderator, list, 'undone')).error).toBeNull()
    expect((await pageOf(list)).status).toBe(200)
    expect(await waiting()).toContain(list.id)
    expect(await told(person)).toEqual([])
    await decide(moderator, list, 'hidden')
    await person.client.rpc('read_notices', { up_to: 9_000_000_000 })
    // Who still sees it waiting does not decide over the first decision.
    for (const late of ['kept', 'hidden'])
      expect((await decide(admin, list, late)).error).toMatchObject({ code: 'PT409', details: 'decided' })
    expect((await pageOf(list)).status).toBe(404)
    await decide(admin, list, 'undone')
    await decide(admin, list, 'kept')
    expect((await pageOf(list)).status).toBe(200)
    expect(await told(person)).toEqual(['list_shown', 'list_hidden'])
    const { data } = await admin.client.rpc('list_audit_log', { kinds: ['member_lists'] })
    expect(JSON.stringify(data)).toContain(person.username)

    await person.client.rpc('delete_my_account', { confirm_username: person.username })
    const entries = await sql`select before, after, search from public.audit_log where row_id = ${list.id}`
    expect(entries.length).toBe(5)
    for (const secret of ['To be hidden', 'Shown?', person.id])
      expect(JSON.stringify(entries)).not.toContain(secret)
  })

  test('keeps what notes said, and may be made again when they say something else', async () => {
    const [person, reporter] = [await member(server), await member(server)]
    const tool = await addTool(sql)
    const list = await make(person, 'Innocent', true)
    const say = (note: string) =>
      person.client.rpc('set_listed', { list_id: list.id, tool_id: tool.id, note })
    const found = async () =>
      (await moderator.client.rpc('list_reported_content')).data?.find(({ id }) => id === list.id)
    await say('Buy pills')
    await report(reporter, list)
    await say('')
    expect(await found()).toMatchObject({
      ...{ name: 'Innocent', said: 'Innocent', said_then: 'Innocent\nBuy pills' },
    })
    const late = { kind: 'list', subject_id: list.id, decision: 'kept', seen: 'Innocent\nBuy pills' }
    expect((await moderator.client.rpc('decide_content', late)).error?.details).toBe('changed')
    await decide(moderator, list, 'kept')
    await say('Buy more pills')
    expect((await report(reporter, list)).error).toBeNull()
    expect(await found()).toMatchObject({ decision: null, said: 'Innocent\nBuy more pills' })
    await decide(moderator, list, 'hidden')
    const { data } = await admin.client.rpc('list_audit_log', { kinds: ['member_lists'] })
    expect(JSON.stringify(data)).not.toContain('Buy more pills')
  })

  test('that was kept waits again when somebody else reports the list', async () => {
    const [person, one, two] = [await member(server), await member(server), await member(server)]
    const list = await make(person, 'Kept', true)
    expect((await decide(moderator, list, 'kept')).error?.message).toBe('Nobody has reported this')
    await report(one, list)
    await decide(moderator, list, 'kept')
    expect(await waiting()).not.toContain(list.id)
    await report(two, list)
    expect(await waiting()).toContain(list.id)
  })
})
