import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, raw, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addTool } from './rows.ts'

/**
 * Filters and orders of /rest/v1 mean what PostgREST's reference says: "Operators", "Logical operators", "Reserved
 * characters", "Filtering on embedded resources", "Ordering by embedded resources".
 */

/** Texts that look like syntax. */
const NAMES = [
  ...[
    'true',
    'false',
    'null',
    'unknown',
    'not_null',
    'TRUE',
    '1e3',
    '007',
    '-0',
    '0x1f',
    '{a}',
    '[1]',
    '{"a":1}',
  ],
  ...['a"b', '"quoted"', 'back\\slash', 'a,b', 'a.b', 'a(b)', 'eq.x', '*', '%'].map((name) => `${name} x`),
  ...['"', '\\', "'", 'not.eq.a', 'a:b', 'a::text', 'Ünïcode 🎧'],
]

let server: TestServer
let db: Client
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  db = visitor(server)
  const categories = []
  for (const slug of ['true', 'false'])
    categories.push(await addCategory(server.sql, { name: `Category ${slug}`, slug }))
  for (const [place, name] of NAMES.entries()) await addTool(server.sql, { name, slug: `t-${place}` }, [])
  for (const [place, slug] of ['true', 'false', 'null', '1e3', '007', '-0'].entries())
    await addTool(
      server.sql,
      { name: `Tool ${slug}`, slug, featured: slug === 'true' },
      categories.slice(place % 2),
    )
})
afterAll(() => server?.close())

const ask = async (query: string) => {
  const response = await raw(server, `/rest/v1/${query}`)
  return { status: response.status, body: await response.json() }
}
const slugs = async (query: string) => {
  const { status, body } = await ask(`tools?select=slug&order=slug&${query}`)
  expect([status, body]).toEqual([200, expect.any(Array)])
  return body.map((row: { slug: string }) => row.slug)
}

describe('a text is compared as it is', () => {
  test.each(NAMES.map((name, place) => [name, `t-${place}`]))('%j', async (name, slug) => {
    const one = { data: [{ slug }], error: null }
    expect(await db.from('tools').select('slug').eq('name', name)).toMatchObject(one)
    const others = await db.from('tools').select('slug').neq('name', name).like('slug', 't-%')
    expect(others.data).toHaveLength(NAMES.length - 1)
    expect(await slugs(`name=not.neq.${encodeURIComponent(name)}`)).toEqual([slug])
    const quoted = encodeURIComponent(`"${name.replace(/["\\]/g, '\\$&')}"`)
    for (const query of [
      `name=in.(${quoted},nothing)`,
      `or=(name.eq.${quoted},name.eq.nothing)`,
      `or=(name.eq.nothing,name.in.(${quoted},nothing))`,
      `and=(or(name.eq.${quoted}),not.and(name.neq.${quoted},slug.neq.nothing))`,
    ])
      expect(await slugs(query)).toEqual([slug])
  })

  test.each(['true', 'false', 'null', '1e3', '007', '-0'])(
    'the slug %s, by every operator that takes texts',
    async (slug) => {
      for (const operator of ['eq', 'not.neq', 'like', 'ilike', 'match'])
        expect(await slugs(`slug=${operator}.${operator === 'match' ? `^${slug}$` : slug}`)).toEqual([slug])
      expect(await slugs(`slug=in.(${slug})`)).toEqual([slug])
      expect(await slugs(`slug=eq(any).{${slug},nothing}`)).toEqual(slug === 'null' ? [] : [slug])
    },
  )

  test('in.(true,null) are two texts, is.null is null, a boolean accepts its words', async () => {
    expect(await slugs('slug=in.(true,null)')).toEqual(['null', 'true'])
    expect(await slugs('slug=is.null')).toEqual([])
    expect(await slugs('slug=in.()')).toEqual([])
    expect(await slugs('featured=eq.true')).toEqual(['true'])
    expect(await slugs('featured=is.true')).toEqual(['true'])
    expect(await slugs('featured=neq.false')).toEqual(['true'])
    expect(await slugs('logo=is.not_null')).toEqual([])
  })

  test('invalid values of a column are refused by the database', async () => {
    for (const query of ['featured=eq.perhaps', 'id=eq.null', 'upvote_count=eq.1e3', 'created_at=gt.x'])
      expect(await ask(`tools?select=id&${query}`)).toMatchObject({ status: 400, body: { code: /^22/ } })
  })
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

  test('a filter is resolved through aliases and names to its table', async () => {
    const shown = async (query: string) => (await ask(`categories?slug=eq.true&${query}`)).body
    expect(await shown('select=slug,t:tools(slug)&t.slug=eq.null')).toEqual([
      { slug: 'true', t: [{ slug: 'null' }] },
    ])
    expect(await shown('select=slug,tools(slug)&tools.or=(slug.eq.null,slug.eq.x)&tools.slug=neq.x')).toEqual(
      [{ slug: 'true', tools: [{ slug: 'null' }] }],
    )
    expect(
      await shown('select=slug,tool_categories!inner(tools!inner(slug))&tool_categories.tools.slug=eq.-0'),
    ).toEqual([])
    expect(await ask('tools?select=slug&categories.slug=eq.x')).toMatchObject({
      status: 400,
      body: { code: 'PGRST108' },
    })
  })
})

describe('a function', () => {
  test.each(['true', 'null', '1e3', '007', '-0'])(
    'is given %s by GET, and its result is filtered by it',
    async (slug) => {
      const found = await db.rpc('search_catalogue', { query: `Tool ${slug}` }, { get: true })
      expect(found.data?.map((row) => row.slug)).toContain(slug)
      const { body } = await ask(`rpc/list_tools?sort=newest&select=slug&slug=eq.${slug}`)
      expect(body).toEqual([{ slug }])
    },
  )

  test('answers HEAD as GET, without the body', async () => {
    const head = await db.rpc(
      'list_tools',
      { sort: 'newest', max_results: 2 },
      { head: true, count: 'exact' },
    )
    expect([head.status, head.error, head.count]).toEqual([200, null, 2])
  })
})

test.each([
  ['/tools/true', 200],
  ['/tools/null', 200],
  ['/tools/007', 200],
  ['/categories/false', 200],
  ['/tools/true/feed.xml', 200],
  ['/categories/false/feed.xml', 200],
  ['/tools/unknown', 404],
  ['/tools/1e4', 404],
  ['/tools/undefined', 404],
  ['/categories/null', 404],
  ['/categories/null/feed.xml', 404],
])('%s, whose slug looks like something else, answers %i', async (path, status) => {
  expect((await fetch(server.url + path)).status).toBe(status)
})
