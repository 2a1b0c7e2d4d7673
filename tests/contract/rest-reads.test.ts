import { describe, expect, test } from 'vitest'
import { administrator, member, raw, visitor } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory, addTool } from './rows.ts'

/**
 * Reads of /rest/v1 in the database: "Filtering on embedded resources" and "Ordering by embedded resources" of PostgREST's
 * reference, and the statuses of the database's own errors. The grammar has unit tests in server/supabase/rest.
 */

/** Texts that look like syntax. */
const NAMES = [
  'true',
  'null',
  'not_null',
  '1e3',
  '-0',
  '{a}',
  '{"a":1}',
  '"quoted" x',
  'back\\slash x',
  'a,b x',
  'eq.x x',
]
const SLUGS = ['true', 'false', 'null', '1e3', '007', '-0']

const server = await testServer({ RATE_LIMITS: 'off' })
const db = visitor(server)
const admin = await administrator(server)
const categories = []
for (const slug of ['true', 'false'])
  categories.push(await addCategory(server.sql, { name: `Category ${slug}`, slug }))
for (const [place, name] of NAMES.entries()) await addTool(server.sql, { name, slug: `t-${place}` })
for (const [place, slug] of SLUGS.entries())
  await addTool(
    server.sql,
    { name: `Tool ${slug}`, slug, featured: slug === 'true' },
    categories.slice(place % 2),
  )

const ask = async (query: string) => {
  const response = await raw(server, `/rest/v1/${query}`)
  return { status: response.status, body: await response.json() }
}
const slugs = async (query: string) => {
  const { status, body } = await ask(`tools?select=slug&order=slug&${query}`)
  expect([status, body]).toEqual([200, expect.any(Array)])
  return body.map((row: { slug: string }) => row.slug)
}

test('a text is compared as it is, by each way to send it', async () => {
  for (const [place, name] of NAMES.entries()) {
    const quoted = encodeURIComponent(`"${name.replace(/["\\]/g, '\\$&')}"`)
    expect((await db.from('tools').select('slug').eq('name', name)).data).toEqual([{ slug: `t-${place}` }])
    const others = await db.from('tools').select('slug').neq('name', name).like('slug', 't-%')
    expect(others.data).toHaveLength(NAMES.length - 1)
    expect(await slugs(`or=(name.eq.nothing,name.in.(${quoted},nothing))`)).toEqual([`t-${place}`])
  }
  for (const slug of SLUGS) {
    for (const how of ['eq', 'not.neq', 'like', 'ilike'])
      expect(await slugs(`slug=${how}.${slug}`)).toEqual([slug])
    expect(await slugs(`slug=eq(any).{${slug},nothing}`)).toEqual(slug === 'null' ? [] : [slug])
  }
})

test('the page behind the last one is empty, as a count that is asked for shows; further ones do not exist', async () => {
  const total = NAMES.length + SLUGS.length
  const page = (offset: number) =>
    db
      .from('tools')
      .select('id', { count: 'exact' })
      .range(offset, offset + 9)
  expect(await page(total)).toMatchObject({ status: 206, data: [], count: total })
  expect(await page(total + 1)).toMatchObject({ status: 416, error: { code: 'PGRST103' } })
})

test('several filters on one column are combined with and, as are several or=', async () => {
  const some = 'slug=in.(true,false,null)'
  expect(await slugs(`${some}&slug=neq.true&slug=neq.null`)).toEqual(['false'])
  expect(await slugs(`${some}&or=(slug.eq.true,slug.eq.null)&or=(slug.eq.null,slug.eq.x)`)).toEqual(['null'])
  expect(await slugs(`${some}&not.or=(slug.eq.true,slug.eq.null)`)).toEqual(['false'])
})

describe('beside embedded tables', () => {
  const own = 'slug=in.(true,false)'
  test.each([
    ['select=slug,categories(name)&order=categories(name),slug.desc&slug=in.(true,null)', ['true', 'null']],
    ['select=slug,...categories(category:name)&order=slug&slug=eq.true', ['true']],
    [`select=slug,categories(name)&order=categories(name).desc,id&${own}`, ['true', 'false']],
    [`select=slug,categories!inner(name)&categories.slug=eq.false&${own}`, ['false']],
    [`select=slug,c:categories(name)&c=is.null&${own}`, []],
    [`select=slug,categories(name)&categories=not.is.null&order=slug&${own}`, ['false', 'true']],
  ])('%s', async (query, expected) => {
    const { body } = await ask(`tools?${query}`)
    expect(body.map(({ slug }: { slug: string }) => slug)).toEqual(expected)
  })

  test.each([
    ['select=slug,t:tools(slug)&t.slug=eq.null', [{ slug: 'true', t: [{ slug: 'null' }] }]],
    [
      'select=slug,tools(slug)&tools.or=(slug.eq.null,slug.eq.x)&tools.slug=neq.x',
      [{ slug: 'true', tools: [{ slug: 'null' }] }],
    ],
    ['select=slug,tool_categories!inner(tools!inner(slug))&tool_categories.tools.slug=eq.-0', []],
  ])('a filter is resolved through aliases and names to its table: %s', async (query, shown) => {
    expect((await ask(`categories?slug=eq.true&${query}`)).body).toEqual(shown)
  })
})

