import { expect, test } from 'vitest'
import { administrator, member, messageOf, type Person } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, addUpvote, type Tool } from './rows.ts'

/** Tools that members save: theirs alone, bounded, and told of when they change or go. */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const [admin, editor] = [await administrator(server), await administrator(server, 'editor')]

const set = ({ client }: Person, { id }: Pick<Tool, 'id'>, saved = true) =>
  client.rpc('set_saved', { tool_id: id, saved })
const marksOf = async ({ client }: Person, ...tools: Pick<Tool, 'id'>[]) =>
  (await client.rpc('list_my_marks', { tool_ids: tools.map(({ id }) => id) })).data
const savedOf = async ({ client }: Person) =>
  (await client.rpc('list_my_saved')).data?.map(({ name }) => name)
const told = async ({ client }: Person) =>
  (await client.rpc('list_my_notices')).data?.map(({ kind, tool_name, details }) => ({
    kind,
    tool_name,
    details,
  }))
/** As the job does, without its pause; `most` members at a time. */
async function tell(most = 1000): Promise<number> {
  for (let rounds = 0; ; rounds++) {
    const [row] = await sql<
      { more: boolean }[]
    >`select private.tell_tool_changes(${most}, interval '0') as more`
    if (!row?.more) return rounds
  }
}

test('a tool is saved once, and forgotten again or with the account; marks tell it with the upvote, for the caller alone', async () => {
  const [person, other] = [await member(server), await member(server)]
  const [tool, upvoted, neither] = [await addTool(sql), await addTool(sql), await addTool(sql)]
  await addUpvote(sql, upvoted, person)
  expect((await set(person, tool)).data).toBe(true)
  expect((await set(person, tool)).data).toBe(true)
  const marks = await marksOf(person, tool, upvoted, neither)
  expect(marks).toHaveLength(2)
  expect(marks).toContainEqual({ tool_id: tool.id, is_upvoted: false, is_saved: true, is_made: false })
  expect(marks).toContainEqual({ tool_id: upvoted.id, is_upvoted: true, is_saved: false, is_made: false })
  expect(await savedOf(person)).toEqual([tool.name])
  for (const one of [other, admin, editor, await administrator(server, 'moderator')]) {
    expect(await marksOf(one, tool, upvoted)).toEqual([])
    expect(await savedOf(one)).toEqual([])
    await set(one, tool, false)
  }
  expect(await savedOf(person)).toEqual([tool.name])
  expect(JSON.stringify((await person.client.rpc('export_my_data')).data)).toContain(
    `"tool_slug":"${tool.slug}"`,
  )
  expect((await set(person, tool, false)).data).toBe(false)
  expect(await marksOf(person, tool)).toEqual([])

  await set(person, tool)
  await sql`delete from auth.users where id = ${person.id}`
  expect(await sql`select from private.saved_tools where member_id = ${person.id}`).toHaveLength(0)
})

test('300 a day and 1,000 in all; a tool must exist', async () => {
  const [person, tool] = [await member(server), await addTool(sql)]
  const missing = await set(person, { id: crypto.randomUUID() })
  expect([missing.status, missing.error?.message]).toEqual([404, 'Tool not found'])
  await sql`
    insert into private.saved_tools (member_id, tool_id) select ${person.id}, gen_random_uuid() from generate_series(1, 1000)`
  const full = await set(person, tool)
  expect([full.status, full.error?.message]).toEqual([429, 'You can save at most 1000 tools'])
  await sql`delete from private.saved_tools where member_id = ${person.id}`
  const counted = (points: number) => sql`
    insert into private.rate_limits (key, points, expire) values (${`saves:${person.id}`}, ${points}, 253402300799000)
    on conflict (key) do update set points = excluded.points`
  await counted(300)
  expect(await messageOf(set(person, tool))).toBe(
    'You can save at most 300 tools a day. Please try again tomorrow.',
  )
  await counted(299)
  expect(await messageOf(set(person, tool))).toBeUndefined()
})

