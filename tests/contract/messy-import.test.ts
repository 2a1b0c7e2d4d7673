import path from 'node:path'
import { expect, it } from 'vitest'
import type { ImportEvent } from '#shared/import-export-rules.ts'
import { openCatalogueFile } from '../../server/product/import-export/catalogue-file.ts'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import { testDatabase } from '../support/test-file.ts'

/** A table with one kind of mess a row, as it comes from spreadsheets; what is mended in a value: heal-values.test.ts. */

const FILE = path.join(import.meta.dirname, '../support/messy-catalogue.csv')

/** What becomes of a line: the tool that is made of it, or what is said and proposed. */
const EXPECTED: Record<number, object | string> = {
  4: { slug: 'alpha-notes', short_description: 'Takes notes.' },
  5: { website_url: 'https://beta-board.example.com' },
  6: 'Name has letters that were lost (�)',
  7: { categories: ['Writing', 'Notes'] },
  8: { categories: ['Writings'] },
  9: { featured: true, open_source: true },
  10: { platforms: ['ios', 'macos', 'browser-extension'] },
  11: { pricing: null, platforms: [], license: null, repository_url: null },
  12: 'Description must be less than 500 characters → short_description',
  13: {},
  14: 'Line 4 has the same address',
  15: 'Line 5 already uses "beta-board" with different values → slug: beta-board-2',
  16: 'Name is required → name: Example',
  17: { name: 'Wide' },
  18: { name: 'Short', categories: [] },
  19: 'A quotation mark is misplaced or never closed',
  20: { name: 'Existing', short_description: 'Its own text.', pricing: 'freemium', open_source: true },
  21: '“Namesake” exists at another address: https://namesake.example.com → slug: namesake-2',
  22: { repository_url: 'https://code.example.com/repo' },
}

it('is taken rightly, or refused with a reason and where possible a proposal', async () => {
  const { sql } = await testDatabase()
  await sql`delete from public.tools`
  await sql`delete from public.categories`
  await sql`insert into public.tools ${sql([
    {
      ...{ name: 'Existing', slug: 'existing', short_description: 'Its own text.' },
      website_url: 'http://www.existing.example.com/?utm_source=list',
    },
    {
      ...{ name: 'Namesake', slug: 'namesake', short_description: 'Another one.' },
      website_url: 'https://namesake.example.com',
    },
  ])}`
  const refused = new Map<number, string>()
  const load = async (dryRun: boolean, near: Extract<ImportEvent, { type: 'near' }>['near'] = []) => {
    const report = await importCatalogue(sql, (await openCatalogueFile(FILE)).rows, {
      dryRun,
      settings: { existing: 'fill' },
      batchSize: 10,
      onNear: (found) => near.push(...found),
      onRejected: ({ line, reason, proposals = {} }) => {
        const offers = Object.entries(proposals).map(([column, text]) =>
          text.length > 100 ? column : `${column}: ${text}`,
        )
        refused.set(line, [reason, ...offers].join(' → '))
      },
    })
    return { report, near }
  }
  const preview = await load(true)
  expect(preview.near).toEqual([{ given: 'Writings', proposal: 'Writing' }])
  const { report } = await load(false)
  expect({ ...report, rejections: [] }).toEqual({ ...preview.report, rejections: [] })

  const lines = Object.entries(EXPECTED)
  expect(report.rows).toBe(lines.length)
  expect(Object.fromEntries(refused)).toEqual(
    Object.fromEntries(lines.filter(([, expected]) => typeof expected === 'string')),
  )
  // In the order of the file.
  const made = await sql`
    select tools.*, array(select c.name from public.tool_categories tc join public.categories c on c.id = tc.category_id
      where tc.tool_id = tools.id order by tc.position) as categories
    from public.tools where slug not in ('existing', 'namesake') order by created_at desc`
  const taken = lines.filter(
    ([line, expected]) => typeof expected === 'object' && line !== '13' && line !== '20',
  )
  expect(made).toMatchObject(taken.map(([, expected]) => expected))
  expect(await sql`select * from public.tools where slug = 'existing'`).toMatchObject([EXPECTED[20]])
  expect(report).toMatchObject({ created: taken.length, updated: 1, unchanged: 1 })
})
