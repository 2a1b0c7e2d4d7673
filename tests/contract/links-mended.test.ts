import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { administrator, post } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addTool, first, type Tool } from './rows.ts'

/** Editors see what the checks of links found, and mend it (decision 191). */

const server = await testServer({ RATE_LIMITS: 'off' })
const { sql } = server
const editor = await administrator(server, 'editor')
const { client } = editor

let tool: Tool
beforeAll(async () => {
  await sql`select private.write_site_settings('{"link_checks": "weekly"}', null, null)`
})
beforeEach(async () => {
  await sql`delete from public.tools`
  tool = await addTool(sql, { website_url: 'https://old.example/' })
})

/** As a check would have noted it. */
async function found(of: Tool, state: string, rest: object = {}): Promise<void> {
  await sql`insert into public.link_checks (tool_id) values (${of.id}) on conflict do nothing`
  const results = [{ tool_id: of.id, url: of.website_url, state, ...rest }]
  await sql`select private.note_link_checks(${JSON.stringify(results)}::text::jsonb)`
}
const list = async (request: object = {}) => (await client.rpc('list_link_checks', request)).data ?? []
const statusOf = async () => (await client.rpc('get_link_status')).data?.[0]
const replace = (changes: object[]) =>
  client.rpc('replace_addresses', { changes: JSON.parse(JSON.stringify(changes)) })
const addressOf = async ({ id }: Tool) =>
  first(await sql<{ url: string }[]>`select website_url as url from public.tools where id = ${id}`).url
const move = (of = tool, to = 'https://new.example/') => ({ tool_id: of.id, from: of.website_url, to })

test('they are listed by state and name, a page at a time, with their numbers', async () => {
  for (const name of ['Beta', 'Alpha', 'Gamma'])
    await found(await addTool(sql, { name }), 'dead', { reason: '404' })
  await found(tool, 'moved', { leads_to: 'https://new.example/', took_ms: 12 })
  expect((await list()).map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Gamma'])
  const last = await list({ page: 99, page_size: 2 })
  expect(last).toMatchObject([{ name: 'Gamma', reason: '404', failed_days: 1, is_dead: false, total: 3 }])
  expect(await list({ state: 'moved' })).toMatchObject([{ leads_to: 'https://new.example/', took_ms: 12 }])
  for (const state of ['slow', 'refused']) expect(await list({ state })).toEqual([])
  for (const state of ['ok', 'unchecked', ''])
    expect((await client.rpc('list_link_checks', { state })).error?.code).toBe('22023')
  expect(await statusOf()).toMatchObject({
    is_on: true,
    dead: 3,
    moved: 1,
    slow: 0,
    refused: 0,
    due: 0,
    tools: 4,
  })
})

test('they are checked again before all others, with what the queue does', async () => {
  const other = await addTool(sql, { website_url: 'https://other.example/' })
  for (const each of [tool, other]) await found(each, 'dead', { reason: '404' })
  const asked = await client.rpc('check_links_again', { tool_ids: [other.id, other.id, crypto.randomUUID()] })
  expect(asked.data).toBe(1)
  // Unless it has been checked already.
  await expect
    .poll(() => sql`select reason from public.link_checks where tool_id = ${other.id}`, { timeout: 20_000 })
    .toEqual([{ reason: 'unknown_name' }])
  expect((await list()).map(({ is_due }) => is_due)).toEqual([false, false])
  const many = Array.from({ length: 101 }, () => crypto.randomUUID())
  expect((await client.rpc('check_links_again', { tool_ids: many })).error?.code).toBe('22023')
})

describe('the new address', () => {
  test('is taken with a press, which is in the log, and back with another', async () => {
    await found(tool, 'moved', { leads_to: 'https://new.example/' })
    expect((await replace([move()])).data).toEqual([{ tool_id: tool.id, outcome: 'done' }])
    expect(await addressOf(tool)).toBe('https://new.example/')
    expect(await list({ state: 'moved' })).toEqual([])
    const [entry] = await sql`
      select actor_id, after ->> 'website_url' as url from public.audit_log where row_id = ${tool.id}
      order by id desc limit 1`
    expect(entry).toEqual({ actor_id: editor.id, url: 'https://new.example/' })
    const back = { tool_id: tool.id, from: 'https://new.example/', to: 'https://old.example/' }
    expect((await replace([back])).data).toMatchObject([{ outcome: 'done' }])
    expect(await addressOf(tool)).toBe('https://old.example/')
  })

  test('is not taken where the tool has another by now, or is gone', async () => {
    const gone = { ...move(), tool_id: crypto.randomUUID() }
    const changed = { ...move(), from: 'https://older.example/' }
    expect((await replace([gone, changed])).data).toEqual(
      expect.arrayContaining([
        { tool_id: gone.tool_id, outcome: 'gone' },
        { tool_id: tool.id, outcome: 'changed' },
      ]),
    )
    expect(await addressOf(tool)).toBe('https://old.example/')
  })

  test('is not taken where another is, however it is written, of two the same once', async () => {
    await addTool(sql, { website_url: 'https://www.new.example/?utm_source=x' })
    expect((await replace([move()])).data).toMatchObject([{ outcome: 'taken' }])
    const twin = await addTool(sql, { website_url: 'https://twin.example/' })
    const both = await replace([move(tool, 'https://one.example/'), move(twin, 'http://one.example')])
    expect(both.data?.map(({ outcome }) => outcome).sort()).toEqual(['done', 'taken'])
  })

  test('follows the rules of a tool', async () => {
    expect((await replace([move(tool, '  https://new.example/  ')])).data).toMatchObject([
      { outcome: 'done' },
    ])
    expect(await addressOf(tool)).toBe('https://new.example/')
    for (const to of ['javascript:alert(1)', '', 'https://a b/', `https://x.example/${'x'.repeat(2050)}`]) {
      const refused = await replace([{ ...move(), from: 'https://new.example/', to }])
      expect(refused.error?.code, to).toBe('23514')
    }
  })

  test.each<[unknown]>([
    [null],
    [{}],
    ['x'],
    [[null]],
    [[[]]],
    [[{}]],
    [[{ tool_id: 5, from: 'a', to: 'b' }]],
    [[{ tool_id: crypto.randomUUID(), from: 'a' }]],
    [[{ tool_id: crypto.randomUUID(), from: 'a', to: ['b'] }]],
    [[{ tool_id: 'x', from: 'a', to: 'b' }]],
    [Array.from({ length: 101 }, () => ({ tool_id: crypto.randomUUID(), from: 'a', to: 'b' }))],
  ])('is not taken from %o', async (changes) => {
    const response = await post(server, '/rest/v1/rpc/replace_addresses', { changes }, editor.accessToken)
    expect(response.status).toBe(400)
  })
})
