import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, member, type Person, raw } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addTool } from './rows.ts'

/**
 * Bodies are stored as PostgREST and PostgreSQL read them ("Bulk Insert with Default Values", "Specifying Columns", and
 * PostgreSQL's boolean input), or refused.
 */

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  admin = await administrator(server)
})
afterAll(() => server?.close())

let number = 0
const tool = (change: Record<string, unknown> = {}) => ({
  ...{
    name: 'Name',
    slug: `written-${number++}`,
    short_description: 'Text',
    website_url: 'https://example.org',
  },
  ...change,
})

async function write(method: string, path: string, body: unknown, prefer = 'return=representation') {
  const init = { method, body: JSON.stringify(body), headers: { prefer } }
  const response = await raw(server, `/rest/v1/${path}`, init, admin.accessToken)
  return { status: response.status, body: await response.json() }
}

test('one request writes at most a thousand rows', async () => {
  for (const rows of [
    Array.from({ length: 1001 }, () => tool()),
    Array.from({ length: 300_000 }, () => ({})),
  ])
    expect(await write('POST', 'tools', rows)).toMatchObject({
      status: 400,
      body: { code: '54000', message: 'One request writes at most 1000 rows' },
    })
  expect((await write('POST', 'tools', [{}, {}])).status).toBe(400)
})

describe('featured', () => {
  test.each([
    [true, true],
    [false, false],
    ['true', true],
    ['t', true],
    ['YES', true],
    ['off', false],
    [1, true],
    [0, false],
  ])('%j is stored as %j', async (featured, stored) => {
    const { slug } = (await write('POST', 'tools', tool({ featured: !stored }))).body[0]
    for (const { body } of [
      await write('POST', 'tools', tool({ featured })),
      await write('PATCH', `tools?slug=eq.${slug}`, { featured }),
    ])
      expect(body).toMatchObject([{ featured: stored }])
  })

  test.each(['perhaps', '', 2, [], {}, [true], { a: 1 }])('%j is refused', async (featured) => {
    const refused = { status: 400, body: { code: '22P02' } }
    const row = tool({ featured })
    expect(await write('POST', 'tools', row)).toMatchObject(refused)
    expect(await write('POST', 'tools', [tool({ featured: true }), row])).toMatchObject(refused)
    expect(await write('POST', 'rpc/save_tool', row)).toMatchObject(refused)
    expect((await server.sql`select from public.tools where slug = ${row.slug}`).count).toBe(0)
  })

  test('cannot be null', async () => {
    expect(await write('POST', 'tools', tool({ featured: null }))).toMatchObject({ body: { code: '23502' } })
  })
})

describe('a text', () => {
  test.each([[{ a: 1 }], [[]], [['x']], [{}]])('is not %j', async (value) => {
    const refused = { status: 400, body: { code: '22P02', message: expect.stringContaining('single value') } }
    expect(await write('POST', 'tools', tool({ name: value }))).toMatchObject(refused)
    const person = await member(server)
    const reason = { tool_id: (await addTool(server.sql)).id, user_id: person.id, reason: value }
    const init = { method: 'POST', body: JSON.stringify(reason) }
    const response = await raw(server, '/rest/v1/tool_upvotes', init, person.accessToken)
    expect([response.status, await response.json()]).toMatchObject([400, { code: '22P02' }])
    const profile = { method: 'PATCH', body: JSON.stringify({ username: value, full_name: value }) }
    const renamed = await raw(server, `/rest/v1/profiles?id=eq.${person.id}`, profile, person.accessToken)
    expect(renamed.status).toBe(400)
  })

  test.each([
    [5, '5'],
    [true, 'true'],
    [1.5, '1.5'],
    ['1e3', '1e3'],
    ['null', 'null'],
    ['{"a":1}', '{"a":1}'],
  ])('%j is stored as %j', async (name, stored) => {
    expect(await write('POST', 'tools', tool({ name }))).toMatchObject({
      status: 201,
      body: [{ name: stored }],
    })
  })
})

describe('a bulk insert of rows with different columns', () => {
  const rows = () => [tool({ featured: true }), tool()]

  test('stores null for missing columns, and is refused where null is not allowed', async () => {
    const { error } = await admin.client.from('tools').insert(rows())
    expect(error?.code).toBe('23502')
    const logos = await admin.client
      .from('tools')
      .insert([tool({ logo: '/a.png' }), tool()])
      .select('logo')
    expect(logos.data).toEqual([{ logo: '/a.png' }, { logo: null }])
  })

  test('stores defaults on request, and returns the stored rows', async () => {
    const { data, error } = await admin.client
      .from('tools')
      .insert(rows(), { defaultToNull: false })
      .select('slug, featured')
    expect(error).toBeNull()
    expect(data?.map(({ featured }) => featured)).toEqual([true, false])
    const slugs = data?.map(({ slug }) => slug) ?? []
    const stored =
      await server.sql`select slug, featured from public.tools where slug = any(${slugs}) order by id`
    expect([...stored]).toEqual(expect.arrayContaining(data ?? []))
  })

  test('ignores columns that are not named', async () => {
    const row = tool({ featured: true })
    const { body } = await write('POST', 'tools?columns=name,slug,short_description,website_url', [row])
    expect(body).toMatchObject([{ slug: row.slug, featured: false }])
  })
})
