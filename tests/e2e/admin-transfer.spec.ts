import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, THEMES, test } from '../support/e2e.ts'

/** Import & export: a file is tried, confirmed and imported; what comes out goes back in. */

let folder: string
let since: Date
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plaudit-transfer-'))
  since = new Date()
})
// The thousands of tools brought in here are not what the next tests of this server browse.
test.afterAll(async ({ server }) => {
  await server.sql`delete from public.tools where created_at >= ${since}`
  await server.sql`delete from public.categories where created_at >= ${since}`
  await rm(folder, { recursive: true, force: true })
})

const unique = (word: string) => `${word}-${randomBytes(4).toString('hex')}`

const row = (slug: string, changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    name: `The ${slug}`,
    slug,
    short_description: 'Does one thing.',
    website_url: 'https://tool.example/',
    ...changes,
  })

async function file(name: string, content: string | Buffer): Promise<string> {
  const target = path.join(folder, name)
  await writeFile(target, content)
  return target
}

const chooser = (page: Page) => page.getByLabel('Catalogue file')
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const count = (page: Page, label: string) =>
  page
    .getByRole('definition')
    .filter({ hasText: /^[\d,]+$/ })
    .and(page.locator(`dt:text-is("${label}") + dd`))

async function open(page: Page) {
  await page.goto('/admin/transfer')
  await expect(page.getByRole('tab', { name: 'Import & export' })).toHaveAttribute('aria-selected', 'true')
  await expect(heading(page, 'Import')).toBeVisible()
}

test('a file is shown field by field before anything is changed, then imported', async ({
  page,
  signIn,
  server,
}) => {
  await signIn({ admin: true })
  const [here, fresh] = [unique('here'), unique('fresh')]
  await server.sql`insert into public.tools ${server.sql({
    name: 'Old name',
    slug: here,
    short_description: 'Does one thing.',
    website_url: 'https://tool.example/',
  })}`
  await open(page)
  await chooser(page).setInputFiles(
    await file(
      'tools.jsonl',
      [
        row(here, { name: 'New name', featured: true, categories: [unique('cat')] }),
        row(fresh),
        row('x', { name: '' }),
      ].join('\n'),
    ),
  )
  await expect(heading(page, 'What would change')).toBeFocused()
  for (const [label, number] of [
    ['New', '1'],
    ['Updated', '1'],
    ['Unchanged', '0'],
    ['Rejected', '1'],
  ] as const)
    await expect(count(page, label)).toHaveText(number)
  await expect(page.getByText('3 rows read; 1 new category.')).toBeVisible()
  const updates = page.getByRole('region', { name: 'Updates' })
  await expect(updates.getByRole('deletion').first()).toHaveText('Old name')
  await expect(updates.getByRole('insertion').first()).toHaveText('New name')
  await expect(updates).toContainText('Featured')
  await expect(page.getByRole('region', { name: 'Rejected rows' })).toContainText('Line 3Name is required')
  expect(await server.sql`select name from public.tools where slug in (${here}, ${fresh})`).toEqual([
    { name: 'Old name' },
  ])

  const report = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download report' }).click()
  expect(await readFile(await (await report).path(), 'utf8')).toBe(
    '\ufeffline,reason\r\n3,"Name is required"\r\n',
  )

  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(heading(page, 'Imported')).toBeFocused()
  await expect(count(page, 'Updated')).toHaveText('1')
  expect(
    await server.sql`select name, featured from public.tools where slug in (${here}, ${fresh}) order by slug = ${fresh}`,
  ).toEqual([
    { name: 'New name', featured: true },
    { name: `The ${fresh}`, featured: false },
  ])
  await page.getByRole('button', { name: 'Import another file' }).click()
  await expect(heading(page, 'Import')).toBeFocused()
})

test('a file that changes nothing offers nothing', async ({ page, signIn }) => {
  await signIn({ admin: true })
  const slug = unique('same')
  await open(page)
  const name = await file(
    'same.csv',
    `name,slug,short_description,website_url\nSame,${slug},Does.,https://a.example/\n`,
  )
  await chooser(page).setInputFiles(name)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(heading(page, 'Imported')).toBeVisible()
  await page.getByRole('button', { name: 'Import another file' }).click()
  await chooser(page).setInputFiles(name)
  await expect(
    page.getByText('holds what the catalogue holds already: there is nothing to import.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Choose another file' }).click()
  await chooser(page).setInputFiles(await file('none.jsonl', '\n'))
  await expect(page.getByText('has no rows.')).toBeVisible()
})

