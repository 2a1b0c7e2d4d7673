import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openCatalogueFile } from '../../server/product/import-export/catalogue-file.ts'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import type { ImportOptions } from '../../server/product/import-export/import-options.ts'
import { tool } from '../support/catalogue-lines.ts'
import { testDatabase } from '../support/test-file.ts'
import { importValues } from './imports.ts'

/** Valid rows of an import. */

const LARGE_CATALOGUE = path.join(import.meta.dirname, '../../../shared/data/catalogue-a.jsonl')

const { sql } = await testDatabase()
beforeEach(() => sql.unsafe('delete from public.tools; delete from public.categories'))

const load = (values: unknown[], options?: ImportOptions) => importValues(sql, values, options)

/** The tools, newest first, each with its categories in order. */
const stored = () =>
  sql<{ slug: string; name: string; featured: boolean; primary: string | null; categories: string[] }[]>`
    select tools.slug, tools.name, featured, primary_category.slug as primary,
      array(select categories.slug from public.tool_categories join public.categories on categories.id = category_id
        where tool_id = tools.id order by category_id is distinct from tools.category_id, position) as categories
    from public.tools left join public.categories as primary_category on primary_category.id = tools.category_id
    order by tools.created_at desc, tools.id desc`

/** Everything an import could change, including timestamps. */
const snapshot = () =>
  sql`select
    (select jsonb_agg(tools order by id) from public.tools),
    (select jsonb_agg(categories order by id) from public.categories),
    (select jsonb_agg(tool_categories order by id) from public.tool_categories),
    (select count(*) from public.audit_log) as logged`

describe('an import', () => {
  it('creates tools with their categories in order, the first line newest', async () => {
    const report = await load([
      tool('first', { categories: ['Video', 'Art &amp; Design'], featured: true }),
      tool('second', { categories: ['art &amp; design', 'Video', 'VIDEO'] }),
      tool('third'),
    ])
    expect(report).toEqual({
      rows: 3,
      created: 3,
      updated: 0,
      unchanged: 0,
      rejected: 0,
      categoryRows: 0,
      newCategories: 2,
      changedCategories: 0,
      rejections: [],
    })
    expect(await stored()).toMatchObject([
      { slug: 'first', featured: true, primary: 'video', categories: ['video', 'art-design'] },
      { slug: 'second', featured: false, primary: 'art-design', categories: ['art-design', 'video'] },
      { slug: 'third', featured: false, primary: null, categories: [] },
    ])
    expect(await sql`select name, tool_count from public.categories order by name`).toEqual([
      { name: 'Art & Design', tool_count: 2 },
      { name: 'Video', tool_count: 2 },
    ])
  })

  it('gives every tool a distinct time, in line order, across batches', async () => {
    const slugs = Array.from({ length: 25 }, (_, index) => `tool-${index}`)
    await load(
      slugs.map((slug) => tool(slug)),
      { batchSize: 10 },
    )
    expect((await stored()).map((row) => row.slug)).toEqual(slugs)
    const [times] = await sql`select count(distinct created_at)::int as times from public.tools`
    expect(times).toEqual({ times: 25 })
  })

  it('done twice changes nothing, not even timestamps', async () => {
    const values = [
      tool('a', { categories: ['X', 'Y'], featured: true }),
      tool('b', { categories: [] }),
      tool('c'),
    ]
    await load(values)
    const before = await snapshot()
    expect(await load(values)).toMatchObject({ created: 0, updated: 0, unchanged: 3, newCategories: 0 })
    expect(await snapshot()).toEqual(before)
  })

  it.each([
    ['name', { name: 'Renamed' }],
    ['short_description', { short_description: 'Does another thing.' }],
    ['website_url', { website_url: 'http://tool.example/' }],
    ['featured', { featured: false }],
    ['the order of categories', { categories: ['Y', 'X'] }],
    ['fewer categories', { categories: ['X'] }],
    ['another first category', { categories: ['Z', 'X', 'Y'] }],
    ['another last category', { categories: ['X', 'Z'] }],
    ['no categories', { categories: [] }],
  ])('updates only the tool whose row differs in %s', async (_what, changes) => {
    const given = { featured: true, categories: ['X', 'Y'] }
    await load([tool('changed', given), tool('same', given)])
    const [, same] = await sql`select * from public.tools order by slug`
    const wanted = { ...given, ...changes }
    const values = [tool('changed', wanted), tool('same', given)]
    expect(await load(values)).toMatchObject({ created: 0, updated: 1, unchanged: 1 })
    expect((await sql`select * from public.tools order by slug`)[1]).toEqual(same)
    expect((await stored())[0]).toMatchObject({
      featured: wanted.featured,
      primary: wanted.categories[0]?.toLowerCase() ?? null,
      categories: wanted.categories.map((name) => name.toLowerCase()),
    })
    expect(await load(values)).toMatchObject({ updated: 0, unchanged: 2 })
  })

  it('keeps what a row does not mention', async () => {
    await load([tool('a', { categories: ['X', 'Y'], featured: true })])
    expect(await load([tool('a')])).toMatchObject({ unchanged: 1 })
    expect(await load([tool('a', { name: 'New', featured: null, categories: null })])).toMatchObject({
      updated: 1,
    })
    expect(await stored()).toMatchObject([{ name: 'New', featured: true, categories: ['x', 'y'] }])
  })

  it('keeps facts that a row does not mention, and removes those that are empty', async () => {
    const facts = { pricing: 'Paid', open_source: 'yes', platforms: 'iOS;web', long_description: '# *More*' }
    await load([tool('a', { ...facts, license: 'MIT', repository_url: 'https://code.example' }), tool('b')])
    const kept = { pricing: 'paid', open_source: true, platforms: ['web', 'ios'], license: 'MIT' }
    const read = () => sql`select * from public.tools where slug = 'a'`
    expect(await read()).toMatchObject([{ ...kept, long_description: '# *More*' }])
    expect(await load([tool('a')])).toMatchObject({ unchanged: 1 })
    expect(await read()).toMatchObject([kept])
    await load([tool('a', { pricing: '', open_source: 'Unknown', platforms: '', license: null })])
    const forgotten = { pricing: null, open_source: null, platforms: [], license: null }
    expect(await read()).toMatchObject([{ ...forgotten, repository_url: 'https://code.example' }])
  })

  it('uses an existing category of the same name, with any slug and case', async () => {
    await sql`insert into public.categories (name, slug) values ('Text to Speech', 'tts'), ('Film', 'video')`
    expect(await load([tool('a', { categories: ['TEXT TO SPEECH', 'Video'] })])).toMatchObject({
      newCategories: 0,
    })
    expect(await stored()).toMatchObject([{ primary: 'tts', categories: ['tts', 'video'] }])
  })

  it('as a dry run reports the same and writes nothing', async () => {
    await load([tool('a')])
    const before = await snapshot()
    const values = [
      tool('a', { name: 'New' }),
      tool('b', { categories: ['X'] }),
      tool('c', { categories: ['x'] }),
      {},
    ]
    const dry = await load(values, { dryRun: true, batchSize: 2 })
    expect(await snapshot()).toEqual(before)
    expect(dry).toMatchObject({ created: 2, updated: 1, rejected: 1, newCategories: 1 })
    expect(await load(values, { batchSize: 2 })).toEqual(dry)
  })
})

