import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { member, raw, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addTool } from './rows.ts'

/** The bounds of one read (docs/operations.md, "Limits"), the same with and without rate limits. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
})
afterAll(() => server?.close())

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))
const terms = (count: number) => times(count, (index) => `name.eq.${index}`).join()
const ids = (count: number) => times(count, () => randomUUID()).join()
const embeds = (count: number) => times(count, (index) => `e${index}:categories(id)`).join()
const groups = (depth: number) => `${'(and'.repeat(depth)}(name.eq.a,name.eq.b)${')'.repeat(depth)}`

async function refusal(path: string, init: RequestInit = {}, token?: string): Promise<unknown> {
  const response = await raw(server, path, init, token)
  const body: { code?: string; message?: string; details: null; hint: null } = await response.json()
  if (response.ok) return undefined
  expect([path.slice(0, 100), response.status, body.code]).toEqual([path.slice(0, 100), 400, 'PGRST100'])
  expect(body).toEqual({ code: 'PGRST100', message: body.message, details: null, hint: null })
  return body.message
}

const TOO_MUCH: [what: string, query: string, bound: string][] = [
  ['conditions in a group', `or=(${terms(300)})`, '50 conditions'],
  ['conditions in groups in each other', `or=(and(${terms(30)}),and(${terms(30)}))`, '50 conditions'],
  ['conditions in several groups', `or=(${terms(30)})&and=(${terms(30)})`, '50 conditions'],
  ['filters', times(60, () => 'name=neq.a').join('&'), '50 conditions'],
  ['conditions hidden in a list that is none', `or=(name.in.(a),${terms(60)})`, '50 conditions'],
  ['conditions behind a quoted bracket', `or=(name.eq.%22(%22,${terms(60)})`, '50 conditions'],
  ['conditions behind a brace', `or=(name.eq.{,${terms(60)})`, '50 conditions'],
  ['conditions in a group after a space', `or=(name.eq.a, or(${terms(60)}))`, '50 conditions'],
  ['groups', `or=${groups(4)}`, '3 groups'],
  ['embedded tables', `select=id,${embeds(200)}`, '8 tables'],
  ['empty embedded tables', `select=id,${embeds(20).replaceAll('(id)', '()')}`, '8 tables'],
  [
    'embedded tables in each other',
    'select=categories(tools(categories(tools(id))))',
    '3 tables in each other',
  ],
  ['columns', `select=${times(101, (index) => `a${index}:id`).join()}`, '100 columns'],
  ['times of a column', `select=${times(4, (index) => `a${index}:short_description`).join()}`, '3 times'],
  ['times of all columns', 'select=*,*,*,*', '3 times'],
  ['times of an embedded column', 'select=categories(*,*,*,*)', '3 times'],
  ['elements of a list', `name=in.(${times(1001, String).join()})`, '1000 elements'],
  ['elements of a list after a space', `name=in.%20(${times(1001, String).join()})`, '1000 elements'],
  [
    'elements of lists in a group',
    `or=(${times(2, () => `name.in.(${times(600, String).join()})`).join()})`,
    '1000 elements',
  ],
  ['orders', `order=${times(11, () => 'name').join()}`, '10 columns'],
  ['rows skipped', 'offset=100001', 'larger than 100000'],
  ['embedded rows skipped', 'select=id,categories(id)&categories.offset=100001', 'larger than 100000'],
  ['characters of a text', `name=eq.${'x'.repeat(2050)}`, '2048 characters'],
  ['characters of a text in a group', `or=(name.eq.${'x'.repeat(2050)},id.is.null)`, '2048 characters'],
  ['characters of a pattern', `name=ilike.*${'x'.repeat(250)}*`, '200 characters'],
  ['patterns', `or=(${times(21, (n) => `name.ilike.*${n}*`).join()})`, '20 patterns'],
  [
    'patterns behind a brace',
    `or=(name.eq.{,${times(21, (n) => `name.ilike.*${n}*`).join()})`,
    '20 patterns',
  ],
  ['patterns in a list', `name=ilike(any).{${times(21, String).join()}}`, '20 patterns'],
  ['characters of a pattern that must not match', `name=not.match.${'x'.repeat(250)}`, '200 characters'],
  ['characters of the address', `name=in.(${times(400, () => 'x'.repeat(130)).join()})`, '48000 characters'],
]

describe('a read is refused with a message for too many', () => {
  test.each(TOO_MUCH)('%s', async (_, query, bound) => {
    expect(await refusal(`/rest/v1/tools?${query}`)).toContain(bound)
  })

  test('rows skipped by a header', async () => {
    expect(await refusal('/rest/v1/tools', { headers: { range: '100001-100010' } })).toContain('100000')
  })

  test('characters or elements given to a function, by GET and by POST', async () => {
    const long = 'x'.repeat(2050)
    expect(await refusal(`/rest/v1/rpc/search_similar?query=${long}`)).toContain('2048 characters')
    expect(
      await refusal(`/rest/v1/rpc/count_tools?category_ids={${times(1001, () => '').join()}}`),
    ).toContain('1000 elements')
    const call = (name: string, values: object) =>
      refusal(`/rest/v1/rpc/${name}`, { method: 'POST', body: JSON.stringify(values) })
    expect(await call('search_similar', { query: long })).toContain('2048 characters')
    expect(await call('count_tools', { category_ids: times(1001, () => randomUUID()) })).toContain(
      '1000 elements',
    )
  })

  test('also for members, and for writes', async () => {
    const { accessToken } = await member(server)
    expect(await refusal(`/rest/v1/tools?or=(${terms(300)})`, {}, accessToken)).toContain('50 conditions')
    const change = { method: 'PATCH', body: '{}' }
    expect(await refusal(`/rest/v1/profiles?or=(${terms(300)})`, change, accessToken)).toContain(
      '50 conditions',
    )
  })
})

describe('a read is answered', () => {
  test.each([
    ['by the ids of as many tools as a response has', `select=id,name&id=in.(${ids(1000)})`],
    ['by the ids of many tools in a group', `or=(id.in.(${ids(300)}),name.eq.a)`],
    ['with as many conditions as there may be', `or=(${terms(49)})&name=eq.1`],
    ['with groups in each other', `or=${groups(2)}`],
    ['with embedded tables', 'select=id,categories(id,name),tool_categories(category_id,categories(name))'],
    ['with a text that has commas and parentheses', 'short_description=eq.Does this, (that), and more'],
    ['with quotation marks', 'name=in.("a, (b)","c")'],
    ['with one text that looks like conditions', `or=(name.eq."${terms(60)}")`],
    ['far down a list', 'offset=5000&limit=15&order=created_at.desc,id.desc'],
  ])('%s', async (_, query) => {
    expect(await refusal(`/rest/v1/tools?${query}`)).toBeUndefined()
  })

  test('by Supabase’s client as a list of tools by the categories of a filter', async () => {
    const category = await addCategory(server.sql)
    const tools = await Promise.all(times(500, () => addTool(server.sql, { category_id: category.id })))
    const db = visitor(server)
    const { data } = await db.from('tool_categories').select('tool_id').in('category_id', [category.id])
    const wanted = new Set(data?.map(({ tool_id }) => tool_id))
    const found = await db
      .from('tools')
      .select('*, categories(id, name, slug)')
      .in('id', [...wanted])
    expect(found.data).toHaveLength(tools.length)
  })
})
