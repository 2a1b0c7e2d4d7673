import { beforeEach, describe, expect, test } from 'vitest'
import { administrator, post } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, first, type Tool } from './rows.ts'

/** Editors see suggested icons, and approve or decline them (decision 192). */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const editor = await administrator(server, 'editor')
const { client } = editor

/** The smallest that passes as a PNG. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

let tool: Tool
beforeEach(async () => {
  await sql`delete from public.tools`
  tool = await addTool(sql, { name: 'First' })
})

/** As the queue would have noted it. */
async function found(...tools: Tool[]): Promise<void> {
  for (const { id, website_url: url } of tools) {
    await sql`insert into private.suggested_icons (tool_id, address) values (${id}, ${url}) on conflict (tool_id) do update set state = 'due'`
    const results = [{ tool_id: id, url, picture, origin: `${url}icon.png` }]
    await sql`select private.note_icons(${JSON.stringify(results)}::text::jsonb)`
  }
}
const list = async () => (await client.rpc('list_suggested_icons')).data ?? []
const statusOf = async () => (await client.rpc('get_icon_status')).data?.[0]
const decide = (...choices: { tool_id: string; logo?: string }[]) => client.rpc('decide_icons', { choices })
const undo = (...tool_ids: string[]) => client.rpc('undo_icons', { tool_ids })
const logoOf = async ({ id }: Tool) =>
  first(await sql<{ logo: string | null }[]>`select logo from public.tools where id = ${id}`).logo
const suggest = async (...tool_ids: string[]) => (await client.rpc('suggest_icons', { tool_ids })).data
const LOGO = '/storage/v1/object/public/tool-logos/x.png'

test('they are listed in the order they were found, with their numbers, unless the tool has a logo or another address', async () => {
  const [second, third] = [await addTool(sql, { name: 'Second' }), await addTool(sql, { name: 'Third' })]
  await found(second, tool, third)
  expect(await list()).toMatchObject([
    { id: second.id, name: 'Second', picture, origin: `${second.website_url}icon.png` },
    { id: tool.id },
    { id: third.id },
  ])
  expect(await statusOf()).toEqual({ without_logo: 3, due: 0, empty: 0, waiting: 3 })
  await sql`update public.tools set logo = ${LOGO} where id = ${second.id}`
  await sql`update public.tools set website_url = 'https://moved.example/' where id = ${third.id}`
  expect(await list()).toMatchObject([{ id: tool.id }])
  expect(await statusOf()).toMatchObject({ without_logo: 2, waiting: 1 })
  await sql`delete from public.tools where id = ${tool.id}`
  expect(await sql`select from private.suggested_icons where tool_id = ${tool.id}`).toHaveLength(0)
})

