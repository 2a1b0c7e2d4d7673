import type { Page } from 'playwright/test'
import { expect, settled, test } from '../support/e2e.ts'

/** Keyboard focus is visible at every tab stop, in a colour that does not signal an error. */

/** The tab stops of the page, and those without a visible focus ring. */
async function findUnmarked(page: Page): Promise<{ stops: number; unmarked: string[] }> {
  // From now on what is focused counts as reached by keyboard.
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const isDrawn = (on: Element, pseudo?: string) => {
      const { outlineStyle, outlineWidth, content } = getComputedStyle(on, pseudo)
      return outlineStyle !== 'none' && outlineWidth !== '0px' && (!pseudo || content !== 'none')
    }
    const stops = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, [tabindex]',
      ),
    ].filter((element) => {
      element.focus()
      return element.tabIndex >= 0 && document.activeElement === element
    })
    const unmarked = stops.filter((element) => {
      element.focus()
      const label = element.closest('label')
      return !isDrawn(element) && !(label && isDrawn(label)) && !isDrawn(element, '::after')
    })
    return { stops: stops.length, unmarked: unmarked.map(({ outerHTML }) => outerHTML.slice(0, 120)) }
  })
}

test('every tab stop has a visible focus ring', async ({ page, signIn }) => {
  for (const address of [
    '/',
    '/tools/whisper',
    '/categories',
    '/login',
    '/profile',
    '/profile?tab=upvotes',
  ]) {
    if (address === '/profile') await signIn()
    await page.goto(address)
    await settled(page)
    const { stops, unmarked } = await findUnmarked(page)
    expect(stops, address).toBeGreaterThan(9)
    expect(unmarked, address).toEqual([])
  }
})

test('signing out on home leaves the focus on the page', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  // What is still read for the member when they leave is refused, which the browser notes.
  await settled(page)
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(page.getByText('Successfully signed out!')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('the focus ring of a field differs from its error state', async ({ page }) => {
  await page.goto('/register')
  await settled(page)
  const [field, wrong] = [page.getByLabel('Full Name'), page.getByLabel('Email')]
  await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click()
  await expect(field).toBeFocused()
  await expect(wrong).toHaveAttribute('aria-invalid', 'true')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const ring = await field.evaluate((element) => getComputedStyle(element).outlineColor)
    const { border, ink } = await wrong.evaluate((element) => ({
      border: getComputedStyle(element).borderTopColor,
      ink: getComputedStyle(document.body).color,
    }))
    expect(ring).toBe(ink)
    expect(ring).not.toBe(border)
  }
})
