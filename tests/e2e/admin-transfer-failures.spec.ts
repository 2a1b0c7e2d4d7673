import { writeFile } from 'node:fs/promises'
import { unique } from '../support/admin-forms.ts'
import { chooser, count, heading, open, transferFolder } from '../support/admin-transfer.ts'
import { row } from '../support/catalogue-lines.ts'
import { expect, test } from '../support/e2e.ts'

/** Import & export: invalid files, failures on the way, and an import that is left or stopped. */

const { file } = transferFolder()

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

test.describe('a long import', () => {
  const rows = (slug: string) =>
    Array.from({ length: 4000 }, (_, index) => row(`${slug}-${index}`)).join('\n')

  test('shows its progress, asks before leaving, and can be stopped', async ({ page, signIn, server }) => {
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
    await expect(page.getByRole('alert')).toHaveText(
      'The import was stopped. Rows already imported are kept.',
    )
    await expect(heading(page, 'The import did not finish')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Imported')).toBeVisible({ timeout: 30_000 })
    const [written] = await server.sql`select count(*)::int from public.tools where slug like ${`${slug}-%`}`
    expect(written).toEqual({ count: 4000 })
  })
})
