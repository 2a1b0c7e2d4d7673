import { beforeEach, describe, expect, test } from 'vitest'
import { checkFigures } from '../../server/product/check/check-figures.ts'
import { administrator, member, type Person, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { cardOf, decide, list, remove, report, undo } from './queue.ts'
import { addTool, addUpvote, first, type Tool, type Upvote } from './rows.ts'

/** A member who floods the catalogue with recommendations, and what becomes of equal ones. */

const server = await testServer()
const admin = await administrator(server)

const addTools = (count: number) => Promise.all(Array.from({ length: count }, () => addTool(server.sql)))

test('who signed up a minute ago reaches ten tools at most, and one action takes them off the first page', async () => {
  const spammer = await member(server)
  const { client } = spammer
  const tools = await addTools(60)
  const offer = ({ id, slug }: Tool) => ({
    tool_id: id,
    user_id: spammer.id,
    reason: `BUY at spam.example, ${slug}!`,
  })
  const insert = (some: Tool[]) => client.from('tool_upvotes').insert(some.map(offer))
  const reached = () =>
    server.sql<{ id: string }[]>`select id from public.tool_upvotes where user_id = ${spammer.id}`

  await insert(tools)
  expect(await reached(), 'in one request').toHaveLength(0)
  await Promise.all([0, 10, 20, 30, 40, 50].map((from) => insert(tools.slice(from, from + 10))))
  expect(await reached(), 'in parts, at once').toHaveLength(10)
  for (const tool of tools) await insert([tool])
  expect(await reached(), 'one by one').toHaveLength(10)
  const [one, two, three, ...left] = await reached()
  for (const row of [one, two, three])
    expect(
      (
        await client
          .from('tool_upvotes')
          .delete()
          .eq('id', row?.id ?? '')
      ).error,
    ).toBeNull()
  await Promise.all(tools.map((tool) => insert([tool])))
  await client.from('tool_upvotes').upsert(tools.slice(0, 10).map(offer), { ignoreDuplicates: true })
  await client
    .from('profiles')
    .update({ username: `x-${spammer.username}`.slice(0, 30) })
    .eq('id', spammer.id)
  await insert(tools.slice(50))
  expect(await reached(), 'deleted and written again').toHaveLength(left.length)

  await server.sql`
    delete from public.tools where id not in (select tool_id from public.tool_upvotes where user_id = ${spammer.id})`
  const quotes = async () =>
    JSON.stringify((await visitor(server).rpc('list_tools')).data).split('spam.example').length - 1
  expect(await quotes(), 'before').toBe(7)
  const action = { member_id: spammer.id, reason: 'Spam', hide_upvotes: true }
  expect((await admin.client.rpc('suspend_member', action)).error).toBeNull()
  expect(await quotes(), 'after').toBe(0)
  expect(await (await raw(server, '/')).text()).not.toContain('spam.example')
}, 60_000)

describe('the same text of one member', () => {
  let author: Person
  beforeEach(async () => {
    author = await member(server)
  })

  const TEXTS = [
    'Buy it at spam.example!',
    '  BUY it, at SPAM.example',
    'búy it at spam example',
    'Buy-it-at spam.example…',
  ]
  async function write(text: string, tool?: Tool): Promise<Upvote> {
    const { id } = tool ?? (await addTool(server.sql))
    const row = { tool_id: id, user_id: author.id, reason: text }
    const { data, error } = await author.client.from('tool_upvotes').insert(row).select().single()
    if (error) throw new Error(error.message)
    return data
  }
  async function writeAll(count: number): Promise<Upvote[]> {
    const written: Upvote[] = []
    for (const text of TEXTS.slice(0, count)) written.push(await write(text))
    return written
  }
  const stateOf = async ({ id }: { id: string }) =>
    first(await server.sql<Upvote[]>`select * from public.tool_upvotes where id = ${id}`).flag_status
  const states = (upvotes: readonly Upvote[]) => Promise.all(upvotes.map(stateOf))
  const seen = async () =>
    (await visitor(server).from('tool_upvotes').select('id').eq('user_id', author.id)).data?.length

  test('on a third tool waits for a moderator on all of them, who is told why', async () => {
    await write('Something else.')
    const other = await member(server)
    await addUpvote(server.sql, await addTool(server.sql), other)
    const [one, two] = await writeAll(2)
    expect(await seen(), 'two are fine').toBe(3)
    const three = await write(TEXTS[2] ?? '')
    expect(await states([one, two, three].flatMap((row) => row ?? []))).toEqual([
      'pending',
      'pending',
      'pending',
    ])
    expect(await seen()).toBe(1)
    const four = await write(TEXTS[3] ?? '')
    expect((await cardOf(admin.client, three)).reports).toMatchObject([
      { reporter: null, is_automatic: true, reason: 'The same text on 3 tools', status: 'pending' },
    ])
    expect(await cardOf(admin.client, four)).toMatchObject({
      state: 'pending',
      visible: false,
      report_count: 1,
      reports: [{ reason: 'The same text on 4 tools' }],
    })
    expect((await list(admin.client, { query: 'the same text' })).cards.map(({ id }) => id)).toContain(
      four.id,
    )
    const own = await author.client.from('tool_upvotes').select('flag_status').eq('id', four.id).single()
    expect(own.data?.flag_status, 'as its author sees it').toBe('pending')
    expect(await checkFigures(server.sql)).toMatchObject({ problems: [] })
  })

  test('in one request, or at once, waits too', async () => {
    const tools = await addTools(6)
    const rows = tools.map((tool) => ({ tool_id: tool.id, user_id: author.id, reason: 'Buy it' }))
    await author.client.from('tool_upvotes').insert(rows.slice(0, 3))
    expect(await seen()).toBe(0)
    author = await member(server)
    const others = rows.map((row) => ({ ...row, user_id: author.id }))
    await Promise.all(others.map((row) => author.client.from('tool_upvotes').insert(row)))
    expect(await seen()).toBe(0)
  })

  test('is approved, rejected or deleted like any other, and each can be undone', async () => {
    const [one, two, three] = await writeAll(3)
    if (!one || !two || !three) throw new Error('there are three')
    for (const decision of ['approved', 'rejected']) {
      const { card } = await decide(admin.client, await cardOf(admin.client, one), decision)
      expect(card).toMatchObject({ state: decision, reports: [{ status: decision }] })
      expect((await undo(admin.client, card?.decision?.id ?? 0)).error).toBeNull()
      expect(await stateOf(one)).toBe('pending')
      expect(await cardOf(admin.client, one)).toMatchObject({
        state: 'pending',
        reports: [{ status: 'pending' }],
      })
    }
    expect((await undo(admin.client, await remove(admin.client, one))).error).toBeNull()
    expect(await cardOf(admin.client, one)).toMatchObject({
      state: 'pending',
      reports: [{ is_automatic: true }],
    })
    await decide(admin.client, await cardOf(admin.client, one), 'approved')
    await decide(admin.client, await cardOf(admin.client, two), 'rejected')
    const four = await write(TEXTS[3] ?? '')
    expect(await states([one, two, three, four]), 'what was decided stays').toEqual([
      'approved',
      'rejected',
      'pending',
      'pending',
    ])
  })

  test('still waits when it is deleted and written again, or its reporter leaves', async () => {
    const [one, two, three] = await writeAll(3)
    if (!one || !two || !three) throw new Error('there are three')
    for (const upvote of [one, two]) await author.client.from('tool_upvotes').delete().eq('id', upvote.id)
    expect(await stateOf(three)).toBe('pending')
    const tool = first(await server.sql<Tool[]>`select * from public.tools where id = ${one.tool_id}`)
    const again = await write('Quite another text.', tool)
    expect(await stateOf(again)).toBe('pending')
    expect((await cardOf(admin.client, again)).reports).toMatchObject([{ is_automatic: true }])
    const reporter = await member(server)
    expect((await report(again, reporter)).error?.code, 'nobody sees it').toBe('PT404')
    await server.sql`insert into public.upvote_flags (upvote_id, flagged_by, reason) values (${again.id}, ${reporter.id}, 'Spam')`
    await server.sql`delete from auth.users where id = ${reporter.id}`
    expect(await stateOf(again)).toBe('pending')
    await server.sql`delete from auth.users where id = ${author.id}`
  })
})
