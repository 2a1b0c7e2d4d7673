import { expect, settled, test } from '../support/e2e.ts'

/** The settings of the search: language, synonyms, and a search to try. */

// A refused save.
test.use({ allowedErrors: [/status of 400/] })

test('an administrator teaches the search a word, and is told the line of a mistake', async ({
  page,
  signIn,
}) => {
  await signIn({ admin: true })
  await page.goto('/admin/search')
  await settled(page)
  const field = page.getByLabel('Words that stand for each other')
  await expect(field).toHaveValue(/transcribe/)
  const tried = page.getByRole('region', { name: 'Try a search' })
  const tryQuery = async (query: string) => {
    await tried.getByLabel('Search to try').fill(query)
    await tried.getByRole('button', { name: 'Search' }).click()
  }
  await tryQuery('flummoxer')
  await expect(tried.getByText('Nothing found for “flummoxer”')).toBeVisible()

  const starter = await field.inputValue()
  await field.fill(`${starter}\nalone`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText(/^Line \d+ has one entry only: separate words by commas$/)
  await expect(field).toHaveValue(/alone$/)

  await field.fill(`${starter}\ncode completion, ?flummoxer, code`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Search settings saved')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(tried.getByText(/^[1-9]\d* found for “flummoxer”$/)).toBeVisible()
  await expect(tried.getByRole('listitem').first()).toBeVisible()

  await page.goto('/admin/audit')
  await expect(page.getByText('changed the settings of the search').first()).toBeVisible()
})
