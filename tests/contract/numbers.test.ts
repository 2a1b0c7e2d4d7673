import { beforeEach, describe, expect, test } from 'vitest'
import { COUNTS_PATH } from '../../shared/numbers.ts'
import { administrator, member, raw } from '../support/actors.ts'
import { startSecondProcess } from '../support/second-process.ts'
import { closing } from '../support/test-file.ts'
import { startPageless, startTestServer } from '../support/test-server.ts'
import { proveClaim } from './claims.ts'
import { addCategory, addFlag, addTool, addUpvote } from './rows.ts'

/** What processes count of visits, and what they do not (decision 193). */

const server = closing(await startPageless({ RATE_LIMITS: 'off' }))
const { sql } = server
/** The site on this database, with its pages. Closing it writes what it has counted. */
const openSite = (RATE_LIMITS = 'off') => startTestServer({ DATABASE_URL: server.databaseUrl, RATE_LIMITS })
const category = await addCategory(sql)
const tool = await addTool(sql, {}, [category])

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

type Headers = Record<string, string>
const visit = (url: string, headers: Headers = {}, init: RequestInit = {}) =>
  fetch(url, { ...init, redirect: 'manual', headers: { 'user-agent': BROWSER, ...headers } }).then(
    async (response) => {
      await response.text()
      return response.status
    },
  )
const tell = (url: string, act: unknown, headers: Headers = {}) =>
  visit(
    url + COUNTS_PATH,
    { 'content-type': 'text/plain', ...headers },
    { method: 'POST', body: JSON.stringify(act) },
  )

/** All that was counted: 'page home 3'. */
async function counted(): Promise<string[]> {
  const rows = await sql<{ row: string }[]>`
    select concat_ws(' ', kind, coalesce(t.slug, c.slug, nullif(subject, ''), '-'), sum(n)) as row
    from private.daily_counts left join public.tools t on t.id::text = subject
    left join public.categories c on c.id::text = subject
    group by kind, coalesce(t.slug, c.slug, nullif(subject, ''), '-') order by 1`
  return rows.map(({ row }) => row)
}
const turn = (numbers: string) =>
  sql`select private.write_site_settings(${JSON.stringify({ numbers })}::text::jsonb, null, null)`

beforeEach(() => sql`delete from private.daily_counts`)

test('two processes, one of them restarted, count every visit once', async () => {
  const [one, two] = await Promise.all([openSite(), startSecondProcess(server)])
  const from = (host: string) => ({ referer: `https://${host}/page?query=private` })
  // Rendered, from memory, and as current.
  expect(await visit(`${one.url}/`, from('www.News.example'))).toBe(200)
  expect(await visit(`${one.url}/`, from('news.example'))).toBe(200)
  const etag = (await fetch(`${two.url}/`, { method: 'HEAD' })).headers.get('etag') ?? ''
  expect(await visit(`${two.url}/`, { 'if-none-match': etag, ...from('[::1]') })).toBe(304)
  expect(await visit(`${two.url}/?sort=top`, { referer: `${two.url}/` })).toBe(200)
  await visit(`${one.url}/tools/${tool.slug}`)
  await visit(`${two.url}/tools/${tool.slug}?sort=helpful`)
  await visit(`${two.url}/categories/${category.slug}`)
  await visit(`${two.url}/search?q=image`)
  await visit(`${two.url}/login`)
  await visit(`${two.url}/ranking`)
  expect(await tell(one.url, { page: `/tools/${tool.slug}` })).toBe(204)
  expect(await tell(one.url, { click: tool.slug }, { 'sec-fetch-site': 'same-origin' })).toBe(204)
  await tell(two.url, { click: tool.slug })
  await tell(two.url, { click: 'no-such-tool' })
  await tell(one.url, { search: '  Image\u0000  UPSCALER ', found: true })
  await tell(two.url, { search: 'image upscaler', found: false })
  await tell(two.url, { search: 'me@example.org', found: true })
  await tell(two.url, { search: 'call 0151 23 456', found: true })
  await tell(two.url, { search: `\ud800${'x'.repeat(80)}`, found: true })
  await one.close()
  const again = await openSite()
  await visit(`${again.url}/`)
  await Promise.all([two.close(), again.close()])
  expect(await counted()).toEqual(
    [
      ...['page home 5', 'page tool 3', 'page category 1', 'page search 1', 'page account 1'],
      'page ranking 1',
      ...[`tool ${tool.slug} 3`, `category ${category.slug} 1`, 'referrer news.example 2'],
      ...['event click 3', `click ${tool.slug} 2`, 'click - 1', 'event search 5', 'event nothing 1'],
      ...['search image upscaler 2', 'search - 2', `search ${'x'.repeat(60)} 1`, 'nothing image upscaler 1'],
    ].sort(),
  )
}, 60_000)