describe('a function', () => {
  test('called by GET receives a text unchanged, and its result is filtered', async () => {
    const texts = [
      '"quoted"',
      'eq.a',
      'null',
      'true',
      "it's",
      '100%_*,(x)\\',
      '{"a":1}',
      'a&b=c',
      'Ünïcode 🎧',
    ]
    for (const text of texts) {
      const { id } = await addTool(server.sql, { name: `The ${text} tool` })
      const found = await db.rpc('search_catalogue', { query: text }, { get: true })
      expect(found.data?.map((row) => row.id)).toContain(id)
      expect((await db.rpc('search_catalogue', { query: `${text}~` }, { get: true })).data).toEqual([])
    }
    for (const slug of SLUGS)
      expect((await ask(`rpc/list_tools?sort=newest&select=slug&slug=eq.${slug}`)).body).toEqual([{ slug }])
  })

  test('answers HEAD as GET, without the body', async () => {
    const wanted = { sort: 'newest', max_results: 2 }
    const head = await db.rpc('list_tools', wanted, { head: true, count: 'exact' })
    expect([head.status, head.error, head.count]).toEqual([200, null, 2])
  })
})

test.each(['exact', 'planned', 'estimated'] as const)(
  'count=%s is a number, whatever is counted',
  async (count) => {
    const slug = `counted-${count}`
    const row = { name: 'Counted', slug, short_description: 'Text', website_url: 'https://example.org' }
    const tools = () => admin.client.from('tools')
    const counts = [
      await tools().insert(row, { count }),
      await tools().update({ name: 'Again' }, { count }).eq('slug', slug),
      await tools().select('*', { count }).eq('slug', slug),
      await db.from('tools').select('*', { count }).eq('slug', slug).limit(1),
      await tools().select('*', { count, head: true }).eq('slug', slug),
      await tools().delete({ count }).eq('slug', slug),
      await admin.client.rpc('is_admin', undefined, { count }),
      await admin.client.rpc('get_site_settings', undefined, { count }),
      await admin.client.rpc('get_site_settings', undefined, { count, head: true }),
      await admin.client.rpc('dismiss_first_steps', undefined, { count }),
    ]
    expect(counts.map((each) => [each.error, each.count])).toEqual(counts.map(() => [null, 1]))
    expect((await tools().select('*', { count }).eq('slug', slug)).count).toBe(0)
  },
)

test.each([
  ['tools?__proto__=eq.x', 400, '42703'],
  ['tools?order=nothing.desc', 400, '42703'],
  ['tools?select=website_url::regclass', 400, '3F000'],
  ['tools?select=slug::regclass', 404, '42P01'],
  ['tools?select=name::int', 400, '22P02'],
  ['tools?select=name::nothing', 400, '42704'],
  ['tools?name=match.(', 400, '2201B'],
  ['tools?featured=eq.perhaps', 400, '22P02'],
  ['tools?id=eq.null', 400, '22P02'],
  ['tools?upvote_count=eq.1e3', 400, '22P02'],
  ['tools?created_at=gt.x', 400, '22007'],
  ['rpc/close_alert?alert_id=x', 405, '25006'],
  ['rpc/list_tools?after_id=x', 400, '22P02'],
  ['rpc/list_tools?category_ids=x', 400, '22P02'],
])('%s is the caller’s mistake', async (path, status, code) => {
  expect(await ask(path)).toMatchObject({ status, body: { code, message: expect.any(String) } })
})

test('a bound holds for visitors and members, and for what a list of five hundred needs', async () => {
  const { accessToken } = await member(server)
  const many = `/rest/v1/tools?or=(${Array.from({ length: 300 }, (_, n) => `name.eq.${n}`).join()})`
  for (const token of [undefined, accessToken]) {
    const refused = await raw(server, many, {}, token)
    const body = {
      code: 'PGRST100',
      message: 'The filters have more than 50 conditions',
      details: null,
      hint: null,
    }
    expect([refused.status, await refused.json()]).toEqual([400, body])
  }
  const { id: category_id } = await addCategory(server.sql)
  const tools = await Promise.all(Array.from({ length: 500 }, () => addTool(server.sql, { category_id })))
  const { data } = await db.from('tool_categories').select('tool_id').in('category_id', [category_id])
  const ids = data?.map(({ tool_id }) => tool_id) ?? []
  const found = await db.from('tools').select('*, categories(id, name, slug)').in('id', ids)
  expect(found.data).toHaveLength(tools.length)
  // Some proxies refuse more than 4 kB of response headers.
  const long = await raw(server, `/rest/v1/tools?id=in.(${ids.join()})`)
  expect(long.status).toBe(200)
  expect(JSON.stringify([...long.headers]).length).toBeLessThan(4000)
})

test('tables of the schema private cannot be read or embedded', async () => {
  const tables = await server.sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'private'::regnamespace and relkind = 'r'`
  const names = tables.map(({ name }) => name)
  expect(names).toContain('tool_stats')
  const paths = [
    'tools?select=tools(name)',
    'profiles?select=profiles(username)',
    'tools?select=nothing(id)',
    'tool_stat',
  ]
  for (const path of [...paths, ...names.map((name) => `tools?select=${name}(*)`)]) {
    const response = await raw(server, `/rest/v1/${path}`)
    expect(response.status).toBeLessThan(500)
    const asked = new RegExp(`'${path.split(/[=(]/)[1]}'`, 'g')
    const text = (await response.text()).replace(asked, '')
    for (const name of names) expect(text).not.toMatch(new RegExp(`\\b${name}\\b`))
  }
})

test('pages whose slug looks like something else', async () => {
  const found = [
    '/tools/true',
    '/tools/null',
    '/tools/007',
    '/categories/false',
    '/tools/true/feed.xml',
    '/categories/false/feed.xml',
  ]
  const missing = [
    '/tools/unknown',
    '/tools/1e4',
    '/tools/undefined',
    '/categories/null',
    '/categories/null/feed.xml',
  ]
  for (const path of [...found, ...missing])
    expect([path, (await fetch(server.url + path)).status]).toEqual([path, found.includes(path) ? 200 : 404])
})
