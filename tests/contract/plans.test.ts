import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateCatalogue, POPULAR } from '../../bench/generate-catalogue.ts'
import { administrator, member, type Person, raw, recommend } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/**
 * No page scans a large table. PostgreSQL's statistics count sequentially read rows for any plan, function or trigger;
 * a connection reports them when it ends, so each case has its own connections.
 */

const AMOUNTS = {
  tools: 3000,
  categories: 100,
  members: 2500,
  upvotes: 6000,
  reports: 600,
  entries: 3000,
}
/** A page may start a scan and stop early, but not read a share that grows with the table. */
const FEW = 600

let server: TestServer
let person: Person
let admin: Person
let idle = new Map<string, number>()

beforeAll(async () => {
  // Nothing is cached.
  server = await startTestServer({ CACHE_MB: '0' })
  await generateCatalogue(server.sql, AMOUNTS)
  person = await member(server)
  admin = await administrator(server)
  idle = await readBy(async () => undefined)
}, 180_000)

afterAll(() => server.close())

/** Rows of large tables read sequentially so far, by table. */
async function countRead(): Promise<Map<string, number>> {
  const rows = await server.sql<{ name: string; rows: number }[]>`
    select s.relname as name, s.seq_tup_read::int as rows
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.schemaname in ('public', 'private', 'auth') and c.reltuples >= ${FEW}`
  return new Map(rows.map(({ name, rows: read }) => [name, read]))
}

/** What the app read sequentially for this, over connections opened and closed with it. */
async function readBy(work: () => Promise<void>): Promise<Map<string, number>> {
  await endConnections()
  const before = await countRead()
  await work()
  await endConnections()
  const after = await countRead()
  return new Map([...after].map(([name, read]) => [name, read - (before.get(name) ?? 0)]))
}

/** The app opens new ones when it needs them. */
async function endConnections(): Promise<void> {
  const ended = await server.sql<{ ended: boolean }[]>`
    select pg_terminate_backend(pid, 10000) as ended from pg_stat_activity
    where datname = current_database() and application_name like 'plaudit%'`
  expect(ended.every(({ ended }) => ended)).toBe(true)
}

/** The tables that `work` scans, with the number of rows beyond those of an idle app. */
async function readWhole(work: () => Promise<void>): Promise<Record<string, number>> {
  const read = await readBy(work)
  const beyond = [...read].map(([name, rows]): [string, number] => [name, rows - (idle.get(name) ?? 0)])
  return Object.fromEntries(beyond.filter(([, rows]) => rows > FEW))
}

