import { readFile, writeFile } from 'node:fs/promises'
import { unique } from '../support/admin-forms.ts'
import { chooser, count, heading, open, transferFolder } from '../support/admin-transfer.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { row } from '../support/catalogue-lines.ts'
import { expect, expectToFit, test } from '../support/e2e.ts'

/** Import & export: a file is previewed, confirmed and imported; an export imports again. */

const { file, pathOf } = transferFolder()

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
  await page.getByRole('button', { name: 'Overwrite' }).click()
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
  await expect(updates.getByRole('deletion').first()).toHaveText('before: Old name')
  await expect(updates.getByRole('insertion').first()).toHaveText('after: New name')
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

test('a table of another program is read by hand, mended, corrected and taken back', async ({
  page,
  signIn,
  server,
}) => {
  await signIn({ admin: true })
  const own = unique('dice')
  const rows = [
    'Titel;Wohin;Beschreibung;Kategorie',
    `Würfel ${own};${own}.example.com/?utm_source=list;Rolls dice.;${own} Spiele`,
    `Brett ${own};https://${own}.example.org;Moves stones.;${own} Spiel`,
    `;https://${own}.example.net;Deals cards.;`,
  ]
  await open(page)
  await chooser(page).setInputFiles(await file('list.csv', Buffer.from(rows.join('\r\n'), 'latin1')))
  await expect(page.getByRole('alert')).toContainText('The header must have')
  await expectNoBarrier(page, 'columns')
  await page.getByLabel('“Wohin” means').selectOption('Website')
  await expect(heading(page, 'What would change')).toBeFocused()
  await expect(count(page, 'New')).toHaveText('2')
  await expect(page.getByText('Mended values in 1 row')).toBeVisible()
  await page.getByRole('button', { name: `Use “${own} Spiele”` }).click()
  await expect(page.getByText('3 rows read; 1 new category.')).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(heading(page, 'Imported')).toBeFocused()
  const made = () =>
    server.sql`select name, slug, website_url from public.tools where website_url like ${`%${own}.example%`} order by name`
  expect(await made()).toEqual([
    { name: `Brett ${own}`, slug: `brett-${own}`, website_url: `https://${own}.example.org` },
    { name: `Würfel ${own}`, slug: `wuerfel-${own}`, website_url: `https://${own}.example.com/` },
  ])

  const rejected = page.getByRole('region', { name: 'Rejected rows' })
  await page.getByRole('button', { name: 'Accept all proposals' }).click()
  await expect(rejected.getByLabel('Name')).toHaveValue('Example')
  await rejected.getByLabel('Name').fill(`Cards ${own}`)
  await expectNoBarrier(page, 'correcting')
  await expectToFit(page, 320)
  await page.getByRole('button', { name: 'Check corrected rows' }).click()
  await expect(count(page, 'New')).toHaveText('1')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(heading(page, 'Imported')).toBeFocused()
  expect(await made()).toHaveLength(3)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByText('Import undone: 1 deleted')).toBeVisible()
  expect(await made()).toHaveLength(2)

  await page.goto('/admin/audit')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'What it changed' })
    .filter({ has: page.getByRole('button', { name: 'Undo import' }) })
    .first()
    .getByRole('button', { name: 'Undo import' })
    .click()
  await page
    .getByRole('dialog', { name: 'Undo this import?' })
    .getByRole('button', { name: 'Undo import' })
    .click()
  await expect(page.getByText('Import undone: 3 deleted')).toBeVisible()
  expect(await made()).toHaveLength(0)
  await page.goto('/admin/transfer')

  // The next file is read as this one was.
  await chooser(page).setInputFiles(await file('next.csv', Buffer.from(rows.join('\r\n'), 'latin1')))
  await expect(heading(page, 'What would change')).toBeFocused()
})

test('the catalogue is exported in both formats and imports back unchanged', async ({
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
    const again = pathOf(`again.${ending}`)
    await saved.saveAs(again)
    await chooser(page).setInputFiles(again)
    await expect(page.getByText('matches the catalogue: there is nothing to import.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Choose another file' }).click()
  }
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

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })

  test('dropping is not mentioned, and the description of the format opens', async ({ page, signIn }) => {
    await signIn({ admin: true })
    await open(page)
    await expect(page.getByText('Tables (CSV, TSV, Excel) or JSON Lines, up to 50 MB.')).toBeVisible()
    await expect(page.getByText('Or drop it here.')).toBeHidden()
    const more = page.getByText('What the file looks like')
    await expect(more.locator('svg')).toBeVisible()
    await more.tap()
    await expect(page.getByText('One tool per line')).toBeVisible()
  })
})

test('is accessible, also on a phone', async ({ page, signIn, server }) => {
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
    await page.setViewportSize({ width: 1280, height: 800 })
    await expectNoBarrier(page, what)
    await expectToFit(page, 320)
  }
  await page.getByText('What the file looks like').click()
  await fits('choosing')
  await chooser(page).setInputFiles(
    await file(
      'look.jsonl',
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
  await expect(page.getByRole('region', { name: 'New' })).toContainText('the first 20')
  await fits('preview')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(heading(page, 'Imported')).toBeVisible()
  await fits('imported')
})

test.describe('failures', () => {
  test.use({ allowedErrors: [/status of (400|409|412)|net::ERR_/] })

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

test.describe('stopped', () => {
  test.use({ allowedErrors: [/net::ERR_/] })

  test('while the session is renewed: at once, and nothing is sent', async ({ page, signIn }) => {
    await signIn({ admin: true })
    await open(page)
    await page.evaluate(() => {
      const key = 'sb-127-auth-token'
      const session = JSON.parse(localStorage.getItem(key) ?? '')
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }))
    })
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/auth/v1/token*', async (route) => {
      await held
      await route.continue()
    })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/transfer/v1/')) sent.push(request.url())
    })
    await chooser(page).setInputFiles(await file('stopped.jsonl', row(unique('stopped'))))
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(page.getByRole('alert')).toHaveText('The check was stopped. Nothing was changed.')
    const renewed = page.waitForResponse('**/auth/v1/token*')
    release()
    await renewed
    // Sent after anything the stopped one could have sent.
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'What would change')).toBeVisible()
    expect(sent).toHaveLength(1)
  })
})
