import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { member, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool } from './rows.ts'

/** Visitors share database time (docs/decisions/047). Locking a table makes a read expensive. */

const server = await testServer({ TRUST_PROXY: 'loopback' })

/** The app's clock. */
let clock = performance.now()
let networks = 0
let hostile: string
beforeEach(() => {
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  hostile = `198.51.100.${++networks}`
})
afterEach(() => vi.restoreAllMocks())
const VISITOR = '203.0.113.1'

let reads = 0
/** An uncached read. */
const read = (table: string, network: string) =>
  raw(server, `/rest/v1/${table}?select=id&name=neq.${++reads}`, { headers: { 'x-forwarded-for': network } })
const search = (network: string, method: 'GET' | 'POST' = 'GET') => {
  const query = `nothing ${++reads}`
  const init = method === 'POST' && { method, body: JSON.stringify({ query }) }
  const path = `/rest/v1/rpc/search_catalogue${init ? '' : `?query=${query}`}`
  return raw(server, path, { ...init, headers: { 'x-forwarded-for': network } })
}

await addTool(server.sql, {}, [await addCategory(server.sql)])
// The service reads the schema once, which a locked table would block.
expect((await read('tools', VISITOR)).status).toBe(200)
expect((await search(VISITOR)).status).toBe(200)

/** While the table of tools is locked. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  await server.sql.begin(async (sql) => {
    await sql`lock table public.tools in access exclusive mode`
    await work()
  })
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))

/** Visitors' statements that wait for the lock. */
async function countHeld(): Promise<number> {
  const rows = await server.sql`
    select from pg_stat_activity where application_name like 'plaudit-%' and wait_event_type = 'Lock'
      and datname = current_database()`
  return rows.count
}

/** Uses up a client's whole budget with one read that seems to take ten seconds. Advancing the clock restores it. */
async function useUp(ask = () => read('tools', hostile)): Promise<Response> {
  let expensive: Promise<Response> | undefined
  await whileLocked(async () => {
    expensive = ask()
    await expect.poll(countHeld).toBeGreaterThan(0)
    clock += 10_000
  })
  await expensive
  const refused = await read('categories', hostile)
  expect(refused.status).toBe(429)
  return refused
}

test('twelve expensive reads of one client hold at most half of the connections, by any kind of read', async () => {
  let expensive: Promise<Response>[] = []
  await whileLocked(async () => {
    expensive = times(4, () => [read('tools', hostile), search(hostile), search(hostile, 'POST')]).flat()
    await expect.poll(countHeld).toBe(3)
    // The others were sent too, and wait in the process.
    expect((await read('categories', VISITOR)).status).toBe(200)
    expect(await countHeld()).toBe(3)
  })
  await Promise.all(expensive)
})

test('twelve expensive reads of one member hold three connections of ten, whatever networks they come from', async () => {
  const [greedy, other] = [await member(server), await member(server)]
  const readAs = (token: string, table: string, place = 0) =>
    raw(
      server,
      `/rest/v1/${table}?select=id&name=neq.${++reads}`,
      { headers: { 'x-forwarded-for': `192.0.2.${place}` } },
      token,
    )
  let expensive: Promise<Response>[] = []
  await whileLocked(async () => {
    expensive = times(12, (place) => readAs(greedy.accessToken, 'tools', place))
    const held = async () => {
      const rows = await server.sql`
        select from pg_stat_activity where application_name = 'plaudit-api' and wait_event_type = 'Lock'
          and datname = current_database()`
      return rows.count
    }
    await expect.poll(held).toBe(3)
    expect((await readAs(other.accessToken, 'categories')).status).toBe(200)
    expect(await held()).toBeLessThanOrEqual(3)
  })
  expect((await Promise.all(expensive)).map(({ status }) => status)).toEqual(times(12, () => 200))
})

test('pages of one client are rendered three at a time, others are refused with Retry-After, and nobody else waits', async () => {
  const page = (path: string, network: string) =>
    fetch(server.url + path, { headers: { 'x-forwarded-for': network } })
  let pages: Promise<Response>[] = []
  await whileLocked(async () => {
    pages = times(60, () => page(`/tools/nobodys-${++reads}`, hostile))
    await expect.poll(countHeld).toBe(3)
    expect((await page(`/nowhere-${++reads}`, VISITOR)).status).toBe(404)
    expect((await page('/healthz', VISITOR)).status).toBe(200)
    expect(await countHeld()).toBe(3)
  })
  const answers = await Promise.all(pages)
  const refused = answers.filter(({ status }) => status !== 404)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
})

describe('a client that used up its time', () => {
  test('is refused with 429, and only it', async () => {
    const refused = await useUp()
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({
      code: 429,
      message: expect.stringContaining('Too many requests'),
    })
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect((await read('categories', VISITOR)).status).toBe(200)
    clock += 15_000
    expect((await read('categories', hostile)).status, 'later').toBe(200)
  })

  test('still gets cached answers, but no uncached page, feed or function', async () => {
    const get = (path: string, network: string) =>
      fetch(server.url + path, { headers: { 'x-forwarded-for': network } })
    await useUp()
    expect((await get('/', VISITOR)).status).toBe(200)
    // In parallel: a refusal takes a second.
    const [inMemory, ...refused] = await Promise.all([
      get('/', hostile),
      ...['/categories?page=none', '/tools/nothing-here', '/feed.xml', '/sitemap.xml'].map((path) =>
        get(path, hostile),
      ),
      search(hostile),
      search(hostile, 'POST'),
    ])
    expect(inMemory.status).toBe(200)
    for (const { url, status, headers } of refused) {
      expect([url, status]).toEqual([url, 429])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await get('/tools/nothing-here', VISITOR)).status).toBe(404)
  })

  test('does not become a member by an invalid token', async () => {
    await useUp()
    const answers = ['Basic a.b', 'Bearer sb_a.b'].map((authorization) => {
      const headers = { 'x-forwarded-for': hostile, authorization }
      return raw(server, `/rest/v1/categories?name=neq.${++reads}`, { headers })
    })
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([429, 429])
  })

  test('may sign in, and continues as a member', async () => {
    await useUp()
    const person = await member(server)
    const headers = { 'x-forwarded-for': hostile }
    const body = JSON.stringify({ email: person.email, password: person.password })
    const signedIn = await raw(server, '/auth/v1/token?grant_type=password', {
      method: 'POST',
      body,
      headers,
    })
    expect(signedIn.status).toBe(200)
    const own = await raw(server, '/rest/v1/categories?select=id', { headers }, person.accessToken)
    expect(own.status).toBe(200)
  })

  test.each([
    ['calls by POST', () => search(hostile, 'POST')],
    [
      'pages',
      () => fetch(`${server.url}/tools/slow-${++reads}`, { headers: { 'x-forwarded-for': hostile } }),
    ],
  ])('may be one whose %s took it', async (_, ask) => {
    await useUp(ask)
    expect((await read('categories', VISITOR)).status).toBe(200)
  })
})
