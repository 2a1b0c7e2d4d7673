import type { Page, Route } from 'playwright/test'
import { expect, holdBack, settled, test } from '../support/e2e.ts'

/**
 * Section 8 for visitors where a browser is needed: dialogs, no network, a slow one, and a server that never answers;
 * other messages are in tests/component. Section 9: what is shown meanwhile.
 */

// Other tests rely on the starter catalogue's counts.
test.afterEach(async ({ server }) => {
  await server.sql`delete from public.tool_upvotes`
})

/** A hydrated page with no catalogue data loaded yet. */
async function startAtTerms(page: Page): Promise<void> {
  await page.goto('/terms')
  await settled(page)
}

/** The skeleton starts at the top. */
const expectTop = async (page: Page) => expect(await page.evaluate(() => scrollY)).toBe(0)

/** No script that holds `text` can be downloaded. */
const abortScripts = (page: Page, text: string) =>
  page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    await ((await response.text()).includes(text) ? route.abort() : route.fulfill({ response }))
  })

const toHome = (page: Page) => page.getByRole('link', { name: 'Plaudit', exact: true }).click()

test.describe('without a network', () => {
  test.use({ allowedErrors: [/ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch|could not be downloaded/] })

  test('pages say so instead of waiting, and recover automatically', async ({ page, context }) => {
    await page.goto('/')
    await settled(page)
    await page.getByRole('button', { name: 'Filter by category' }).click()
    await expect(page.getByRole('checkbox', { name: 'Coding (12)' })).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('checkbox', { name: 'Coding (12)' }).check()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Failed to fetch tools')).toBeVisible()
    await expect(page.getByText('We could not reach the server. Check your connection.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Failed to fetch tools')).toBeVisible()
    await context.setOffline(false)
    await expect(page.locator('article')).toHaveCount(12)
  })

  test('a link keeps the page’s frame and says so, whatever of the next page is missing', async ({
    page,
    context,
  }) => {
    // Nothing of the next pages is downloaded before they are opened.
    for (const [from, name] of [
      ['/terms', 'Categories'],
      ['/', 'GitHub Copilot'],
    ] as const) {
      await page.goto(from)
      await settled(page)
      const link = page.getByRole('link', { name, exact: true }).first()
      await context.setOffline(true)
      await link.evaluate((element: HTMLElement) => element.click())
      const failure = page.getByRole('alert').filter({ hasText: 'You seem to be offline' })
      await expect(failure).toBeVisible()
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByText(/Not Found|doesn.t exist/)).toHaveCount(0)
      await failure.getByRole('button', { name: 'Try again' }).click()
      await expect(failure).toBeVisible()
      await context.setOffline(false)
      await expect(
        page.getByRole('heading', { level: 1, name: /All Categories|GitHub Copilot/ }),
      ).toBeVisible()
    }
  })

  test('a page that has arrived stays readable without its code, and says so when a button is pressed', async ({
    page,
  }) => {
    await abortScripts(page, 'display min-w-0 text-[38px]')
    await page.route('**/healthz', (route) => route.abort())
    const missing = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/healthz'))
    await page.goto('/categories/coding')
    await missing
    await settled(page)
    await page.getByRole('button', { name: 'Upvote GitHub Copilot' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'You seem to be offline' })).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
  })

  test('a part of a page that cannot be downloaded leaves the rest, and what has arrived of it', async ({
    page,
    server,
  }) => {
    const facts = [{ key: 'author', label: 'Author', kind: 'line', on_card: true }]
    await server.sql`select private.write_site_settings(${JSON.stringify({ facts })}::text::jsonb, null, null)`
    await server.sql`update public.tools set own_facts = '{"author": "Somebody"}' where slug = 'whisper'`
    await abortScripts(page, 'flex basis-full flex-wrap gap-x-3.5')
    const missing = page.waitForEvent('requestfailed')
    await page.goto('/categories/transcription-and-meetings')
    await missing
    await settled(page)
    const card = page.getByRole('article').filter({ hasText: 'Author: Somebody' })
    await expect(card).toHaveCount(1)
    await card.getByRole('button', { name: /^Upvote/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await server.sql`select private.write_site_settings('{"facts": null}', null, null)`
  })

  test('a request in progress when it comes back is repeated, because it may still fail', async ({
    page,
    context,
  }) => {
    await page.goto('/')
    await settled(page)
    await page.getByRole('button', { name: 'Filter by category' }).click()
    await expect(page.getByRole('checkbox', { name: 'Coding (12)' })).toBeVisible()
    const held: Route[] = []
    await page.route('**/rest/v1/rpc/list_tools*', (route) =>
      held.length < 2 ? void held.push(route) : route.continue(),
    )
    await page.getByRole('checkbox', { name: 'Coding (12)' }).check()
    await expect.poll(() => held.length).toBe(1)
    // The first failure is retried once; the second would be the last.
    await held[0]?.abort()
    await expect.poll(() => held.length).toBe(2)
    await context.setOffline(true)
    await context.setOffline(false)
    await held[1]?.abort()
    await expect(page.locator('article')).toHaveCount(12)
  })
})

test.describe('a server that never answers', () => {
  test.use({ allowedErrors: [/Failed to load resource/] })

  test('times out: no skeleton stays for ever', async ({ page }) => {
    // The same timeout, shortened.
    await page.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal)
      AbortSignal.timeout = (milliseconds) => timeout(milliseconds / 20)
    })
    await startAtTerms(page)
    await page.route('**/rest/v1/rpc/list_tools*', () => new Promise(() => undefined))
    await toHome(page)
    await expect(page.locator('[data-skeleton=tool]')).toHaveCount(5)
    await expect(page.getByText('Failed to fetch tools')).toBeVisible()
    await page.unroute('**/rest/v1/rpc/list_tools*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('article')).toHaveCount(15)
  })
})

test('a slow network shows skeletons, and locks Load More', async ({ page }) => {
  await startAtTerms(page)
  const reads = await holdBack(page, '**/rest/v1/**')
  await toHome(page)
  await expect(page.locator('[data-skeleton=tool]')).toHaveCount(5)
  reads.letThrough()
  await expect(page.locator('article')).toHaveCount(15)
  reads.again()
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(page.getByRole('button', { name: 'Loading...' })).toBeVisible()
  reads.letThrough()
  await expect(page.locator('article')).toHaveCount(30)
  reads.again()
  await page.evaluate(() => window.scrollTo(0, 1000))
  await page.getByRole('link', { name: 'Categories', exact: true }).click()
  await expect(page.locator('[data-skeleton=category]')).toHaveCount(8)
  await expectTop(page)
  reads.letThrough()
  const coding = page.getByRole('link', { name: /^Coding/ })
  await expect(coding).toBeVisible()
  await settled(page)
  reads.again()
  await page.evaluate(() => window.scrollTo(0, 500))
  await coding.click()
  await expect(page.locator('[data-skeleton=tool]')).toHaveCount(4)
  await expectTop(page)
  reads.letThrough()
  const copilot = page.getByRole('link', { name: 'GitHub Copilot' })
  await expect(copilot).toBeVisible()
  await settled(page)
  reads.again()
  await copilot.click()
  await expect(page.locator('[data-skeleton=recommendation]')).toHaveCount(3)
  reads.letThrough()
  await expect(page.getByRole('heading', { level: 1, name: 'GitHub Copilot' })).toBeVisible()
})
