import type { Page } from 'playwright/test'
import { expect, settled, test } from '../support/e2e.ts'

/** Keyboard focus is visible at every tab stop, in a colour that does not signal an error. */

const STOPS = 45

/** Tabs through the page and returns the stops without a visible focus ring. */
async function unmarkedStops(page: Page): Promise<{ stops: number; unmarked: string[] }> {
  const unmarked: string[] = []
  let stops = 0
  for (; stops < STOPS; stops++) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const isDrawn = (on: Element, pseudo?: string) => {
        const { outlineStyle, outlineWidth, content } = getComputedStyle(on, pseudo)
        return outlineStyle !== 'none' && outlineWidth !== '0px' && (!pseudo || content !== 'none')
      }
      const parts = [element, element.closest('label')].filter((part) => part !== null)
      const isMarked = parts.some((part) => isDrawn(part)) || isDrawn(element, '::after')
      return isMarked ? '' : element.outerHTML.slice(0, 120)
    })
    if (stop === null) break
    if (stop) unmarked.push(stop)
  }
  return { stops, unmarked }
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
    const { stops, unmarked } = await unmarkedStops(page)
    expect(stops, address).toBeGreaterThan(9)
    expect(unmarked, address).toEqual([])
  }
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