test('robots, who asks not to be tracked, prefetched pages, and what is no page of visitors are not counted', async () => {
  const site = await openSite()
  const { url } = site
  const unwanted: Headers[] = [
    ...[
      { 'user-agent': '' },
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
      { 'user-agent': 'curl/8.5.0' },
    ],
    ...[{ dnt: '1' }, { 'sec-gpc': '1' }],
  ]
  for (const headers of unwanted)
    for (const address of ['/', '/']) {
      await visit(url + address, headers)
      expect(await tell(url, { page: '/' }, headers)).toBe(204)
    }
  const unseen: Headers[] = [
    { 'sec-purpose': 'prefetch' },
    { purpose: 'prefetch' },
    { 'sec-fetch-dest': 'iframe' },
  ]
  for (const headers of unseen) await visit(`${url}/`, headers)
  await visit(`${url}/`, {}, { method: 'HEAD' })
  for (const address of [
    '/no-such-page',
    '/tools/no-such-tool',
    '/tools/',
    '/feed.xml',
    '/robots.txt',
    '/admin',
    '/healthz',
  ])
    await visit(url + address)
  await visit(`${url}/rest/v1/tools?select=id`, { apikey: server.publishableKey })
  expect(await tell(url, { page: '/' }, { 'sec-fetch-site': 'cross-site' })).toBe(204)
  await tell(url, { page: '/admin/numbers' })
  for (const act of [
    {},
    { page: 1 },
    { click: 'x', page: '/' },
    { search: 'x' },
    [],
    'text',
    { page: 'x'.repeat(1001) },
  ])
    expect(await tell(url, act)).toBe(400)
  expect(await tell(url, { page: 'x'.repeat(5000) })).toBe(413)
  expect(await visit(url + COUNTS_PATH)).toBe(404)
  await site.close()
  expect(await counted()).toEqual([])
})

describe('the owner', () => {
  test('has nothing counted, and again something, without a restart', async () => {
    await turn('off')
    const site = await openSite()
    await visit(`${site.url}/`)
    await turn('everyone')
    await expect
      .poll(() => visit(`${site.url}/`).then(counted), { timeout: 30_000, interval: 500 })
      .toContainEqual(expect.stringContaining('page home'))
    await turn('off')
    // Whatever it has counted by now is refused.
    await sql`delete from private.daily_counts`
    await visit(`${site.url}/`)
    await site.close()
    expect(await counted()).toEqual([])
    await turn('owner')
  })
})

describe('a flood', () => {
  const rows = (kind: string, amount: number, day = '2026-01-01', n = 1) =>
    JSON.stringify(
      Array.from({ length: amount }, (_, at) => ({ kind, day, subject: `${kind}-${at}-${day}`, n })),
    )
  const add = (text: string) => sql`select private.add_counts(${text}::text::jsonb)`

  test('of words and hosts is named up to a thousand a day, and none is lost', async () => {
    for (const kind of ['search', 'nothing', 'referrer']) {
      await add(rows(kind, 900))
      await add(rows(kind, 5000))
      const [sum] = await sql`
        select count(*)::int as named, sum(n)::int as n from private.daily_counts where kind = ${kind}`
      expect(sum).toEqual({ named: 1001, n: 5900 })
    }
  })

  test('of tools that do not exist is one row', async () => {
    await add(rows('tool', 5000))
    expect(await counted()).toEqual(['tool - 5000'])
  })

  test('does not make two processes deadlock', async () => {
    const [forth, back] = [rows('search', 800), JSON.stringify(JSON.parse(rows('search', 800)).reverse())]
    await Promise.all(Array.from({ length: 12 }, (_, at) => add(at % 2 ? forth : back)))
    const [sum] = await sql`select sum(n)::int as n from private.daily_counts`
    expect(sum).toEqual({ n: 9600 })
  })

  test('of acts from one network is refused', async () => {
    const limited = await openSite('on')
    const statuses = await Promise.all(Array.from({ length: 605 }, () => tell(limited.url, { page: '/' })))
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    await limited.close()
    expect(await counted()).toEqual(['page home 600'])
  })
})

test('what is older than two years goes, and words that hardly anybody searched after a month', async () => {
  const day = (ago: string) => sql`(current_date - ${ago}::interval)::date`
  await sql`
    insert into private.daily_counts (kind, day, subject, n) values
      ('page', ${day('2 years 1 day')}, 'home', 9), ('page', ${day('2 years')}, 'home', 1),
      ('search', ${day('31 days')}, 'rare', 2), ('search', ${day('31 days')}, '', 5), ('nothing', ${day('40 days')}, 'odd', 1),
      ('search', ${day('30 days')}, 'new', 1), ('search', ${day('31 days')}, 'often', 2), ('search', ${day('1 day')}, 'often', 1)`
  await Promise.all([sql`select private.forget_counts()`, sql`select private.forget_counts()`])
  expect(await counted()).toEqual([
    'nothing - 1',
    'page home 1',
    'search - 7',
    'search new 1',
    'search often 3',
  ])
})