test('the catalogue comes out as a file in both formats and goes back in unchanged', async ({
  page,
  signIn,
  server,
}) => {
  await signIn({ admin: true })
  await server.sql`insert into public.tools ${server.sql({
    name: '=<b>Odd</b>',
    slug: unique('odd'),
    short_description: '**Kept** &amp; "kept"',
    website_url: 'https://tool.example/',
  })}`
  await open(page)
  for (const [label, ending] of [
    ['Download JSON Lines', 'jsonl'],
    ['Download CSV', 'csv'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: label }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toMatch(new RegExp(`^catalogue-\\d{4}-\\d\\d-\\d\\d\\.${ending}$`))
    const again = path.join(folder, `again.${ending}`)
    await saved.saveAs(again)
    await chooser(page).setInputFiles(again)
    await expect(
      page.getByText('holds what the catalogue holds already: there is nothing to import.'),
    ).toBeVisible()
    await expect(count(page, 'Rejected')).toHaveText('0')
    await page.getByRole('button', { name: 'Choose another file' }).click()
  }
})

test('what is no catalogue is said where it is chosen', async ({ page, signIn }) => {
  await signIn({ admin: true })
  await open(page)
  for (const [name, content, message] of [
    ['tools.xlsx', 'PK', 'Choose a file whose name ends with .jsonl, .ndjson or .csv'],
    ['empty.csv', '', 'The file is empty'],
    ['large.csv', Buffer.alloc(50 * 1024 * 1024 + 1), 'The file is larger than 50 MB'],
  ] as const) {
    await chooser(page).setInputFiles(await file(name, content))
    await expect(page.getByText(message)).toBeVisible()
    await expect(chooser(page)).toHaveAttribute('aria-invalid', 'true')
  }
})

test.describe('what goes wrong', () => {
  test.use({ allowedErrors: [/status of (400|409|412)|net::ERR_/] })

  test('on the server is said in its words, and may be tried again', async ({ page, signIn }) => {
    await signIn({ admin: true })
    await open(page)
    await chooser(page).setInputFiles(await file('latin.csv', Buffer.from('name\nCafé', 'latin1')))
    await expect(heading(page, 'The file could not be checked')).toBeFocused()
    await expect(page.getByRole('alert')).toHaveText('latin.csv is not UTF-8 text')
    await page.getByRole('button', { name: 'Choose another file' }).click()
    await chooser(page).setInputFiles(await file('columns.csv', 'title\nx\n'))
    await expect(page.getByRole('alert')).toContainText('the first line must name the columns')
  })

  test('on the way is told, nothing is lost, and the next try works', async ({ page, signIn, server }) => {
    await signIn({ admin: true })
    const slug = unique('way')
    await open(page)
    await page.route('**/transfer/v1/preview?*', (route) => route.abort())
    await chooser(page).setInputFiles(await file('way.jsonl', row(slug)))
    await expect(page.getByRole('alert')).toContainText('We could not reach the server')
    await page.unroute('**/transfer/v1/preview?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'What would change')).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(heading(page, 'Imported')).toBeVisible()
    expect(await server.sql`select from public.tools where slug = ${slug}`).toHaveLength(1)

    await page.route('**/transfer/v1/catalogue.csv', (route) => route.abort())
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await expect(page.getByRole('alert')).toContainText('We could not reach the server')
  })

  test('while another import is under way', async ({ page, signIn, server }) => {
    await signIn({ admin: true })
    await open(page)
    const other = await server.sql.reserve()
    await other`select pg_advisory_lock(7358210932)`
    try {
      await chooser(page).setInputFiles(await file('turn.jsonl', row(unique('turn'))))
      await expect(page.getByRole('alert')).toHaveText(
        'Another import is under way. Please try again when it has ended.',
      )
    } finally {
      await other`select pg_advisory_unlock(7358210932)`
      other.release()
    }
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'What would change')).toBeVisible()
  })

  test('a file that has changed since it was tried is not imported', async ({ page, signIn, server }) => {
    await signIn({ admin: true })
    const slug = unique('moved')
    await open(page)
    const name = await file('moved.jsonl', row(slug))
    await chooser(page).setInputFiles(name)
    await expect(heading(page, 'What would change')).toBeVisible()
    await writeFile(name, row(slug, { name: 'Another, longer than before' }))
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'The file has changed since you chose it. Choose it again.',
    )
    expect(await server.sql`select from public.tools where slug = ${slug}`).toHaveLength(0)
  })
})

