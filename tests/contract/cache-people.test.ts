import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrator, member, type Person, raw } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addFlag, addTool, addUpvote, type Tool } from './rows.ts'

/** Nothing personal is cached, and no cached answer is sent to a signed-in person. */

const HIDDEN = 'Only I and the moderators see this.'

let server: TestServer
let tool: Tool
let author: Person
let admin: Person
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  tool = await addTool(server.sql)
  ;[author, admin] = [await member(server), await administrator(server)]
  const upvote = await addUpvote(server.sql, tool, author)
  await server.sql`update public.tool_upvotes set reason = ${HIDDEN} where id = ${upvote.id}`
  await addFlag(server.sql, upvote, await member(server))
})
afterAll(() => server?.close())

const preferences: Record<string, string>[] = [{}, { prefer: 'count=exact' }, { range: '0-9' }]
const addresses = () => [
  `/rest/v1/tool_upvotes?select=*&tool_id=eq.${tool.id}`,
  '/rest/v1/tool_upvotes?select=*',
  '/rest/v1/tools?select=name,tool_upvotes(reason)',
  `/rest/v1/profiles?select=username,tool_upvotes(reason)&id=eq.${author.id}`,
  '/rest/v1/upvote_flags?select=*,tool_upvotes(reason)',
  '/rest/v1/rpc/is_admin',
]

test('an answer for a person or the secret key is sent to nobody else, in any order of requests', async () => {
  for (const address of addresses()) {
    for (const person of [author, admin])
      for (const headers of preferences) {
        const own = await raw(server, address, { headers }, person.accessToken)
        expect(own.headers.get('cache-status')).toBeNull()
        expect(own.headers.get('cache-control')).toBe('no-store')
        expect(own.headers.get('etag')).toBeNull()
        await own.text()
      }
    const secret = { apikey: server.secretKey, authorization: `Bearer ${server.secretKey}` }
    await (await fetch(server.url + address, { headers: secret })).text()
    for (const headers of preferences)
      for (let tries = 0; tries < 3; tries++) {
        const text = await (await raw(server, address, { headers })).text()
        expect(text, address).not.toContain(HIDDEN)
        if (address.includes('is_admin')) expect(text).toBe('false')
      }
  }
  const sees = await raw(server, addresses()[0] ?? '', {}, author.accessToken)
  expect(await sees.text()).toContain(HIDDEN)
})

test('requests with a token are never answered from the cache', async () => {
  const address = '/rest/v1/rpc/list_tools?sort=newest'
  for (let tries = 0; tries < 3; tries++) await (await raw(server, address)).text()
  expect((await raw(server, address)).headers.get('cache-status')).toBe('plaudit; hit')
  for (const token of [author.accessToken, admin.accessToken, 'forged.token.here', 'sb_publishable_other']) {
    const answer = await raw(server, address, {}, token)
    expect(answer.headers.get('cache-status'), token).toBeNull()
  }
  const without = await fetch(server.url + address)
  expect([without.status, without.headers.get('cache-status')]).toEqual([401, null])
})

test('pages are the same with a token, a cookie or a key as without', async () => {
  const page = `/tools/${tool.slug}`
  const texts = new Set<string>()
  const visits: Record<string, string>[] = [
    { authorization: `Bearer ${author.accessToken}` },
    { cookie: `sb-access-token=${admin.accessToken}` },
    { apikey: server.secretKey },
    {},
    {},
  ]
  for (const headers of visits) texts.add(await (await fetch(server.url + page, { headers })).text())
  expect(texts.size).toBe(1)
  expect([...texts][0]).not.toContain(HIDDEN)
})