it('two concurrent imports of the same rows are serialised', async () => {
  const values = Array.from({ length: 40 }, (_, index) =>
    tool(`tool-${index}`, { categories: [`C ${index % 5}`] }),
  )
  const [one, other] = await Promise.all([
    load(values, { batchSize: 5 }),
    load(values.toReversed(), { batchSize: 5 }),
  ])
  expect([one.created, other.created].toSorted()).toEqual([0, 40])
  expect([one.unchanged, other.unchanged].toSorted()).toEqual([0, 40])
})

it('an import leaves no lock or table behind, also when its rows end in an error', async () => {
  async function* broken() {
    yield { line: 1, value: tool('a') }
    throw new Error('the disk is gone')
  }
  await expect(importCatalogue(sql, broken())).rejects.toThrow('the disk is gone')
  // In this database only: locks of other tests are visible too.
  expect(
    await sql`select from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and d.datname = current_database()`,
  ).toHaveLength(0)
})

it('is as fast when the tables are analysed before its rows can be seen', async () => {
  const [category] = await sql`insert into public.categories (name, slug) values ('One', 'one') returning id`
  const connection = await sql.reserve()
  const add = (from: number) => connection`
    insert into public.tools (name, slug, short_description, website_url, category_id)
    select 'Tool', 'tool-' || n, 'Text', 'https://example.org', ${category?.id}
    from generate_series(${from}::integer, ${from + 99}::integer) n`
  const read = async () => {
    await connection`select pg_stat_force_next_flush()`
    const [table] = await sql<{ rows: number }[]>`
      select (seq_tup_read + idx_tup_fetch)::integer as rows from pg_stat_user_tables
      where relname = 'tool_categories'`
    return table?.rows ?? Number.NaN
  }
  const before = await read()
  await connection`begin`
  await add(1)
  await sql`analyze`
  await add(101)
  await connection`commit`
  // Each of the 200 tools reads its own categories, or all of them where the table seems empty.
  expect((await read()) - before).toBeLessThan(100_000)
  connection.release()
})

it.skipIf(!existsSync(LARGE_CATALOGUE))(
  `a catalogue of 817 tools goes in whole, and again without a change (skipped without ${path.basename(LARGE_CATALOGUE)})`,
  async () => {
    const load = async () => importCatalogue(sql, (await openCatalogueFile(LARGE_CATALOGUE)).rows)
    expect(await load()).toMatchObject({ rows: 817, created: 817, rejected: 0, newCategories: 35 })
    const before = await snapshot()
    expect(await load()).toMatchObject({ rows: 817, created: 0, updated: 0, unchanged: 817 })
    expect(await snapshot()).toEqual(before)
    expect(await sql`select name from public.tools where short_description ~ '&(#[0-9]+|[a-z]+);'`).toEqual(
      [],
    )
  },
)
