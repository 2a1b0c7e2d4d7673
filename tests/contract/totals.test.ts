import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrator, type Person, raw, visitor } from '../support/actors.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { addCategory, addTool, type Category } from './rows.ts'

/** How many tools there are is kept by the database: after any changes, through any door, it is what a count says. */

let server: TestServer
let admin: Person
let categories: Category[]
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMITS: 'off' })
  admin = await administrator(server)
  categories = [await addCategory(server.sql), await addCategory(server.sql), await addCategory(server.sql)]
})
afterAll(() => server?.close())

/** Differences between what is kept and what is there. */
const compare = () => server.sql`
  select coalesce(kept.category_id, counted.category_id) as category, kept.tools as kept, counted.tools as counted
  from (
    select category_id, featured, sum(tools) as tools from private.tool_totals group by 1, 2 having sum(tools) <> 0
  ) kept
  full join (
    select coalesce(category_id, '00000000-0000-0000-0000-000000000000') as category_id, featured, count(*) as tools
    from public.tools group by 1, 2
  ) counted using (category_id, featured)
  where kept.tools is distinct from counted.tools`

let number = 0
const ids = (indexes: number[]) => indexes.flatMap((index) => categories[index]?.id ?? [])
const anyTool = (sort: number) => server.sql<{ id: string }[]>`
  select id from public.tools order by md5(id::text || ${String(sort)}) limit 1`

/** Each changes something through a door; what is not there is no failure. */
const CHANGES: Record<string, (chosen: number[], seed: number) => PromiseLike<unknown>> = {
  'a tool by the API': async (chosen) =>
    admin.client.from('tools').insert({
      name: 'A tool',
      slug: `by-api-${number++}`,
      short_description: 'Does one thing.',
      website_url: 'https://tool.example',
      featured: chosen.length > 1,
      category_id: ids(chosen)[0] ?? null,
    }),
  'a tool saved with its categories': async (chosen, seed) => {
    const [tool] = await anyTool(seed)
    return admin.client.rpc('save_tool', {
      tool_id: tool?.id ?? null,
      name: 'Saved',
      slug: `saved-${number++}`,
      short_description: 'Does one thing.',
      website_url: 'https://tool.example',
      featured: chosen.length === 1,
      logo: null,
      category_ids: ids(chosen),
    })
  },
  'an import': async (chosen) => {
    const rows = chosen.map((index) => ({
      name: 'Imported',
      slug: `imported-${number++ % 7}`,
      short_description: `Number ${index}.`,
      website_url: 'https://tool.example',
      featured: index === 1,
      categories: [categories[index]?.slug],
    }))
    const body = rows.map((row) => JSON.stringify(row)).join('\n')
    const init = { method: 'POST', body, headers: { 'content-type': 'application/octet-stream' } }
    return (await raw(server, '/transfer/v1/import?name=a.jsonl', init, admin.accessToken)).text()
  },
  'a deletion by the API': async (_, seed) => {
    const [tool] = await anyTool(seed)
    return tool && admin.client.from('tools').delete().eq('id', tool.id)
  },
  'a category deleted and made again': async ([index = 0]) => {
    const gone = categories[index]
    if (!gone) return
    await admin.client.from('categories').delete().eq('id', gone.id)
    categories[index] = await addCategory(server.sql)
  },
  'many rows by plain SQL': async (chosen, seed) => {
    const { sql } = server
    await sql`
      insert into public.tools (name, slug, short_description, website_url, category_id)
      select 'Many', 'many-' || ${number++}::int || '-' || n, 'Many.', 'https://tool.example', ${ids(chosen)[0] ?? null}
      from generate_series(1, 40) n`
    await sql`update public.tools set featured = not featured where md5(slug || ${String(seed)}) < '5'`
    await sql`update public.tools set category_id = ${ids(chosen)[0] ?? null} where md5(slug || ${String(seed)}) > 'b'`
    await sql`delete from public.tools where md5(slug || ${String(seed)}) < '2'`
  },
  'a transaction taken back': async (_, seed) => {
    await server.sql
      .begin(async (sql) => {
        await sql`delete from public.tools where md5(slug || ${String(seed)}) < '8'`
        throw new Error('taken back')
      })
      .catch(() => undefined)
  },
  'a link of a category removed': async (_, seed) => {
    await server.sql`delete from public.tool_categories where md5(id::text || ${String(seed)}) < '4'`
  },
}

test('any changes through every door, several at a time, leave the totals right', async () => {
  const change = fc.record({
    door: fc.constantFrom(...Object.keys(CHANGES)),
    chosen: fc.uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 3 }),
    seed: fc.nat(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 6, maxLength: 12 }), async (changes) => {
      // A deadlock of the plain statements among each other is nobody's count.
      await Promise.allSettled(changes.map(({ door, chosen, seed }) => CHANGES[door]?.(chosen, seed)))
      expect(await compare()).toEqual([])
    }),
  )
  const [kept] = await server.sql<{ rows: number }[]>`select count(*)::int as rows from private.tool_totals`
  expect(kept?.rows).toBeLessThan(200)
})

test('of several categories every tool counts once, and what is asked twice or does not exist counts nothing', async () => {
  await server.sql`delete from public.tools`
  const [one, two, three] = [
    await addCategory(server.sql),
    await addCategory(server.sql),
    await addCategory(server.sql),
  ]
  await addTool(server.sql, {}, [one, two])
  await addTool(server.sql, {}, [one])
  await addTool(server.sql, {}, [two, three])
  const count = async (category_ids: string[]) =>
    (await visitor(server).rpc('count_tools', { category_ids })).data
  expect(await count([])).toBe(3)
  expect(await count([one.id])).toBe(2)
  expect(await count([one.id, one.id])).toBe(2)
  expect(await count([one.id, two.id])).toBe(3)
  expect(await count([one.id, three.id])).toBe(3)
  expect(await count(['11111111-1111-4111-8111-111111111111'])).toBe(0)
  expect(await count([one.id, '11111111-1111-4111-8111-111111111111'])).toBe(2)
})
