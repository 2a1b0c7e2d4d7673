import type { Page } from 'playwright/test'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Help for misspelt names, and the counts of the category filter. */

const FIELD = 'Search tools and categories...'

async function openSearch(page: Page) {
  await page.goto('/')
  await settled(page)
  await page.keyboard.press('Control+k')
  return page.getByRole('dialog', { name: 'Search' })
}

test('a misspelt name finds its tool, under a heading of its own', async ({ page }) => {
  const dialog = await openSearch(page)
  await dialog.getByPlaceholder(FIELD).fill('perplexty')
  await expect(dialog.getByText('No exact match. Close names:')).toBeVisible()
  await expect(dialog.getByText('Search Results')).toBeHidden()
  await expect(dialog.getByRole('option').first()).toContainText('Perplexity')
  await expectNoBarrier(page, 'similar results')
  await dialog.getByPlaceholder(FIELD).fill('whipser')
  await expect(dialog.getByRole('option').first()).toContainText('Whisper')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tools\/whisper$/)
})

test('the filter shows what each further choice adds, by one request for all', async ({ page, server }) => {
  const [row] = await server.sql<{ added: number }[]>`
    select count(*)::int as added from public.tool_categories tc join public.categories c on c.id = tc.category_id
    where c.slug = 'video' and tc.tool_id not in (
      select o.tool_id from public.tool_categories o join public.categories oc on oc.id = o.category_id
      where oc.slug = 'coding')`
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('count_categories') && asked.push(request.url()))
  await page.goto('/')
  await settled(page)
  await page.getByRole('button', { name: 'Filter by category' }).click()
  await expect(page.getByRole('checkbox', { name: 'Video (10)', exact: true })).toBeVisible()
  expect(asked, 'nothing is selected: the counts are there').toEqual([])
  await page.getByRole('checkbox', { name: 'Coding (12)' }).check()
  const video = page.getByRole('checkbox', { name: /^Video/ })
  await expect(video).toHaveAccessibleName('Video (10)')
  await expect(video).toHaveAccessibleDescription(`adds ${row?.added}`)
  await expect(page.getByRole('checkbox', { name: 'Coding (12)', exact: true })).toBeChecked()
  expect(asked).toHaveLength(1)
  await expectNoBarrier(page, 'filter')
  await video.check()
  await expect(page.getByText(`${12 + (row?.added ?? 0)} tools`, { exact: true })).toBeVisible()
})