test('the list is paged by position, the last one first', async () => {
  const person = await member(server)
  const tools = await Promise.all(Array.from({ length: 20 }, () => addTool(sql)))
  for (const tool of tools) await set(person, tool)
  const first = (await person.client.rpc('list_my_saved')).data ?? []
  expect(first).toHaveLength(16)
  const last = first[14]
  const after = { before_at: last?.saved_at, before_id: last?.id }
  const second = (await person.client.rpc('list_my_saved', after)).data ?? []
  expect([...first.slice(0, 15), ...second].map(({ name }) => name)).toEqual(
    tools.map(({ name }) => name).reverse(),
  )
})

test('who saved a tool is told what was changed about it, once until they read it', async () => {
  const [person, second, reader] = [await member(server), await member(server), await member(server)]
  const tool = await addTool(sql)
  for (const one of [person, second, editor]) await set(one, tool)
  const change = (values: object) => editor.client.from('tools').update(values).eq('id', tool.id)
  await change({ pricing: 'paid' })
  expect(await told(person)).toEqual([])
  // By one and one: each is told once.
  await tell(1)
  const expected = { kind: 'tool_changed', tool_name: tool.name, details: { fields: ['pricing'] } }
  for (const one of [person, second]) expect(await told(one)).toEqual([expected])
  expect(await told(editor)).toEqual([])
  expect(await told(reader)).toEqual([])

  await change({ website_url: 'https://new.example.org', license: 'MIT' })
  await tell()
  const [notice, ...rest] = (await told(person)) ?? []
  expect(rest).toEqual([])
  expect(notice?.details).toEqual({ fields: ['license', 'website_url', 'pricing'] })
  await second.client.rpc('read_notices', { up_to: 1e9 })
  await change({ featured: true, long_description: 'More words' })
  await change({ name: `${tool.name} II` })
  await change({ name: tool.name })
  await tell()
  expect(await told(second)).toHaveLength(1)
  await change({ pricing: 'free' })
  await tell()
  expect((await told(second))?.map(({ details }) => details)).toEqual([
    { fields: ['pricing'] },
    { fields: ['license', 'website_url', 'pricing'] },
  ])
})

test('who saved a tool is told that it was removed, not when it is back; nobody else, and nothing is left', async () => {
  const [person, second] = [await member(server), await member(server)]
  const [gone, back] = [await addTool(sql), await addTool(sql)]
  for (const tool of [gone, back]) await set(person, tool)
  await set(second, back)
  await admin.client.from('tools').delete().in('id', [gone.id, back.id])
  expect(await savedOf(person)).toEqual([])
  await addTool(sql, { id: back.id, name: back.name, slug: back.slug })
  await tell()
  expect(await told(person)).toEqual([{ kind: 'tool_removed', tool_name: gone.name, details: {} }])
  expect(await told(second)).toEqual([])
  expect(await savedOf(person)).toEqual([back.name])
  expect(await sql`select from private.saved_tools where tool_id = ${gone.id}`).toHaveLength(0)
  expect(await sql`select from private.tool_changes`).toHaveLength(0)
})

test('a change waits until nothing has changed for ten minutes; upvotes are none', async () => {
  const [person, tool] = [await member(server), await addTool(sql)]
  await set(person, tool)
  await addUpvote(sql, tool, person)
  expect(await sql`select from private.tool_changes`).toHaveLength(0)
  await editor.client.from('tools').update({ pricing: 'free' }).eq('id', tool.id)
  const step = async () =>
    (await sql<{ more: boolean }[]>`select private.tell_tool_changes() as more`)[0]?.more
  expect(await step()).toBe(false)
  await sql`update private.tool_changes set changed_at = now() - interval '11 minutes'`
  expect(await step()).toBe(true)
  expect(await told(person)).toHaveLength(1)
})
