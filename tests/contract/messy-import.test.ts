import path from 'node:path'
import { expect, it } from 'vitest'
import type { ImportEvent } from '#shared/import-export-rules.ts'
import { openCatalogueFile } from '../../server/product/import-export/catalogue-file.ts'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import { testDatabase } from '../support/test-file.ts'

/** A table with one kind of mess a row, as it comes from spreadsheets and other programs. */

const FILE = path.join(import.meta.dirname, '../support/messy-catalogue.csv')

/** What becomes of a line: the tool that is made of it, or what is said and proposed. */
const EXPECTED: Record<number, object | string> = {
  4: { slug: 'alpha-notes', short_description: 'Takes notes.' },
  5: { website_url: 'https://beta-board.example.com' },
  6: { website_url: 'https://www.gamma.example.com' },
  7: { name: 'Delta', website_url: 'https://delta.example.com/' },
  8: { website_url: 'https://epsilon.example.com/?plan=pro#top' },
  9: { website_url: 'https://zeta.example.com/' },
  10: { website_url: 'https://eta.example.com' },
  11: { website_url: 'https://theta.example.com' },
  12: { website_url: 'https://iota.example.com' },
  13: { website_url: 'https://kappa.example.com' },
  14: { slug: 'wuerfelbecher' },
  15: { slug: 'igry' },
  16: { slug: 'shi-pin' },
  17: 'Slug is required',
  18: { name: 'Würfelspiel', slug: 'wuerfelspiel' },
  19: 'Name has letters that were lost (�)',
  20: { short_description: 'Does many things' },
  21: { name: 'Fish & Chips', slug: 'fish-chips' },
  22: { short_description: 'Does one thing. And another.' },
  24: { short_description: 'Fits a 5" screen' },
  25: { categories: ['Writing', 'Notes'] },
  26: { categories: ['Writing', 'Notes'] },
  27: { categories: ['Writing'] },
  28: { categories: ['Writings'] },
  29: { categories: ['Writing'] },
  30: { featured: true, open_source: true },
  31: { pricing: 'free' },
  32: { pricing: 'paid' },
  33: { pricing: 'contact-sales' },
  34: { platforms: ['ios', 'macos', 'browser-extension'] },
  35: { pricing: null, platforms: [], license: null, repository_url: null },
  36: 'Description must be less than 500 characters → short_description',
  37: {},
  38: 'Line 4 has the same address',
  39: 'Line 5 already uses "beta-board" with different values → slug: beta-board-2',
  40: 'Name is required → name: Example',
  41: 'Description is required',
  42: 'Must be a valid URL',
  43: { name: 'Wide' },
  44: { name: 'Short', categories: [] },
  45: 'A quotation mark is misplaced or never closed',
  46: { name: 'Hidden Name' },
  47: 'Must be a valid URL',
  48: { website_url: 'https://bücher.example.com' },
  49: { website_url: 'HTTPS://LOUD.EXAMPLE.COM' },
  50: { name: 'Existing', short_description: 'Its own text.', pricing: 'freemium', open_source: true },
  51: '“Namesake” exists at another address: https://namesake.example.com → slug: namesake-2',
  52: { repository_url: 'https://code.example.com/repo' },
  53: 'Pricing must be one of free, freemium, paid, contact-sales, unknown',
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
    ([line, expected]) => typeof expected === 'object' && line !== '37' && line !== '50',
  )
  expect(made).toMatchObject(taken.map(([, expected]) => expected))
  expect(await sql`select * from public.tools where slug = 'existing'`).toMatchObject([EXPECTED[50]])
  expect(report).toMatchObject({ created: taken.length, updated: 1, unchanged: 1 })
})
