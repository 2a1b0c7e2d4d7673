import type { Locator } from 'playwright/test'
import { member } from '../support/actors.ts'
import { expect, holdBack, settled, test } from '../support/e2e.ts'

/** Windows' high contrast draws no backgrounds of ours: what is chosen still does not look like what is not. */

test.use({ contextOptions: { forcedColors: 'active' } })

/** Whether it is drawn as the system draws what is selected. */
const isMarked = (part: Locator) =>
  part.evaluate((element) => {
    const selected = document.body.appendChild(document.createElement('i'))
    selected.style.background = 'SelectedItem'
    const [own, its] = [element, selected].map((each) => getComputedStyle(each).backgroundColor)
    selected.remove()
    return own === its
  })
const expectMarked = async (chosen: Locator, other: Locator) => {
  await expect.poll(() => isMarked(chosen)).toBe(true)
  expect(await isMarked(other)).toBe(false)
}

test('the chosen order, theme, result, tab, filter and action are marked', async ({
  page,
  signIn,
  server,
}) => {
  await member(server, { username: 'another' })
  await signIn({ admin: true })
  await page.goto('/')
  await settled(page)
  const link = (name: string) => page.getByRole('main').getByRole('link', { name, exact: true })
  await expectMarked(link('Newest'), link('Trending'))
  const theme = (name: string) => page.getByRole('contentinfo').getByTitle(name, { exact: true })
  await expectMarked(theme('System theme'), theme('Dark theme'))

  await page.keyboard.press('Control+k')
  await page.keyboard.press('ArrowDown')
  await expectMarked(page.getByRole('option', { selected: true }), page.getByRole('option').last())

  await page.goto('/admin/people')
  await settled(page)
  const filter = (name: string) => page.getByRole('button', { name, exact: true })
  await expectMarked(filter('All'), filter('Suspended'))
  const line = (name: string) =>
    page
      .getByRole('tab', { name, exact: true })
      .evaluate((tab) => getComputedStyle(tab, '::after').borderBottomWidth)
  expect(await line('Members')).not.toBe(await line('Tools'))

  await page.getByRole('button', { name: 'More actions for @another' }).press('Enter')
  const action = page.getByRole('menuitem')
  await expectMarked(action.first(), action.last())
})

test('what is drawn by a gradient is seen: what loads, and the bar above the settings', async ({
  page,
  signIn,
}) => {
  await signIn({ admin: true })
  await page.goto('/admin/site')
  const bar = page.getByRole('button', { name: 'Publish' }).locator('..')
  const behind = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor)
  await expect.poll(behind).toMatch(/^rgb\(/)
  await page.goto('/categories')
  await settled(page)
  await holdBack(page, '**/rest/v1/**')
  await page.getByRole('link', { name: 'Coding' }).click()
  await expect(page.locator('.skeleton').first()).toHaveCSS('border-top-width', '1px')
})