test.describe('a long import', () => {
  const rows = (slug: string) =>
    Array.from({ length: 4000 }, (_, index) => row(`${slug}-${index}`)).join('\n')

  test('shows how far it is, asks before one leaves, and can be stopped', async ({
    page,
    signIn,
    server,
  }) => {
    await signIn({ admin: true })
    const slug = unique('long')
    await open(page)
    await chooser(page).setInputFiles(await file('long.jsonl', rows(slug)))
    const bar = page.getByRole('progressbar', { name: 'Checking the file' })
    await expect(bar).toBeVisible()
    await expect(bar).toHaveAttribute('aria-valuemax', '100')
    await expect(heading(page, 'What would change')).toBeVisible({ timeout: 30_000 })
    await expect(count(page, 'New')).toHaveText('4,000')
    await expect(page.getByRole('region', { name: 'New' })).toContainText('the first 20')

    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('progressbar', { name: 'Importing the file' })).toBeVisible()
    await page.getByRole('tab', { name: 'Categories' }).click()
    const question = page.getByRole('dialog', { name: 'Leave and stop the import?' })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Stay' }).click()
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByRole('alert')).toHaveText('The import was stopped. What was written stays.')
    await expect(heading(page, 'The import did not finish')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Imported')).toBeVisible({ timeout: 30_000 })
    const [written] = await server.sql`select count(*)::int from public.tools where slug like ${`${slug}-%`}`
    expect(written).toEqual({ count: 4000 })
  })
})

test('by keyboard alone, and by dropping a file', async ({ page, signIn }) => {
  await signIn({ admin: true })
  await open(page)
  const choosing = page.waitForEvent('filechooser')
  await chooser(page).focus()
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(await file('keys.jsonl', row(unique('keys'))))
  await expect(heading(page, 'What would change')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Imported')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Import')).toBeFocused()

  const content = row(unique('drop'))
  const data = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'dropped.jsonl'))
    return transfer
  }, content)
  const zone = page.getByText('Or drop it here.')
  await zone.dispatchEvent('dragover', { dataTransfer: data })
  await zone.dispatchEvent('drop', { dataTransfer: data })
  await expect(heading(page, 'What would change')).toBeVisible()
  await expect(page.getByText('dropped.jsonl')).toBeVisible()
})

for (const theme of THEMES)
  for (const width of [1280, 320])
    test(`is for everyone: ${theme}, ${width} px`, async ({ page, signIn, server }) => {
      await page.emulateMedia({ colorScheme: theme })
      await page.setViewportSize({ width, height: 800 })
      await signIn({ admin: true })
      const slug = unique('look')
      await server.sql`insert into public.tools ${server.sql({
        name: 'A name that is quite long for a small screen',
        slug,
        short_description: 'Writes release notes from merged changes.',
        website_url: 'https://tool.example/',
      })}`
      await open(page)
      const fits = async (what: string) => {
        await expectNoBarrier(page, what)
        expect(
          await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
          what,
        ).toBeLessThanOrEqual(0)
      }
      await page.getByText('What the file looks like').click()
      await fits('choosing')
      await chooser(page).setInputFiles(
        await file(
          `look-${theme}-${width}.jsonl`,
          [
            row(slug, {
              name: 'A name that is quite long for a small screen',
              short_description: 'Writes release notes and the changelog from merged changes.',
              website_url: `https://tool.example/${'very-long-path/'.repeat(12)}`,
              featured: true,
              categories: ['Writing', 'Developer Tools'],
            }),
            ...Array.from({ length: 30 }, (_, index) =>
              row(`${slug}-${index}`, { name: `Newcomer ${index + 1}` }),
            ),
            row('x', { name: '', website_url: 'javascript:alert(1)' }),
            'no json',
          ].join('\n'),
        ),
      )
      await expect(heading(page, 'What would change')).toBeVisible()
      await fits('preview')
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await expect(heading(page, 'Imported')).toBeVisible()
      await fits('imported')
    })
