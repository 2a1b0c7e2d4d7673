import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openCatalogueFile } from '../../server/product/import-export/catalogue-file.ts'
import { importCatalogue } from '../../server/product/import-export/import-catalogue.ts'
import { temporaryFolder, testDatabase } from '../support/test-file.ts'

/** Whole files as other programs export them, with what is odd about each, imported without a word of help. */

const { sql } = await testDatabase()
const folder = await temporaryFolder()
const MARK = '\ufeff'

/** The same three tools. */
const DICE = {
  slug: 'dice-roller',
  short_description: 'Rolls dice of any kind, and remembers them.',
  website_url: 'https://dice.example.com/app',
  featured: true,
  pricing: 'freemium',
  categories: ['Dice', 'Table games'],
}
const CARDS = {
  slug: 'card-sorter',
  short_description: 'Sorts "collectible" cards. By colour & age.',
  website_url: 'https://cards.example.com',
  featured: false,
  pricing: 'free',
  categories: ['Cards'],
}
const MAPS = {
  slug: 'uebersichtskarten',
  short_description: 'Draws maps of imaginary countries.',
  website_url: 'https://maps.example.com/',
  featured: false,
  pricing: null,
  categories: [],
}

it.each([
  {
    program: 'Airtable',
    file: 'Tools-Grid view.csv',
    // Line feeds within values, boxes that are "checked" or empty, attachments with their addresses.
    text: `${MARK}Name,Notes,Website,Tags,Pricing,Featured,Logo,Created
Dice Roller,"Rolls dice of any kind,
and remembers them.
",https://dice.example.com/app?utm_source=airtable,"Dice,Table games",Freemium,checked,"dice.png (https://files.example.net/v3/u/29/dice.png)",3/11/2026 9:12am
Card Sorter,"Sorts ""collectible"" cards. By colour & age.",https://cards.example.com,Cards,Free,,,3/11/2026 9:14am
Übersichtskarten,Draws maps of imaginary countries.,https://maps.example.com/,,,,,3/11/2026 9:15am
`,
  },
  {
    program: 'Notion',
    file: 'Tools 2f1c0b7e9a4d4c5f8e6b1a2c3d4e5f60.csv',
    // Yes and No, several values with a space behind the comma, relations with the address of their page.
    text: `${MARK}Name,Created time,Description,Featured,Maker,Pricing,Tags,URL
Dice Roller,"November 3, 2026 9:12 AM","Rolls dice of any kind, and remembers them.",Yes,Somebody (https://www.notion.so/Somebody-0b7e9a4d4c5f),Freemium,"Dice, Table games",dice.example.com/app
Card Sorter,"November 3, 2026 9:14 AM","Sorts ""collectible"" cards. By colour & age.",No,,Free,Cards,https://cards.example.com
Übersichtskarten,"November 3, 2026 9:15 AM",Draws maps of imaginary countries.,No,,,,https://maps.example.com/
`,
  },
  {
    program: 'Google Sheets',
    file: 'Our tools - Sheet1.csv',
    // CRLF, no mark, TRUE and FALSE, empty rows and columns of the grid.
    text: [
      'Tool,Link,What it does,Category,Price,Featured,,',
      'Dice Roller,https://dice.example.com/app,"Rolls dice of any kind, and remembers them.",Dice; Table games,Freemium,TRUE,,',
      'Card Sorter,https://cards.example.com,"Sorts ""collectible"" cards. By colour & age.",Cards,Free,FALSE,,',
      ',,,,,,,',
      'Übersichtskarten,https://maps.example.com/,Draws maps of imaginary countries.,,,FALSE,,',
      ',,,,,,,',
    ].join('\r\n'),
  },
  {
    program: 'WordPress',
    file: 'places.csv',
    // Markup and entities in texts, 0 and 1, dates, columns of the plug-in.
    text: `"ID","post_title","post_author","post_content","post_status","post_date","post_category","post_tags","featured","geodir_website","geodir_pricing","post_images"
"41","Dice Roller","1","<!-- wp:paragraph --><p>Rolls dice of any kind,<br />and remembers&nbsp;them.</p><!-- /wp:paragraph -->","publish","2026-11-03 09:12:00","Dice,Table games","fun","1","https://dice.example.com/app","Freemium","https://files.example.net/dice.png|||"
"42","Card Sorter","1","<p>Sorts &#8220;collectible&#8221; cards. By colour &amp; age.</p>","publish","2026-11-03 09:14:00","Cards","","0","https://cards.example.com","Free",""
"43","&Uuml;bersichtskarten","1","Draws maps of imaginary countries.","publish","2026-11-03 09:15:00","","","0","https://maps.example.com/","",""
`,
  },
])('an export of $program is read as it is', async ({ file, text, program }) => {
  await sql`delete from public.tools`
  await sql`delete from public.categories`
  const target = path.join(folder, file)
  await writeFile(target, text)
  const catalogue = await openCatalogueFile(target)
  const report = await importCatalogue(sql, catalogue.rows, { settings: { existing: 'fill' } })
  expect(report).toMatchObject({ created: 3, rejected: 0, rejections: [] })
  const stored = await sql`
    select slug, short_description, website_url, featured, pricing,
      array(select c.name from public.tool_categories tc join public.categories c on c.id = tc.category_id
        where tc.tool_id = tools.id order by c.name) as categories
    from public.tools order by created_at desc`
  // WordPress stores typographic quotation marks.
  const cards = program === 'WordPress' ? CARDS.short_description.replace(/"(.*)"/, '“$1”') : undefined
  expect(stored).toEqual([DICE, { ...CARDS, ...(cards && { short_description: cards }) }, MAPS])
})
