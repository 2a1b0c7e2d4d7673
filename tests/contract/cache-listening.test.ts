import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { PUBLIC_READS } from '../../server/http/cache/tags.ts'
import { member, type Person, raw } from '../support/actors.ts'
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts'
import { type SecondProcess, startSecondProcess } from '../support/second-process.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addTool, type Tool } from './rows.ts'

/** The cache depends on change notices: what happens when they stop, and when there are many. */
vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let proxy: DatabaseProxy
let second: SecondProcess
let tool: Tool
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  proxy = await startDatabaseProxy(server.databaseUrl)
  second = await startSecondProcess(server, { DATABASE_URL: proxy.url, RATE_LIMITS: 'off' })
  tool = await addTool(server.sql)
})
afterEach(() => proxy.restore())
afterAll(async () => {
  await second?.close()
  await proxy?.close()
  await server?.close()
})

const page = () => `/tools/${tool.slug}`
const statusOf = async (endpoint: { url: string }) =>
  (await fetch(endpoint.url + page())).headers.get('cache-status')
const isKept = (endpoint: { url: string }) =>
  expect.poll(() => statusOf(endpoint), { timeout: 20_000 }).toBe('plaudit; hit')

let renames = 0
/** By plain SQL, without any process. */
async function rename(): Promise<string> {
  const name = `Renamed ${++renames}`
  await server.sql`update public.tools set name = ${name} where id = ${tool.id}`
  return name
}

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
    await sleep(100)
    expect(await (await fetch(server.url + page())).text()).toContain(name)
  })

  test('when the network silently drops its packets', async () => {
    await isKept(second)
    proxy.silence('plaudit-changes')
    for (let round = 0; round < 3; round++) {
      const name = await rename()
      await sleep(100)
      expect(await (await fetch(second.url + page())).text()).toContain(name)
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
        const answer = await raw(
          server,
          '/rest/v1/tool_upvotes',
          { method: 'POST', body: JSON.stringify(row) },
          person.accessToken,
        )
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
    for (const endpoint of [server, second]) {
      await sleep(100)
      const text = await (await fetch(`${endpoint.url}/tools/${target.slug}`)).text()
      expect(text).toMatch(new RegExp(`upvote_count\\W+${people.length}\\b`))
    }
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

describe('every table', () => {
  test('sends change notices, also tables of later migrations', async () => {
    await server.sql.begin(async (sql) => {
      await sql`create table private.later (id int)`
      await sql`select private.create_notify_triggers()`
      const silent = await sql<{ name: string }[]>`
        select c.oid::regclass::text as name from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
          and coalesce(obj_description(c.oid, 'pg_class'), '') not like 'Not notified%'
          and (
            select count(distinct bit) from pg_trigger t, unnest(array[4, 8, 16]) bit
            where t.tgrelid = c.oid and t.tgname like '%notify%' and t.tgtype & bit > 0 and t.tgtype & 1 = 0
          ) < 3`
      expect(silent.map(({ name }) => name)).toEqual([])
      await sql`drop table private.later`
    })
  })

  test('without notices is read by no visitor, or its comment says why that is right', async () => {
    const notNotified = await server.sql<
      { name: string; schema: string; readers: string[]; comment: string }[]
    >`
      select c.relname as name, c.relnamespace::regnamespace::text as schema,
        obj_description(c.oid, 'pg_class') as comment,
        array(
          select p.proname::text from pg_proc p
          where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute')
            and p.prosrc ~ ('\\m' || c.relname || '\\M')
        ) as readers
      from pg_class c
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm')
        and obj_description(c.oid, 'pg_class') like 'Not notified%'`
    for (const { name, schema, readers, comment } of notNotified)
      if (readers.length > 0 || schema === 'public')
        expect(comment, `${name}, read by ${readers.join()}`).toContain('follows from a change of')
  })

  test('read by a public function is among its declared dependencies, and no function depends on the time', async () => {
    const bodies = await server.sql<{ name: string; source: string }[]>`
      select 'rpc/' || proname as name, prosrc as source from pg_proc where pronamespace = 'public'::regnamespace`
    const derived = await server.sql<{ name: string }[]>`
      select relname as name from pg_class where relnamespace = 'private'::regnamespace
        and obj_description(oid, 'pg_class') like 'Not notified: %follows from a change of%'`
    const relations = await server.sql<{ name: string }[]>`
      select relname as name from pg_class where relkind in ('r', 'p', 'v', 'm')`
    const isRead = (name = '') => relations.some((relation) => relation.name === name)
    for (const [name, tagsOf] of Object.entries(PUBLIC_READS).filter(([each]) => each.startsWith('rpc/'))) {
      const source = bodies.find((body) => body.name === name)?.source
      expect(source, name).toBeDefined()
      expect(source, name).not.toMatch(/\b(now|clock_timestamp|current_date|current_timestamp|random)\b/i)
      const tables = [...(source ?? '').matchAll(/\b(?:public|private)\.([a-z_]+)(?!\w*\s*\()/g)].map(
        (match) => match[1],
      )
      // A row without an id: for others only the counts may have changed.
      const tags = tagsOf({ parameters: new URLSearchParams(), rows: [{}] })
      const known = ['tools', 'categories', 'tool_categories', ...derived.map((table) => table.name)]
      if (tags.includes('recommendations')) known.push('tool_upvotes', 'profiles')
      for (const table of tables.filter(isRead)) expect(known, name).toContain(table)
      // Invalidated by the catalogue only: it must not depend on counts or recommendations.
      if (!tags.includes('counts'))
        expect(source, name).not.toMatch(/upvote|trend|profiles|\.\*|to_json|select \*/i)
    }
  })
})
