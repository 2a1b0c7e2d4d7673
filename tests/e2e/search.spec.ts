import type { Page } from 'playwright/test'
import { expect, settled, test } from '../support/e2e.ts'

const FIELD = 'Search tools and categories...'

/** A hydrated page. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

test('the shortcut opens and closes the search, which begins with the newest tools', async ({ page }) => {
  await open(page, '/terms')
  await page.getByRole('link', { name: 'Privacy', exact: true }).focus()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByPlaceholder(FIELD)).toBeFocused()
  await expect(dialog.getByText('Recent Tools')).toBeVisible()
  await expect(dialog.getByRole('option')).toHaveCount(5)
  await page.keyboard.press('Control+k')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: 'Privacy', exact: true })).toBeFocused()
})

test('is prefetched once, finds tools before categories, marks the match, and works by keyboard', async ({
  page,
}) => {
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/tools?')) reads.push(request.url())
  })
  await open(page, '/terms')
  const button = page.getByRole('button', { name: FIELD })
  const read = page.waitForResponse('**/rest/v1/tools?*')
  await button.hover()
  await read
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('option')).toHaveCount(5)
  expect(reads).toHaveLength(1)
  await dialog.getByPlaceholder(FIELD).fill('TRANS')
  await expect(dialog.getByText('Search Results')).toBeVisible()
  const last = dialog.getByRole('option').last()
  await expect(last).toContainText('Category')
  const kinds = (await dialog.getByRole('option').allTextContents()).map((text) => text.endsWith('Category'))
  expect(kinds, 'no tool after a category').toEqual(kinds.toSorted((a, b) => Number(a) - Number(b)))
  await expect(last.locator('mark')).toHaveText('Trans')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(/\/categories\/trans/)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the close button is a cross, large enough for touch', async ({ page }) => {
    await open(page, '/')
    await page.getByRole('button', { name: /^Search/ }).tap()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await expect(dialog.getByRole('option')).toHaveCount(5)
    await expect(dialog.getByText('Esc')).toBeHidden()
    const close = dialog.getByRole('button', { name: 'close search' })
    // Layout size: the dialog is still animating.
    expect(await close.evaluate((element: HTMLElement) => element.offsetHeight)).toBeGreaterThanOrEqual(44)
    await close.tap()
    await expect(dialog).toBeHidden()
  })
})
