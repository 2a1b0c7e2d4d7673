import type { Page } from 'playwright/test'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Every public page of the catalogue in both themes, without scripts, while loading, and when it fails. */

const PAGES = ['/', '/?categories=coding,video', '/tools/whisper', '/categories', '/categories/coding']
const MISSING = ['/no/such/page', '/tools/no-such', '/categories/no-such']

async function expectToFit(page: Page, what: string): Promise<void> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(over, `${what} is wider than the window`).toBeLessThanOrEqual(0)
}

test.describe('every page', () => {
  test.use({ allowedErrors: [/status of 404|^Nothing is at this address: /] })

  test('is accessible, and does not overflow at 320 px', async ({ page }) => {
    test.slow()
    for (const path of [...PAGES, ...MISSING]) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path)
      await expectNoBarrier(page, path)
      await expectToFit(page, path)
      await page.setViewportSize({ width: 320, height: 800 })
      await expectToFit(page, path)
    }
  })

  test('does not overflow with a name that is one long word', async ({ page, server }) => {
    const { sql } = server
    const [long] = await sql<{ id: string }[]>`
      insert into public.categories (name, slug) values (${'n'.repeat(100)}, 'long-name') returning id`
    await sql`insert into public.tools (name, slug, short_description, website_url, category_id)
      values (${'n'.repeat(200)}, 'long-word', ${'n'.repeat(500)}, 'https://example.org', ${long?.id ?? null})`
    await page.setViewportSize({ width: 320, height: 800 })
    for (const path of ['/', '/categories', '/tools/long-word', '/categories/long-name']) {
      await page.goto(path)
      await expectToFit(page, path)
    }
    await sql`delete from public.tools where slug = 'long-word'`
    await sql`delete from public.categories where slug = 'long-name'`
  })
})

test.describe('390 px wide', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test('dialogs and menus are accessible', async ({ page }) => {
    await page.goto('/')
    await settled(page)
    await page.getByRole('button', { name: 'Filter by category' }).click()
    await expectNoBarrier(page, 'filter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search tools and categories...').fill('perplexty')
    await expect(page.getByText('No exact match. Close names:')).toBeVisible()
    await expect(page.getByRole('option').first()).toContainText('Perplexity')
    await expectNoBarrier(page, 'search')
    await page.keyboard.press('Escape')
    await page.locator('article').first().getByRole('button').click()
    // By name: the search dialog may still be closing.
    await expect(page.getByRole('dialog', { name: 'Authentication Required' })).toBeVisible()
    await expectNoBarrier(page, 'authentication required')
    await page.keyboard.press('Escape')
    const menu = page.getByRole('button', { name: 'Menu' })
    await menu.click()
    await expectNoBarrier(page, 'menu')
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await menu.click()
    await page.getByRole('dialog').getByRole('link', { name: 'Categories' }).click()
    await expect(page.getByRole('heading', { name: 'All Categories' })).toBeVisible()
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

test('a chosen theme is applied before the first paint, and can be reset to the system’s', async ({
  page,
}) => {
  await page.goto('/')
  await settled(page)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('radio', { name: 'Dark theme' }).check({ force: true })
  await expect.poll(ground).not.toBe(light)
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await settled(page)
  await page.getByRole('radio', { name: 'System theme' }).check({ force: true })
  await expect.poll(ground).toBe(light)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the pages show their content; list, filter and menu work', async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(path)
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
    }
    await page.goto('/')
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.locator('article')).toHaveCount(30)
    await page
      .getByRole('navigation', { name: 'Quick filters' })
      .getByRole('link', { name: 'Coding' })
      .click()
    await expect(page.locator('article')).toHaveCount(12)
    await page.getByRole('button', { name: 'Filter by category' }).click()
    await page.getByRole('link', { name: 'All Categories' }).click()
    await expect(page).toHaveURL('/categories')
  })
})

test.describe('a page that does not exist', () => {
  test.use({ allowedErrors: [/status of 404|^Nothing is at this address: /] })

  test('is a not-found page with status 404', async ({ page, server }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    for (const path of MISSING) expect((await page.request.get(path)).status(), path).toBe(404)
    await page.goto('/tools/no-such')
    await expect(page.getByRole('heading', { name: 'Tool Not Found' })).toBeVisible()
    await expect(
      page.getByText("The tool you're looking for doesn't exist or has been removed."),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Back to Tools Directory' }).click()
    await expect(page).toHaveURL(`${server.url}/`)
    await page.goto('/no/such/page')
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
    await expect(page.getByText('Oops! Page not found')).toBeVisible()
    await expect
      .poll(() => logged, 'the attempted path is logged')
      .toContain('Nothing is at this address: /no/such/page')
    await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(3)
    await page.getByRole('main').getByRole('searchbox').fill('deepl')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search\?q=deepl/)
    await page.goto('/no/such/page')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL(`${server.url}/`)
    await page.goto('/tools/')
    await expect(page).toHaveURL(`${server.url}/`)
  })
})
