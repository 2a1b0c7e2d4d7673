import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterEach, describe, expect, test } from 'vitest'
import { administrator, member, type Person, post, raw } from '../support/actors.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { closing, testServer } from '../support/test-file.ts'
import { addFlag, addTool, addUpvote } from './rows.ts'

/**
 * Nothing personal is cached. What is public depends on change notices: what happens when they stop, and when there are
 * many.
 */

const server = await testServer({ RATE_LIMITS: 'off' })
const proxy = closing(await startDatabaseProxy(server.databaseUrl))
const second = closing(await startSecondProcess(server, { DATABASE_URL: proxy.url, RATE_LIMITS: 'off' }))
const tool = await addTool(server.sql)
afterEach(() => proxy.restore())

const page = () => `/tools/${tool.slug}`
const statusOf = async (endpoint: { url: string }) =>
  (await fetch(endpoint.url + page())).headers.get('cache-status')
const isKept = (endpoint: { url: string }) => expect.poll(() => statusOf(endpoint)).toBe('plaudit; hit')
const textOf = async (endpoint: { url: string }) => (await fetch(endpoint.url + page())).text()

let renames = 0
/** By plain SQL, without any process. */
async function rename(): Promise<string> {
  const name = `Renamed ${++renames}`
  await server.sql`update public.tools set name = ${name} where id = ${tool.id}`
  return name
}

describe('nothing personal', async () => {
  const HIDDEN = 'Only I and the moderators see this.'
  const author = await member(server)
  const admin = await administrator(server)
  const upvote = await addUpvote(server.sql, tool, author)
  await server.sql`update public.tool_upvotes set reason = ${HIDDEN} where id = ${upvote.id}`
  await addFlag(server.sql, upvote, await member(server))

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
    for (const token of [
      author.accessToken,
      admin.accessToken,
      'forged.token.here',
      'sb_publishable_other',
    ]) {
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
})

describe('without its listening connection a process answers from the database', () => {
  test('when the connection is killed, and from the cache again once it has another', async () => {
    await isKept(server)
    for (let round = 0; round < 5; round++) {
      const [killed] = await server.sql<{ count: number }[]>`
        select count(*)::int as count from (
          select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'plaudit-changes' and datname = current_database()
        ) ended`
      const name = await rename()
      expect(await (await fetch(server.url + page())).text()).toContain(name)
      if (round === 0) expect(killed?.count).toBe(2)
    }
    await isKept(server)
    const name = await rename()
    await expect.poll(() => textOf(server)).toContain(name)
  })

  test('when the network silently drops its packets', async () => {
    await isKept(second)
    proxy.silence('plaudit-changes')
    for (let round = 0; round < 3; round++) {
      const name = await rename()
      // Within this time a process notices that it is told nothing any more.
      await sleep(100)
      expect(await textOf(second)).toContain(name)
    }
    expect(await statusOf(second)).toBeNull()
    proxy.restore()
    await isKept(second)
  })
})

describe('while everybody writes', () => {
  test('no read is older than the last write that was acknowledged before it began', async () => {
    const target = await addTool(server.sql)
    const people: Person[] = []
    for (let count = 0; count < 40; count++) people.push(await member(server))
    /** The last acknowledged count, and when it was. */
    const acknowledged: number[] = []
    let isOver = false

    async function write(): Promise<void> {
      for (const person of people) {
        const row = { tool_id: target.id, user_id: person.id, reason: 'It keeps up.' }
        const answer = await post(server, '/rest/v1/tool_upvotes', row, person.accessToken)
        expect(answer.status).toBe(201)
        acknowledged.push(performance.now())
      }
      isOver = true
    }

    /** `allowance`: how far behind this process may be. */
    async function read(
      endpoint: { url: string; publishableKey: string },
      allowance: number,
    ): Promise<number> {
      let hits = 0
      let newest = 0
      while (!isOver) {
        const began = performance.now() - allowance
        const [html, rows] = await Promise.all([
          fetch(`${endpoint.url}/tools/${target.slug}`),
          raw(endpoint, `/rest/v1/tools?select=id,upvote_count&id=eq.${target.id}`),
        ])
        if (html.headers.get('cache-status')) hits++
        const [row]: { upvote_count: number }[] = await rows.json()
        const shown = Number(/upvote_count\W+(\d+)/.exec(await html.text())?.[1])
        const least = acknowledged.filter((at) => at <= began).length
        expect(shown).toBeGreaterThanOrEqual(least)
        expect(row?.upvote_count).toBeGreaterThanOrEqual(least)
        expect(shown, 'never goes back').toBeGreaterThanOrEqual(newest)
        newest = shown
      }
      return hits
    }

    await Promise.all([write(), read(server, 0), read(server, 0), read(second, 100), read(second, 100)])
    for (const endpoint of [server, second])
      await expect
        .poll(async () => (await fetch(`${endpoint.url}/tools/${target.slug}`)).text())
        .toMatch(new RegExp(`upvote_count\\W+${people.length}\\b`))
  })

  test('an import of many rows sends a handful of notices, single changes one notice each', async () => {
    const told: string[] = []
    const listener = postgres(server.databaseUrl, { max: 1, onnotice: () => undefined })
    await listener.listen('plaudit_changes', (names) => told.push(names))
    const heard = async () => {
      await server.sql`select pg_notify('plaudit_changes', 'end')`
      await expect.poll(() => told.at(-1)).toBe('end')
      return told.splice(0).slice(0, -1)
    }
    await server.sql`
      insert into public.tools (name, slug, short_description, website_url)
      select 'Many ' || n, 'many-' || n, 'Text', 'https://example.org' from generate_series(1, 5000) n`
    // Statement triggers that touched no row notify too: three notices for 5,000 tools.
    expect((await heard()).sort()).toEqual(['categories', 'tool_categories', 'tools'])
    await server.sql.begin(async (sql) => {
      for (let row = 0; row < 300; row++)
        await sql`update public.tools set upvote_count = upvote_count + 1 where slug = ${`many-${row + 1}`}`
    })
    const rows = await heard()
    expect(rows.length).toBe(101)
    expect(rows.at(-1)).toBe('tools')
    await server.sql`update public.tools set upvote_count = 7 where id = ${tool.id}`
    expect(await heard()).toEqual([`tools#${tool.id}`])
    await server.sql`update public.tools set name = name where id = ${tool.id}`
    expect(await heard()).toEqual([])
    await listener.end()
  })
})
