import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrator, type Person, raw, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/** Single requests to /rest/v1 and their responses. */

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  admin = await administrator(server)
})
afterAll(() => server?.close())

describe('/rest/v1', () => {
  const names = ['"quoted"', 'eq.a', 'null', 'true', "it's", '100%_*,(x)\\', '{"a":1}', 'a&b=c', 'Ünïcode 🎧']

  test.each(names)('a function called by GET receives %s unchanged', async (name) => {
    const slug = `t-${Buffer.from(name).toString('hex')}`
    const made = await admin.client.from('tools').insert({
      name: `The ${name} tool`,
      slug,
      short_description: 'For this test.',
      website_url: 'https://example.org/',
    })
    expect(made.error).toBeNull()
    const found = await visitor(server).rpc('search_catalogue', { query: name }, { get: true })
    expect(found.error).toBeNull()
    expect(found.data?.map((row) => row.slug)).toContain(slug)
    const other = await visitor(server).rpc('search_catalogue', { query: `${name}~` }, { get: true })
    expect(other.data).toEqual([])
  })

  test('a function that writes cannot be called by GET', async () => {
    const call =
      '/rest/v1/rpc/decide_flagged?upvote_id=00000000-0000-4000-8000-000000000000&decision=approved&seen=1'
    expect((await raw(server, call, {}, admin.accessToken)).status).toBeGreaterThanOrEqual(400)
  })

  test('returns one object where one is requested, also after a write with an embedded table', async () => {
    const { data, error } = await admin.client
      .from('tools')
      .insert({
        name: 'Single',
        slug: 'single',
        short_description: 'For this test.',
        website_url: 'https://example.org/',
      })
      .select('slug, categories(id, name, slug)')
      .single()
    expect(error).toBeNull()
    expect(data).toEqual({ slug: 'single', categories: null })
  })

  test('too many columns are reported as the caller’s mistake', async () => {
    const response = await raw(server, `/rest/v1/tools?select=${Array(1700).fill('id').join(',')}`)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'PGRST100', message: 'The select names more than 100 columns' },
    ])
  })

  test('excessive nesting of embedded tables is refused before the database reads them', async () => {
    const deep = 'id,tools(id,tool_categories(categories(id,tools(id))))'
    const response = await raw(server, `/rest/v1/categories?select=${deep}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'PGRST100' })
  })

  test.each([
    ['/rest/v1/tools?name=eq.%00', 400],
    ['/rest/v1/tools?id=eq.not-a-uuid', 400],
    ['/rest/v1/tools?nothing=eq.1', 400],
    ['/rest/v1/tools?order=nothing.desc', 400],
    ['/rest/v1/nothing', 404],
  ])('%s is the caller’s mistake', async (path, status) => {
    const response = await raw(server, path)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code: expect.any(String), message: expect.any(String) })
  })
})

test.each(['exact', 'planned', 'estimated'] as const)(
  'count=%s is a number, whatever is counted',
  async (count) => {
    const db = admin.client
    const slug = `counted-${count}`
    const row = { name: 'Counted', slug, short_description: 'Text', website_url: 'https://example.org' }
    const tools = () => db.from('tools')
    const counts = [
      await tools().insert(row, { count }),
      await tools().update({ name: 'Again' }, { count }).eq('slug', slug),
      await tools().select('*', { count }).eq('slug', slug),
      await visitor(server).from('tools').select('*', { count }).eq('slug', slug).limit(1),
      await tools().select('*', { count, head: true }).eq('slug', slug),
      await tools().delete({ count }).eq('slug', slug),
      await db.rpc('is_admin', undefined, { count }),
      await db.rpc('get_site_settings', undefined, { count }),
      await db.rpc('get_site_settings', undefined, { count, head: true }),
      await db.rpc('dismiss_first_steps', undefined, { count }),
    ]
    expect(counts.map((each) => [each.error, each.count])).toEqual(counts.map(() => [null, 1]))
    expect((await tools().select('*', { count }).eq('slug', slug)).count).toBe(0)
  },
)