async function expectOk(response: Response, what: string): Promise<void> {
  const text = await response.text()
  expect(response.status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(300)
}

const PAGES: [string, string[]][] = [
  ['home', ['/', '/?show=75']],
  [
    'home, filtered',
    ['/?categories=category-7', '/?categories=category-1,category-2,category-3,category-4,category-5'],
  ],
  ['a tool', [`/tools/${POPULAR.slug}`, `/tools/${POPULAR.slug}?sort=helpful`, '/tools/tool-777']],
  ['categories', ['/categories', '/categories/category-1', '/categories/category-9']],
  ['the site map', ['/sitemap.xml', '/sitemaps/tools.xml']],
]

for (const [name, addresses] of PAGES)
  test(`${name}: no table is read whole`, async () => {
    const read = await readWhole(async () => {
      for (const address of addresses) await expectOk(await fetch(server.url + address), address)
    })
    expect(read).toEqual({})
  }, 60_000)

for (const text of ['q', '~', 'om', 'zq', 'c++', 'quartz riv', 'qaurtz', 'zzzzzz'])
  test(`search for "${text}": no table is read whole`, async () => {
    const read = await readWhole(async () => {
      for (const name of ['search_catalogue', 'search_similar']) {
        const body = JSON.stringify({ query: text, max_results: 20 })
        await expectOk(await raw(server, `/rest/v1/rpc/${name}`, { method: 'POST', body }), name)
      }
    })
    expect(read).toEqual({})
  }, 60_000)

/** Rows that the app got from the indexes of tables for this, over connections opened and closed with it. */
async function readIndexed(tables: string[], work: () => Promise<void>): Promise<number> {
  const count = async () => {
    await endConnections()
    const [read] = await server.sql<{ rows: number }[]>`
      select sum(idx_tup_read)::int as rows from pg_stat_user_indexes where relname = any (${tables})`
    return read?.rows ?? 0
  }
  const before = await count()
  await work()
  return (await count()) - before
}

// The index of trigrams has none for most of them.
for (const text of ['イラスト', '翻訳', 'перевод', 'ترجمة', 'ab日本語テスト', 'ééé', '+-+-'])
  test(`search everywhere for "${text}": no index is read whole`, async () => {
    const read = await readIndexed(['tools', 'members', 'audit_log'], async () => {
      for (const name of ['search_catalogue', 'search_similar', 'search_tools'])
        await expectOk(await raw(server, `/rest/v1/rpc/${name}?query=${encodeURIComponent(text)}`), name)
      for (const name of ['list_admin_tools?search', 'list_members?query', 'list_audit_log?query']) {
        const path = `/rest/v1/rpc/${name}=${encodeURIComponent(text)}`
        await expectOk(await raw(server, path, {}, admin.accessToken), name)
      }
    })
    expect(read).toBeLessThan(FEW)
  }, 60_000)

const OF_A_MEMBER = () => [
  `/rest/v1/tool_upvotes?select=id,tool_id,reason,created_at&user_id=eq.${person.id}&order=created_at.desc`,
  `/rest/v1/profiles?select=*&id=eq.${person.id}`,
  `/rest/v1/profiles?select=username&username=eq.MEMBER77`,
  `/rest/v1/upvote_flags?select=*&flagged_by=eq.${person.id}`,
]

test('a member’s own pages: no table is read whole', async () => {
  const read = await readWhole(async () => {
    for (const address of OF_A_MEMBER())
      await expectOk(await raw(server, address, {}, person.accessToken), address)
  })
  expect(read).toEqual({})
}, 60_000)

test('the export of a member’s data: no index of the tools is read whole', async () => {
  const decided = await recommend(server, person, POPULAR.slug, 'Deleted by a moderator')
  expect((await admin.client.from('tool_upvotes').delete().eq('id', decided)).error).toBeNull()
  const read = await readIndexed(['tools'], async () =>
    expectOk(await raw(server, '/rest/v1/rpc/export_my_data', {}, person.accessToken), 'the export'),
  )
  expect(read).toBeLessThan(FEW)
}, 60_000)

test('signing in and mailed links: no table is read whole', async () => {
  const post = (path: string, body: object) =>
    raw(server, `/auth/v1/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const { email, password } = person
  await expectOk(await post('token?grant_type=password', { email, password }), 'a first sign-in')
  // Everybody signed in from the same network.
  await server.sql`
    insert into private.known_places (user_id, place)
    select u.id, p.place from auth.users u, private.known_places p where p.place like 'network:%'
    on conflict do nothing`
  await server.sql`analyze private.known_places`
  const read = await readWhole(async () => {
    await expectOk(await post('token?grant_type=password', { email, password }), 'a sign-in')
    await expectOk(await post('recover', { email }), 'recovery')
    const token_hash = new URL(await server.mail.link(email)).searchParams.get('token_hash')
    await expectOk(await post('verify', { type: 'recovery', token_hash }), 'a mailed link')
  })
  expect(read).toEqual({})
}, 60_000)

const OF_AN_ADMINISTRATOR = [
  '/rest/v1/upvote_flags?select=*&status=eq.pending&order=flagged_at.desc&limit=20',
  '/rest/v1/tool_upvotes?select=flag_count,is_flagged&flag_count=gt.0',
  '/rest/v1/audit_log?select=*&order=id.desc&limit=50',
  ...['name', 'slug', 'category', 'featured', 'created'].flatMap((sort) =>
    [1, 120, 240].map(
      (page) => `/rest/v1/rpc/list_admin_tools?sort=${sort}&page=${page}&descending=${page === 120}`,
    ),
  ),
  ...['q', 'l', '~', 'zq', 'quartz riv', 'category 1', 'category 17', 'zzzzzz'].flatMap((text) => [
    `/rest/v1/rpc/list_admin_tools?search=${text}`,
    `/rest/v1/rpc/list_admin_tools?search=${text}&sort=category`,
  ]),
  '/rest/v1/rpc/list_admin_categories?search=q&sort=tools',
  ...['', 'm', '~', 'zq', 'member777', 'zzzzzz'].flatMap((text) => [
    `/rest/v1/rpc/list_members?query=${text}`,
    `/rest/v1/rpc/list_audit_log?query=${text}`,
  ]),
]
const QUEUE = ['pending', 'rejected', 'all'].map((filter) => `/rest/v1/rpc/list_flagged?filter=${filter}`)

test('administrators’ pages: no table is read whole', async () => {
  const read = await readWhole(async () => {
    for (const address of [...OF_AN_ADMINISTRATOR, ...QUEUE])
      await expectOk(await raw(server, address, {}, admin.accessToken), address)
  })
  expect(read).toEqual({})
}, 60_000)
