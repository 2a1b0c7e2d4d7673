import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright/test'
import { expect, settled, test } from '../support/e2e.ts'

/** What opening the home page downloads, and what only using it does (decision 041). */

const MAX_BYTES = 125_000
/** Of any page that visitors open first: with the dashboard a tool's page had 279,000. */
const MAX_PAGE_BYTES = 200_000

/** Scripts loaded and reads sent so far. */
function watch(page: Page) {
  const scripts: Response[] = []
  const reads: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/')) reads.push(request.url())
  })
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })
  return { scripts, reads }
}

/** Only the scripts in home's HTML: with a pointer the browser would load others on hover. */
async function refuseLaterScripts(page: Page): Promise<void> {
  const home = await (await page.request.get('/')).text()
  await page.route('**/assets/*.js', (route) =>
    home.includes(new URL(route.request().url()).pathname) ? route.continue() : route.abort(),
  )
}

test('a visit stays within the bound of scripts, and sends no reads', async ({ page }) => {
  const seen = watch(page)
  await page.goto('/')
  await settled(page)
  const scripts = await Promise.all(seen.scripts.map((response) => response.body()))
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).byteLength, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
  expect(seen.reads).toEqual([])
})

test('no page of a visitor brings the dashboard along', async ({ request }) => {
  for (const path of [
    '/tools/whisper',
    '/alternatives/whisper',
    '/compare?tools=whisper,udio',
    '/categories',
    '/search?q=voice',
    '/login',
    '/terms',
  ]) {
    const html = await (await request.get(path)).text()
    const files = new Set(
      [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, file = '']) => file),
    )
    expect(files.size, path).toBeGreaterThan(1)
    let bytes = 0
    for (const file of files) bytes += gzipSync(await (await request.get(file)).body()).byteLength
    expect(bytes, path).toBeLessThanOrEqual(MAX_PAGE_BYTES)
  }
})

test('data of the page is not refetched, however old it is', async ({ page }) => {
  const seen = watch(page)
  await page.goto('/')
  await settled(page)
  // Not before: the fake clock also controls requestIdleCallback.
  await page.clock.install()
  await page.clock.fastForward('10:00')
  await page.mouse.move(200, 200)
  await settled(page)
  expect(seen.reads).toEqual([])
  await page.getByRole('button', { name: 'Load More' }).click()
  await expect(page.locator('article')).toHaveCount(30)
  // Only the list's: a tool under the pointer is prefetched.
  expect(seen.reads.filter((url) => url.includes('/rest/v1/rpc/list_tools?'))).toHaveLength(1)
})

test.describe('when the code for reading fails to load', () => {
  test.use({ allowedErrors: [/Failed to (load resource|fetch)/] })

  test('the list and Load More say so each time, and work when retried', async ({ page }) => {
    await refuseLaterScripts(page)
    await page.goto('/')
    await settled(page)
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.getByRole('alert').getByText('Failed to fetch tools')).toBeVisible()
    for (const order of ['Most recommended', 'Trending']) {
      // The previous order shows the same message, so wait until this one's request was refused.
      const refused = page.waitForEvent('requestfailed')
      await page.getByRole('link', { name: order }).click()
      await refused
      await expect(page.getByRole('link', { name: order })).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('alert').getByText('Failed to fetch tools')).toBeVisible()
    }
    await page.unroute('**/assets/*.js')
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('article')).toHaveCount(15)
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(page.locator('article')).toHaveCount(30)
  })
})
