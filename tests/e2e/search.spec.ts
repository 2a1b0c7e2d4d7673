import type { Page } from 'playwright/test'
import { expect, settled, test } from '../support/e2e.ts'

const FIELD = 'Search tools and categories...'

/** A page that answers already: its scripts have run. */
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

test('what it opens with is read when someone reaches for it, once', async ({ page }) => {
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
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('option')).toHaveCount(5)
  expect(reads).toHaveLength(1)
})

test('finds tools before categories, marks the match, and the keyboard chooses', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('button', { name: FIELD }).click()
  const dialog = page.getByRole('dialog', { name: 'Search' })
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

test('the first result is marked and told to screen readers before any key, and so is every other', async ({
  page,
}) => {
  await open(page, '/')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox', { name: 'Search tools and categories' })
  const options = dialog.getByRole('option')
  const expectMarked = async (row: number) => {
    await expect(dialog.getByRole('option', { selected: true })).toHaveCount(1)
    await expect(options.nth(row)).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute(
      'aria-activedescendant',
      (await options.nth(row).getAttribute('id')) ?? '-',
    )
  }
  await expect(options).toHaveCount(5)
  await expectMarked(0)
  await page.keyboard.press('ArrowDown')
  await expectMarked(1)
  await page.keyboard.insertText('trans')
  await expect(dialog.getByText('Search Results')).toBeVisible()
  await expectMarked(0)
  await page.keyboard.press('ArrowUp')
  await expectMarked((await options.count()) - 1)
  await options.nth(1).hover()
  await expectMarked(1)
  await field.fill('qqqqqqqq')
  await expect(dialog.getByText('No results found.')).toBeVisible()
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await expect(field).toHaveAttribute('aria-expanded', 'false')
})

test('Enter opens what a pasted or dictated text found, the exact name before longer ones', async ({
  page,
  server,
}) => {
  await server.sql`insert into public.tools (name, slug, short_description, website_url)
    values ('Whisper Notes', 'whisper-notes', 'Newer, and not what was asked for.', 'https://example.org')`
  await open(page, '/')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('option')).toHaveCount(5)
  // Text without a key pressed, as pasting and dictating send it.
  await page.keyboard.insertText('whisper')
  await expect(dialog.getByRole('option').first()).toHaveText('Whisper')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/tools/whisper')
  await server.sql`delete from public.tools where slug = 'whisper-notes'`
})

test('Enter before the results are there opens the first of them, none of those of before', async ({
  page,
}) => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  await page.route('**/rpc/search_catalogue*', async (route) => {
    await asked
    await route.continue()
  })
  await open(page, '/terms')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('option')).toHaveCount(5)
  const sent = page.waitForRequest(/search_catalogue.*suno/)
  await page.keyboard.insertText('suno')
  await page.keyboard.press('Enter')
  await sent
  await expect(page).toHaveURL('/terms')
  await expect(dialog).toBeVisible()
  ask()
  await expect(page).toHaveURL('/tools/suno')
  await expect(dialog).toBeHidden()
})

test('Enter presses the button that has the focus, and chooses nothing', async ({ page }) => {
  await open(page, '/terms')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('option')).toHaveCount(5)
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'close search' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/terms')
})

test('takes special characters literally and says when nothing is found', async ({ page, server }) => {
  await server.sql`insert into public.tools (name, slug, short_description, website_url)
    values ('100% _(odd)*, "name"\\', 'odd-name', 'A tool with an odd name.', 'https://example.org')`
  await open(page, '/')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  for (const text of ['%', '_(', ')*,', '"name"\\']) {
    await dialog.getByPlaceholder(FIELD).fill(text)
    await expect(dialog.getByRole('option')).toHaveCount(1)
    await expect(dialog.getByRole('option')).toContainText('100% _(odd)*, "name"\\')
  }
  await dialog.getByPlaceholder(FIELD).fill('%%')
  await expect(dialog.getByText('No results found.')).toBeVisible()
  await server.sql`delete from public.tools where slug = 'odd-name'`
})

test('cancels what it was asked before', async ({ page }) => {
  const cancelled: string[] = []
  page.on('requestfailed', (request) =>
    cancelled.push(new URL(request.url()).searchParams.get('query') ?? ''),
  )
  await page.route('**/rpc/search_catalogue*', async (route) => {
    if (route.request().url().includes('query=vi&')) await new Promise((resolve) => setTimeout(resolve, 3000))
    await route.continue().catch(() => undefined)
  })
  await open(page, '/')
  await page.keyboard.press('Control+k')
  const field = page.getByPlaceholder(FIELD)
  const asked = page.waitForRequest(/query=vi&/)
  await field.fill('vi')
  await asked
  await field.fill('video')
  await expect(page.getByRole('option').last()).toContainText('Video')
  expect(cancelled).toContain('vi')
})

test.describe('when the server does not answer', () => {
  test.use({ allowedErrors: [/Failed to load resource/] })

  test('says so and tries again', async ({ page }) => {
    await open(page, '/')
    await page.route('**/rest/v1/**', (route) => route.abort())
    await page.keyboard.press('Control+k')
    await expect(page.getByText('Failed to fetch tools')).toBeVisible()
    await page.unroute('**/rest/v1/**')
    await page.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(page.getByRole('option')).toHaveCount(5)
    await expect(page.getByPlaceholder(FIELD)).toBeFocused()
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('what closes the search is a cross, and large enough for a finger', async ({ page }) => {
    await open(page, '/')
    await page.getByRole('button', { name: /^Search/ }).tap()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await expect(dialog.getByRole('option')).toHaveCount(5)
    await expect(dialog.getByText('Esc')).toBeHidden()
    const close = dialog.getByRole('button', { name: 'close search' })
    // As it is laid out: the dialog is still growing to its size.
    expect(await close.evaluate((element: HTMLElement) => element.offsetHeight)).toBeGreaterThanOrEqual(44)
    await close.tap()
    await expect(dialog).toBeHidden()
  })
})
