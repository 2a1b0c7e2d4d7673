import type { Page } from 'playwright/test'
import { administrator, sessionOf } from '../support/actors.ts'
import { flagged } from '../support/admin-flags.ts'
import { expect, settled, test, tornWords } from '../support/e2e.ts'
import { type ServerProcess, startServerProcess } from '../support/test-server.ts'

/** German words are longer: on the narrowest telephone none is torn, and no button lies on another. */

let site: ServerProcess
test.beforeAll(async () => {
  site = await startServerProcess({ LANGUAGES: 'de' })
})
test.afterAll(() => site?.close())
test.use({ baseURL: '', viewport: { width: 320, height: 800 } })

async function signIn(page: Page): Promise<void> {
  const session = JSON.stringify(await sessionOf(site, await administrator(site)))
  await page.goto(`${site.url}/robots.txt`)
  await page.evaluate((value) => localStorage.setItem('sb-127-auth-token', value), session)
}

test('the dashboard', async ({ page }) => {
  await flagged(site, 'gemeldet')
  await signIn(page)
  const main = page.getByRole('main')
  const texts = main.locator('fieldset button, [aria-labelledby="first-steps"] p:not(:has(*))')
  for (const address of ['/admin', '/admin/submissions', '/admin/flags']) {
    await page.goto(site.url + address)
    await expect(texts.first()).toBeVisible()
    await settled(page)
    for (const text of await texts.all()) expect(await tornWords(text), address).toEqual([])
  }
  const decisions = await main
    .getByRole('article')
    .locator('button[aria-keyshortcuts]')
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { left, right, top } = button.getBoundingClientRect()
        return { left, right, top }
      }),
    )
  expect(decisions).toHaveLength(3)
  for (const [place, { left, top }] of decisions.entries()) {
    const before = decisions[place - 1]
    if (before?.top === top) expect(left).toBeGreaterThanOrEqual(before.right)
  }
})

test('what hides the first steps stands beside their heading', async ({ page }) => {
  await signIn(page)
  await page.goto(`${site.url}/admin`)
  const steps = page.getByRole('region', { name: 'Erste Schritte' })
  const hide = await steps.getByRole('button', { name: 'Ausblenden' }).boundingBox()
  const title = await steps.getByRole('heading').boundingBox()
  expect(hide?.y).toBeLessThan((title?.y ?? 0) + (title?.height ?? 0))
})
