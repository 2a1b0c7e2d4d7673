import fc from 'fast-check'
import { expect, test } from 'vitest'
import { administrator } from '../support/actors.ts'
import { testServer } from '../support/test-file.ts'
import { addCategory } from './rows.ts'

/**
 * A search of the administrator's list by a category's name uses stored counts and reads only up to the requested page:
 * after any changes list and total must equal those of a plain search.
 */

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await administrator(server)

/** Names and slugs of tools share words with the names of categories, two of which are equal. */
const CATEGORIES = ['Music', 'Music and Sound', 'Music', 'Writing', 'Nobody asks for these']
const NAMES = ['Music Box', 'Sound', 'Writing Desk', 'Zither', 'x']

async function fill() {
  await server.sql`delete from public.tools`
  await server.sql`delete from public.categories`
  for (const [index, name] of CATEGORIES.entries())
    await addCategory(server.sql, { name, slug: `category-${index}` })
  await server.sql`
    insert into public.tools (name, slug, short_description, website_url, featured, created_at, category_id)
    select (${NAMES}::text[])[1 + n % 5], case when n % 7 = 0 then 'sound-' else 'of-' end || n, 'Does one thing.',
      'https://tool.example', n % 4 = 0, now() - n * interval '1 minute', (
        select c.id from public.categories c where n % 6 <> 0 order by md5(c.slug || n) limit 1)
    from generate_series(1, 60) n`
}

/** An element chosen deterministically by the number. */
const some = (table: 'tools' | 'categories', seed: number) => server.sql<{ id: string }[]>`
  select id from ${server.sql(`public.${table}`)} order by md5(slug || ${String(seed)}) limit 1`

/** Each receives a tool and a category. */
const CHANGES: Record<string, (tool: string, category: string, seed: number) => PromiseLike<unknown>> = {
  'a tool moves to another category': (tool, category) =>
    admin.client.from('tools').update({ category_id: category }).eq('id', tool),
  'many move': (_, category, seed) =>
    server.sql`update public.tools set category_id = ${category} where md5(slug || ${String(seed)}) < '5'`,
  'a tool leaves its categories': (tool) => admin.client.from('tool_categories').delete().eq('tool_id', tool),
  'a tool is renamed': (tool, _, seed) =>
    admin.client
      .from('tools')
      .update({ name: NAMES[seed % 5] ?? '', slug: `music-${seed}`, featured: seed % 2 === 0 })
      .eq('id', tool),
  'a category is renamed': (_, category, seed) =>
    admin.client
      .from('categories')
      .update({ name: CATEGORIES[seed % 5] ?? '' })
      .eq('id', category),
  'a tool is deleted': (tool) => admin.client.from('tools').delete().eq('id', tool),
  'a category is deleted': (_, category) => admin.client.from('categories').delete().eq('id', category),
  'a deletion is taken back': () =>
    server.sql
      .begin(async (sql) => {
        await sql`delete from public.tools`
        throw new Error('taken back')
      })
      .catch(() => undefined),
}

type Request = {
  search: string
  sort: string
  descending: boolean
  page: number
  page_size: number
}

/** The slugs of a page and the total, computed by scanning everything. */
async function plain({ search, sort, descending, page, page_size }: Request) {
  const { sql } = server
  const way = descending ? sql`desc` : sql`asc`
  const orders: Record<string, ReturnType<typeof sql>> = {
    name: sql`t.name ${way}, t.id ${way}`,
    slug: sql`t.slug ${way}`,
    category: sql`c.name ${way}, t.name, t.id`,
    featured: sql`t.featured ${way}, t.name, t.id`,
    created: sql`t.created_at ${way}, t.id ${way}`,
  }
  const found = await sql<{ slug: string }[]>`
    select t.slug from public.tools t left join public.categories c on c.id = t.category_id
    where strpos(lower(t.name || chr(10) || t.slug || chr(10) || coalesce(c.name, '')), ${search.toLowerCase()}) > 0
    order by ${orders[sort] ?? sql``}`
  const start = Math.min(page - 1, Math.ceil(found.length / page_size) - 1) * page_size
  const slugs = found.map(({ slug }) => slug).slice(Math.max(start, 0), start + page_size)
  return { total: found.length, slugs }
}

async function listed(request: Request) {
  const { data, error } = await admin.client.rpc('list_admin_tools', request, { get: true })
  expect(error).toBeNull()
  return { total: data?.[0]?.total ?? 0, slugs: data?.map(({ slug }) => slug) ?? [] }
}

test('list and total equal those of a plain search after moves, renames and deletions', async () => {
  const change = fc.record({ what: fc.constantFrom(...Object.keys(CHANGES)), seed: fc.nat({ max: 9999 }) })
  const request = fc.record({
    search: fc.constantFrom(
      'music',
      'MUSIC AND',
      'sound',
      'writing',
      'o',
      'us',
      'zither',
      'these',
      'nothing',
    ),
    sort: fc.constantFrom('name', 'slug', 'category', 'featured', 'created'),
    descending: fc.boolean(),
    page: fc.constantFrom(1, 2, 3, 999),
    page_size: fc.constantFrom(5, 25),
  })
  const changes = fc.array(change, { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(changes, fc.array(request, { minLength: 6, maxLength: 6 }), async (all, requests) => {
      await fill()
      for (const { what, seed } of all) {
        const [[tool], [category]] = [await some('tools', seed), await some('categories', seed)]
        if (tool && category) await CHANGES[what]?.(tool.id, category.id, seed)
      }
      for (const wanted of requests) expect(await listed(wanted)).toEqual(await plain(wanted))
    }),
  )
})
