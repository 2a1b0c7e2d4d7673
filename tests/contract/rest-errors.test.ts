import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, type Person, raw, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addTool } from './rows.ts'

/**
 * A caller's mistake is never answered as a server error. The statuses are those of PostgREST's reference ("Errors",
 * "HTTP Status Codes").
 */

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  admin = await administrator(server)
  await addTool(server.sql, { slug: 'there' })
})
afterAll(() => server?.close())

describe('a read', () => {
  test.each([
    ['tools?select=""', 400, 'PGRST100'],
    ['tools?select=name,', 400, 'PGRST100'],
    ['tools?select=(name)', 400, 'PGRST100'],
    ['tools?select=name)', 400, 'PGRST100'],
    ['tools?select=categories(name', 400, 'PGRST100'],
    ['tools?select=%20', 400, 'PGRST100'],
    ['tools?select=constructor(name)', 400, 'PGRST200'],
    ['tools?select=website_url::regclass', 400, '3F000'],
    ['tools?select=slug::regclass', 404, '42P01'],
    ['tools?select=name::int', 400, '22P02'],
    ['tools?select=name::nothing', 400, '42704'],
    ['tools?select=x:rolname::text from pg_roles tools union select slug', 400, 'PGRST100'],
    ['tools?select=slug::text tools', 400, 'PGRST100'],
    [`tools?select=a::a${'+'.repeat(15_000)}!`, 400, 'PGRST100'],
    ['tools?name=__proto__.x', 400, 'PGRST100'],
    ['tools?name=constructor.x', 400, 'PGRST100'],
    ['tools?name=toString.x', 400, 'PGRST100'],
    ['tools?__proto__=eq.x', 400, '42703'],
    ['tools?constructor=eq.x', 400, '42703'],
    ['tools?name=eq', 400, 'PGRST100'],
    ['tools?name=in.a', 400, 'PGRST100'],
    ['tools?name=in.(a)b', 400, 'PGRST100'],
    ['tools?name=is.nothing', 400, 'PGRST100'],
    ['tools?name=match.(', 400, '2201B'],
    ['tools?or=()', 400, 'PGRST100'],
    ['tools?or=name.eq.a', 400, 'PGRST100'],
    [`tools?or=${'(or'.repeat(500)}`, 400, 'PGRST100'],
    ['tools?order=name,', 400, 'PGRST100'],
    ['tools?order=name.up', 400, 'PGRST100'],
    ['tools?order=__proto__', 400, '42703'],
    ['tools?offset=99999999999999999999', 400, 'PGRST100'],
    ['%ff', 404, 'PGRST125'],
    ['rpc/%ff', 404, 'PGRST125'],
    // Spelled so that a naive check would not recognise it as a read.
    ['rpc/count%5Ftools', 404, 'PGRST125'],
    ['a/b/c', 404, 'PGRST125'],
    ['rpc/decide_flagged?upvote_id=x', 405, '25006'],
    ['rpc/list_tools?after_id=x', 400, '22P02'],
    ['rpc/list_tools?category_ids=x', 400, '22P02'],
  ])('%s', async (path, status, code) => {
    const response = await raw(server, `/rest/v1/${path}`)
    expect([response.status, await response.json()]).toMatchObject([status, { code }])
  })
})

describe('a body', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  test.each([
    ['rpc/list_tools', '{"category_ids":"x"}', 400, '22P02'],
    ['rpc/list_tools', '["newest"]', 400, 'PGRST102'],
    ['rpc/list_tools', '[]', 400, 'PGRST102'],
    ['rpc/list_tools', 'null', 400, 'PGRST102'],
    ['rpc/list_tools', '{"category_ids":0}', 400, '22P02'],
    ['rpc/list_tools', '{"category_ids":{}}', 400, '22P02'],
    ['rpc/list_tools', '{"category_ids":[[]]}', 400, '22P02'],
    ['rpc/list_tools', '{"after_at":[]}', 400, '22P02'],
    ['rpc/list_tools', '{"sort":{"a":1}}', 400, '22P02'],
    ['rpc/list_tools', `{"sort":${deep}}`, 400, '22P02'],
    ['rpc/list_tools', '{', 400, 'PGRST102'],
    ['rpc/nothing', '{"a":1}', 404, 'PGRST202'],
    ['tools', deep, 400, 'PGRST102'],
    ['tools', `{"name":${deep}}`, 400, '22P02'],
    ['tools', '[1]', 400, 'PGRST102'],
    ['tools', '"x"', 400, 'PGRST102'],
    ['tools', '', 400, 'PGRST102'],
    ['tools', '{"__proto__":1}', 400, 'PGRST204'],
    ['tools?columns=', '{"name":"x"}', 400, 'PGRST100'],
  ])('%s %.40s', async (path, body, status, code) => {
    const asked = await raw(server, `/rest/v1/${path}`, { method: 'POST', body }, admin.accessToken)
    expect([asked.status, await asked.json()]).toMatchObject([status, { code }])
    // What a visitor may not write is refused before it is read.
    const refused = path.startsWith('tools')
      ? [401, '42501']
      : body.length > 65_536
        ? [413, '413']
        : [status, code]
    const response = await raw(server, `/rest/v1/${path}`, { method: 'POST', body })
    expect([response.status, await response.json()]).toMatchObject([refused[0], { code: refused[1] }])
  })

  test('in another format than JSON is refused', async () => {
    for (const type of ['text/csv', 'application/x-www-form-urlencoded', 'text/plain'])
      for (const path of ['tools', 'rpc/list_tools']) {
        const init = { method: 'POST', body: 'name\nx', headers: { 'content-type': type } }
        const response = await raw(server, `/rest/v1/${path}`, init, admin.accessToken)
        expect([response.status, await response.json()]).toMatchObject([415, { code: 'PGRST107' }])
      }
  })
})

test('tables of the schema private cannot be read or embedded', async () => {
  const [row] = await server.sql<{ names: string[] }[]>`
    select array_agg(relname::text) as names from pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r'`
  const names = row?.names ?? []
  expect(names).toContain('tool_stats')
  for (const path of [
    ...[
      'tools?select=tools(name)',
      'profiles?select=profiles(username)',
      'tools?select=nothing(id)',
      'tool_stat',
    ],
    ...names.map((name) => `tools?select=${name}(*)`),
  ]) {
    const response = await raw(server, `/rest/v1/${path}`)
    expect(response.status).toBeLessThan(500)
    const asked = new RegExp(`'${path.split(/[=(]/)[1]}'`, 'g')
    const text = (await response.text()).replace(asked, '')
    for (const name of names) expect(text).not.toMatch(new RegExp(`\\b${name}\\b`))
  }
})

test('the header with the response’s canonical URL is short enough for any client', async () => {
  const short = await raw(server, '/rest/v1/tools?slug=eq.there&select=name')
  expect(short.headers.get('content-location')).toBe('/tools?select=name&slug=eq.there')
  const ids = Array(400).fill('00000000-0000-4000-8000-000000000000')
  const { data, error } = await visitor(server).from('tools').select('id').in('id', ids)
  expect([data, error]).toEqual([[], null])
  const long = await raw(server, `/rest/v1/tools?id=in.(${ids.join()})`)
  expect(long.status).toBe(200)
  expect(JSON.stringify([...long.headers]).length).toBeLessThan(4000)
})