describe('approved', () => {
  test('it is the logo, in one press with declined ones, and that is in the log; undone it waits again', async () => {
    const other = await addTool(sql)
    await found(tool, other)
    expect((await decide({ tool_id: tool.id, logo: LOGO }, { tool_id: other.id })).data).toEqual(
      expect.arrayContaining([
        { tool_id: tool.id, outcome: 'done' },
        { tool_id: other.id, outcome: 'done' },
      ]),
    )
    expect([await logoOf(tool), await logoOf(other), await list()]).toEqual([LOGO, null, []])
    const [entry] = await sql`
      select actor_id, after ->> 'logo' as logo from public.audit_log where row_id = ${tool.id} order by id desc limit 1`
    expect(entry).toEqual({ actor_id: editor.id, logo: LOGO })
    expect((await undo(tool.id, other.id)).data).toBe(2)
    expect(await logoOf(tool)).toBeNull()
    expect((await list()).map(({ id }) => id)).toEqual([tool.id, other.id])
  })

  test('it changes no tool that has a logo or another address by now, that nothing was found for, or that is gone', async () => {
    const [given, moved, bare] = [await addTool(sql), await addTool(sql), await addTool(sql)]
    await found(given, moved)
    await sql`update public.tools set logo = '/own.png' where id = ${given.id}`
    await sql`update public.tools set website_url = 'https://moved.example/' where id = ${moved.id}`
    const gone = crypto.randomUUID()
    const { data } = await decide(
      ...[given.id, moved.id, bare.id, gone].map((tool_id) => ({ tool_id, logo: LOGO })),
    )
    expect(Object.fromEntries((data ?? []).map(({ tool_id, outcome }) => [tool_id, outcome]))).toEqual({
      ...{ [given.id]: 'changed', [moved.id]: 'changed', [bare.id]: 'changed', [gone]: 'gone' },
    })
    expect([await logoOf(given), await logoOf(moved), await logoOf(bare)]).toEqual(['/own.png', null, null])
  })

  test('by two at once it is so once', async () => {
    await found(tool)
    const both = await Promise.all([
      decide({ tool_id: tool.id, logo: '/a.png' }),
      decide({ tool_id: tool.id, logo: '/b.png' }),
    ])
    expect(both.map(({ data }) => data?.[0]?.outcome).sort()).toEqual(['changed', 'done'])
  })

  test('it follows the rules of a tool', async () => {
    await found(tool)
    expect((await decide({ tool_id: tool.id, logo: 'javascript:alert(1)' })).error?.code).toBe('23514')
  })

  test.each<[unknown]>([
    ...[[null], [{}], ['x'], [[null]], [[[]]], [[{}]], [[{ tool_id: 5 }]], [[{ tool_id: 'x' }]]].map(
      (each): [unknown] => [each[0]],
    ),
    [[{ tool_id: crypto.randomUUID(), logo: ['x'] }]],
    [Array.from({ length: 101 }, () => ({ tool_id: crypto.randomUUID() }))],
  ])('it is not by %j', async (choices) => {
    const response = await post(server, '/rest/v1/rpc/decide_icons', { choices }, editor.accessToken)
    expect(response.status).toBe(400)
  })
})

test('a declined one is not suggested again, unless the tool has another address', async () => {
  await found(tool)
  await decide({ tool_id: tool.id })
  expect(await suggest(tool.id)).toBe(0)
  expect((await client.rpc('suggest_icons')).data).toBe(0)
  await sql`update public.tools set website_url = 'https://moved.example/' where id = ${tool.id}`
  expect(await suggest(tool.id)).toBe(1)
})

test('a decision is undone for five minutes, and only while the logo is that one', async () => {
  const [late, other] = [await addTool(sql), await addTool(sql)]
  await found(tool, late, other)
  await decide(...[tool, late, other].map(({ id }) => ({ tool_id: id, logo: LOGO })))
  await sql`update public.tools set logo = '/own.png' where id = ${tool.id}`
  await sql`update private.suggested_icons set decided_at = decided_at - interval '6 minutes' where tool_id <> ${tool.id}`
  await sql`update private.suggested_icons set state = 'declined', logo = null where tool_id = ${other.id}`
  expect((await undo(tool.id, late.id, other.id)).data).toBe(0)
  expect([await logoOf(tool), await logoOf(late)]).toEqual(['/own.png', LOGO])
  await sql`select private.tend_icons()`
  // What is final is forgotten, but for that one was declined.
  const left =
    await sql`select tool_id, state, picture is null as "isEmpty" from private.suggested_icons order by state`
  expect(left).toEqual([
    { tool_id: tool.id, state: 'approved', isEmpty: false },
    { tool_id: other.id, state: 'declined', isEmpty: true },
  ])
})

test('many at once are refused', async () => {
  const tool_ids = Array.from({ length: 101 }, () => crypto.randomUUID())
  expect((await undo(...tool_ids)).error?.code).toBe('22023')
  expect((await client.rpc('suggest_icons', { tool_ids })).error?.code).toBe('22023')
})
