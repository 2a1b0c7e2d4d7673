import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openCatalogueFile } from '../../server/product/import-export/catalogue-file.ts'
import { exportCatalogue } from '../../server/product/import-export/export-catalogue.ts'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import type { ImportOptions } from '../../server/product/import-export/import-options.ts'
import { tool } from '../support/catalogue-lines.ts'
import { temporaryFolder, testDatabase } from '../support/test-file.ts'

/** An export imports back to the same catalogue. */

const { sql } = await testDatabase()
const folder = await temporaryFolder()
beforeEach(() => sql.unsafe('delete from public.tools; delete from public.categories'))

const FORMATS = [
  { format: 'json-lines', ending: 'jsonl' },
  { format: 'csv', ending: 'csv' },
] as const

async function exported({ format }: (typeof FORMATS)[number]): Promise<string> {
  let text = ''
  await exportCatalogue(sql, format, (part) => {
    text += part
  })
  return text
}

async function load(text: string, { ending }: (typeof FORMATS)[number], options?: ImportOptions) {
  const file = path.join(folder, `catalogue.${ending}`)
  await writeFile(file, text)
  return importCatalogue(sql, (await openCatalogueFile(file)).rows, options)
}

/** Everything an export must contain, tools in the order of the lists. */
const kept = () =>
  sql`select
    (select jsonb_agg(to_jsonb(category) - '{id,created_at,updated_at}'::text[] order by slug) from public.categories category)
      as categories,
    (select jsonb_agg(
        to_jsonb(tool) - '{id,category_id,upvote_count,created_at,updated_at}'::text[] || jsonb_build_object(
          'primary', (select slug from public.categories where id = tool.category_id),
          'categories', array(select slug from public.tool_categories link
            join public.categories on categories.id = link.category_id where link.tool_id = tool.id order by position))
        order by tool.created_at desc, tool.id desc) from public.tools tool) as tools`

/** Texts that the import of any other file would clean, in every column. */
async function writeOddCatalogue(): Promise<void> {
  await sql`insert into public.categories (name, slug, description) values
    ('Video', 'video', null), ('video', 'films', E'**All**\r\nof it, "quoted" &amp; <i>more</i>'),
    ('=SUM(A1)', 'a-1', '- not a list'), ('Nothing in it', '-', 'Empty, and kept'), ('日本', 'japan', null)`
  for (const [index, row] of [
    tool('html', {
      name: '<b>Bold</b> &amp; Co',
      short_description: '&lt;script&gt;alert(1)&lt;/script&gt;',
    }),
    tool('markdown', {
      name: '**Stars** [a](b)',
      short_description: '# One\n- two\r\n- three\n\n> four `five`',
    }),
    tool('formula', { name: '=cmd|"/c calc"!A0', short_description: "'=1+1 and -2, @x", featured: true }),
    tool('quotes', { name: '"', short_description: '"",;\t|\n"' }),
    tool('invisible', { name: 'a\u00adb', short_description: 'x\ty\u00ad\r\nz', logo: '/storage/v1/a.png' }),
    tool('facts', {
      ...{
        pricing: 'contact-sales',
        open_source: false,
        license: '=MIT; "or" <b>',
        platforms: ['web', 'api'],
      },
      ...{
        repository_url: 'https://code.example/a,b;c?d="e"',
        long_description: '- **one**\r\n\n|a|b|\n"&amp;"',
      },
    }),
    tool('some-facts', { open_source: true, platforms: ['self-hosted'] }),
    tool('-', { name: '日本 👩‍💻', website_url: 'http://tool.example:99999/?a=1&amp;b=2' }),
    tool('logo', { logo: 'https://cdn.example/a,b;c.png?x="1'.replace('"', '%22') }),
  ].entries())
    await sql`insert into public.tools ${sql({ ...row, created_at: new Date(Date.now() - index * 1000) })}`
  await sql`insert into public.tool_categories (tool_id, category_id)
    select tools.id, categories.id from (values
      ('html', 'films', 0), ('html', 'video', 1), ('html', 'a-1', 2), ('quotes', 'japan', 0), ('-', '-', 0)
    ) wanted (tool, category, position)
    join public.tools on tools.slug = wanted.tool join public.categories on categories.slug = wanted.category
    order by wanted.position`
}

describe.each(FORMATS)('an export as $ending', (format) => {
  it('imports into an empty catalogue unchanged, and changes nothing a second time', async () => {
    await writeOddCatalogue()
    const before = await kept()
    const text = await exported(format)
    await sql.unsafe('delete from public.tools; delete from public.categories')
    expect(await load(text, format)).toMatchObject({
      created: 9,
      rejected: 0,
      newCategories: 5,
      categoryRows: 5,
    })
    expect(await kept()).toEqual(before)
    expect(await exported(format)).toBe(text)
    expect(await load(text, format)).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 9,
      newCategories: 0,
      changedCategories: 0,
    })
  })

  it('restores what was changed since, and leaves newer rows alone', async () => {
    await writeOddCatalogue()
    const before = await kept()
    const text = await exported(format)
    await sql`update public.tools set name = 'Other', logo = '/storage/v1/b.png', featured = true where slug = 'html'`
    await sql`delete from public.tools where slug = 'quotes'`
    await sql`update public.categories set description = 'Other', name = 'Other' where slug = 'films'`
    await sql`delete from public.categories where slug = '-'`
    const changes: string[] = []
    const report = await load(text, format, {
      dryRun: true,
      onChange: ({ kind, slug, fields }) =>
        changes.push(`${kind} ${slug} ${fields?.map(({ field }) => field).join() ?? 'new'}`),
    })
    expect(changes.toSorted()).toEqual([
      'category - new',
      'category films name,description',
      'tool - categories',
      'tool html name,featured,logo',
      'tool quotes new',
    ])
    expect(report).toMatchObject({ created: 1, updated: 2, newCategories: 1, changedCategories: 1 })
    expect(await load(text, format)).toEqual(report)
    // A tool created again is the newest.
    const [after] = await kept()
    const [wanted] = before
    const bySlug = (rows: { slug: string }[]) =>
      rows.toSorted((one, other) => (one.slug < other.slug ? -1 : 1))
    expect(after?.categories).toEqual(wanted?.categories)
    expect(bySlug(after?.tools)).toEqual(bySlug(wanted?.tools))
  })
})

it('finds the categories of exported rows by slug only', async () => {
  await sql`insert into public.categories (name, slug) values ('Video', 'films')`
  const row = {
    format: 'plaudit/1',
    name: 'A',
    short_description: 'Does.',
    website_url: 'https://a.example/',
    categories: [{ slug: 'video', name: 'Video' }],
  }
  expect(await load(JSON.stringify(row), FORMATS[0])).toMatchObject({ created: 1, newCategories: 1 })
  expect(await sql`select slug, tool_count from public.categories order by slug`).toEqual([
    { slug: 'films', tool_count: 0 },
    { slug: 'video', tool_count: 1 },
  ])
})

it('adds a category once if two names of a row mean it', async () => {
  await sql`insert into public.categories (name, slug) values ('Text to Speech', 'tts')`
  const row = {
    name: 'A',
    short_description: 'Does.',
    website_url: 'https://a.example/',
    categories: ['TTS', 'Text to speech'],
  }
  expect(await load(JSON.stringify(row), FORMATS[0])).toMatchObject({ created: 1, newCategories: 0 })
  expect(await sql`select from public.tool_categories`).toHaveLength(1)
})
