import { describe, expect, test } from 'vitest'
import { administrator, raw } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'

/**
 * Bodies are stored as PostgREST and PostgreSQL read them ("Bulk Insert with Default Values", "Specifying Columns", and
 * PostgreSQL's boolean input), or refused.
 */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)

let number = 0
const tool = (change: Record<string, unknown> = {}) => ({
  ...{ name: 'Name', slug: `written-${number++}`, short_description: 'Text' },
  website_url: 'https://example.org',
  ...change,
})

async function write(
  method: string,
  path: string,
  body: unknown,
  token: string | undefined = admin.accessToken,
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = { method, body: text, headers: { prefer: 'return=representation' } }
  const response = await raw(server, `/rest/v1/${path}`, init, token)
  return { status: response.status, body: await response.json() }
}

const deep = '['.repeat(100_000) + ']'.repeat(100_000)
test.each([
  ['rpc/list_tools', '{"category_ids":"x"}', 400, '22P02'],
  ['rpc/list_tools', '{"after_at":[]}', 400, '22P02'],
  ['rpc/list_tools', `{"sort":${deep}}`, 400, '22P02'],
  ['tools', `{"name":${deep}}`, 400, '22P02'],
  ['tools', '"x"', 400, 'PGRST102'],
])('%s %.40s is the caller’s mistake', async (path, body, status, code) => {
  expect(await write('POST', path, body)).toMatchObject({ status, body: { code } })
  // What a visitor may not write is refused before it is read.
  const refused = path === 'tools' ? [401, '42501'] : body.length > 65_536 ? [413, '413'] : [status, code]
  expect(await write('POST', path, body, server.publishableKey)).toMatchObject({
    status: refused[0],
    body: { code: refused[1] },
  })
})

describe('featured', () => {
  test.each([
    [true, [true, 'true', 't', 'YES', 1]],
    [false, [false, 'off', 0]],
  ])('is stored as %j', async (stored, values) => {
    for (const featured of values) {
      const { slug } = (await write('POST', 'tools', tool({ featured: !stored }))).body[0]
      for (const { body } of [
        await write('POST', 'tools', tool({ featured })),
        await write('PATCH', `tools?slug=eq.${slug}`, { featured }),
      ])
        expect(body).toMatchObject([{ featured: stored }])
    }
  })

  test.each(['perhaps', '', 2, [], {}, [true]])('%j is refused', async (featured) => {
    const refused = { status: 400, body: { code: '22P02' } }
    const row = tool({ featured })
    expect(await write('POST', 'tools', row)).toMatchObject(refused)
    expect(await write('POST', 'tools', [tool({ featured: true }), row])).toMatchObject(refused)
    expect(await write('POST', 'rpc/save_tool', row)).toMatchObject(refused)
    expect((await server.sql`select from public.tools where slug = ${row.slug}`).count).toBe(0)
  })

  test('cannot be null', async () => {
    expect(await write('POST', 'tools', tool({ featured: null }))).toMatchObject({ body: { code: '23502' } })
  })
})

describe('a bulk insert of rows with different columns', () => {
  const rows = () => [tool({ featured: true }), tool()]

  test('stores null for missing columns, and is refused where null is not allowed', async () => {
    expect((await admin.client.from('tools').insert(rows())).error?.code).toBe('23502')
    const logos = await admin.client
      .from('tools')
      .insert([tool({ logo: '/a.png' }), tool()])
      .select('logo')
    expect(logos.data).toEqual([{ logo: '/a.png' }, { logo: null }])
  })

  test('stores defaults on request, and returns the stored rows', async () => {
    const tools = admin.client.from('tools')
    const { data } = await tools.insert(rows(), { defaultToNull: false }).select('slug, featured')
    expect(data?.map(({ featured }) => featured)).toEqual([true, false])
    const slugs = data?.map(({ slug }) => slug) ?? []
    const stored = await server.sql`select slug, featured from public.tools where slug = any(${slugs})`
    expect([...stored]).toEqual(expect.arrayContaining(data ?? []))
  })

  test('ignores columns that are not named', async () => {
    const row = tool({ featured: true })
    const { body } = await write('POST', 'tools?columns=name,slug,short_description,website_url', [row])
    expect(body).toMatchObject([{ slug: row.slug, featured: false }])
  })
})

test('one object is returned where one is requested, also after a write with an embedded table', async () => {
  const tools = admin.client.from('tools')
  const made = await tools
    .insert(tool({ slug: 'single' }))
    .select('slug, categories(id, name, slug)')
    .single()
  expect([made.error, made.data]).toEqual([null, { slug: 'single', categories: null }])
})