test('a failed flush keeps its counts for the next', async () => {
  const site = await openSite()
  await sql`alter function private.add_counts(jsonb) rename to add_counts_away`
  await visit(`${site.url}/`)
  await expect.poll(site.output).toContain('visits could not be counted')
  await visit(`${site.url}/`)
  await sql`alter function private.add_counts_away(jsonb) rename to add_counts`
  await site.close()
  expect(await counted()).toEqual(['page home 2'])
})

describe('the numbers are for', async () => {
  const [maker, suspended, ended, other, moderator, editor, admin] = [
    ...[await member(server), await member(server), await member(server), await member(server)],
    ...[
      await administrator(server, 'moderator'),
      await administrator(server, 'editor'),
      await administrator(server),
    ],
  ]
  for (const each of [maker, suspended, ended]) if (each) await proveClaim(sql, tool, each)
  const another = await addTool(sql)
  const PEOPLE = { visitor: undefined, maker, suspended, ended, other, moderator, editor, admin }

  const rows = async (path: string, token?: string) => {
    const response = await raw(server, `/rest/v1/${path}`, {}, token)
    const answer = await response.json()
    return response.ok ? answer : answer.code
  }
  /** Who is told the numbers of a tool. */
  async function told(id: string): Promise<string[]> {
    const names: string[] = []
    for (const [name, person] of Object.entries(PEOPLE)) {
      const answer = await rows(`rpc/get_tool_numbers?tool_id=${id}`, person?.accessToken)
      // An ended session may be refused.
      if (Array.isArray(answer) && answer.length > 0) {
        expect(answer).toEqual([{ views: 3, clicks: 1 }])
        names.push(name)
      }
    }
    return names
  }

  test('whom the owner shows them to', async () => {
    await admin?.client
      .rpc('suspend_member', { member_id: suspended?.id ?? '', reason: 'Test' })
      .throwOnError()
    await sql`delete from auth.sessions where user_id = ${ended?.id ?? ''}`
    await sql`
      insert into private.daily_counts (kind, day, subject, n)
        select kind, current_date - ago, id, n from (values ('tool', 0, 2), ('tool', 29, 1), ('tool', 30, 7), ('click', 0, 1)) v (kind, ago, n),
        unnest(${[tool.id, another.id]}::text[]) id`
    const seen: Record<string, string[][]> = {}
    for (const setting of ['owner', 'makers', 'everyone', 'off']) {
      await turn(setting)
      seen[setting] = [await told(tool.id), await told(another.id)]
    }
    // A suspension ends the sessions.
    const everyone = Object.keys(PEOPLE).filter((name) => name !== 'ended' && name !== 'suspended')
    expect(seen).toEqual({
      owner: [['admin'], ['admin']],
      makers: [['maker', 'admin'], ['admin']],
      everyone: [everyone, everyone],
      off: [[], []],
    })
    await turn('owner')
  })

  test('administrators, with every day, the rows of members, and no word of few', async () => {
    const upvote = await addUpvote(sql, tool, other ?? { id: '' })
    await addFlag(sql, upvote, moderator ?? { id: '' })
    await sql`
      insert into private.daily_counts (kind, day, subject, n) values
        ('page', current_date, 'home', 5), ('page', current_date - 6, 'tool', 2), ('page', current_date - 7, 'home', 9),
        ('event', current_date, 'click', 1), ('event', current_date, 'search', 4), ('event', current_date, 'nothing', 3),
        ('search', current_date, 'rare', 2), ('search', current_date, 'often', 2), ('search', current_date - 1, 'often', 1),
        ('referrer', current_date, '', 8), ('referrer', current_date, 'news.example', 1),
        ('tool', current_date, ${tool.id}, 2), ('tool', current_date, ${tool.category_id}, 3)`
    const days = await rows('rpc/list_daily_numbers?days=7', admin?.accessToken)
    expect(days).toHaveLength(7)
    expect(days.map(({ views }: { views: number }) => views)).toEqual([2, 0, 0, 0, 0, 0, 5])
    expect(days.at(-1)).toMatchObject({
      ...{ clicks: 1, searches: 4, found_nothing: 3, recommendations: 1, reports: 1 },
      sign_ups: Object.keys(PEOPLE).length - 1,
    })
    const top = await rows('rpc/list_top_numbers?days=7', admin?.accessToken)
    expect(
      top.map((each: Record<string, unknown>) => [each.kind, each.name ?? each.subject, each.amount]),
    ).toEqual([
      ...[
        ['page', 'home', 5],
        ['page', 'tool', 2],
        ['referrer', 'news.example', 1],
        ['search', 'often', 3],
      ],
      ['tool', tool.name, 2],
    ])
    expect(await rows('rpc/list_daily_numbers?days=100000', admin?.accessToken)).toHaveLength(365)
    expect(await rows('rpc/list_daily_numbers?days=-1', admin?.accessToken)).toHaveLength(1)
  })
})
