import type { Page } from 'playwright/test'
import { administrator } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Section 2, Guards and Admin: access, what is shown meanwhile, the tabs, and redirects. */

const heading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

/** Records every admin heading or tab that appears in the page, however briefly. */
async function watchForAdmin(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const look = () => {
      if (/Admin Dashboard/.test(document.body?.innerText ?? '')) document.documentElement.dataset.seen = ''
    }
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
  })
  return () => page.evaluate(() => 'seen' in document.documentElement.dataset)
}

test('a visitor is redirected to sign in and may go back; the history has no extra entry', async ({
  page,
  server,
}) => {
  const person = await administrator(server)
  const seen = await watchForAdmin(page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('is_admin')) asked += 1
  })
  await page.goto('/terms')
  const before = await page.evaluate(() => history.length)
  await page.goto('/admin/tools?search=whisper')
  await expect(page).toHaveURL('/login')
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  expect(await seen()).toBe(false)
  expect(asked, 'the check runs only when a user exists').toBe(0)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Take me back' }).click()
  await expect(heading(page)).toBeVisible()
  await expect(page).toHaveURL('/admin/tools?search=whisper')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})

test('tabs work by click and keyboard, and every page has its own title', async ({ page, signIn }) => {
  const expectTitle = (name: string) => expect(page).toHaveTitle(`${name} - Admin Dashboard - Plaudit`)
  await signIn({ admin: true })
  await page.goto('/admin')
  const names = [
    'Tools',
    'Categories',
    'Submissions',
    'Flags',
    'Members',
    'Audit log',
    'Import & export',
    'Numbers',
    'Backup',
    'Search',
    'Site settings',
  ]
  await expect(page.getByRole('tab')).toHaveText(names)
  await expect(tab(page, 'Tools')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tabpanel', { name: 'Tools' })).toBeVisible()
  await expectTitle('Tools')
  for (const name of names.slice(2)) {
    await tab(page, name).click()
    await expectTitle(name)
  }
  await tab(page, 'Backup').click()
  await expect(page.getByText('No backup has been made yet.')).toBeVisible()
  await expectNoBarrier(page, 'backup')
  // In the dark theme the selected button is lighter than its track.
  await page.emulateMedia({ colorScheme: 'dark' })
  await tab(page, 'Flags').click()
  const chosen = page
    .getByRole('group', { name: 'Show' })
    .getByRole('button', { name: 'Pending', exact: true })
  await expect(chosen).toHaveAttribute('aria-pressed', 'true')
  const [button, track] = await chosen.evaluate((element) => {
    const lightness = (of: Element | null) =>
      Number(/^oklch\(([\d.]+)/.exec(of ? getComputedStyle(of).backgroundColor : '')?.[1])
    return [lightness(element), lightness(element.closest('fieldset'))]
  })
  expect(button).toBeGreaterThan(track)
  await page.emulateMedia({ colorScheme: 'light' })
  await tab(page, 'Categories').click()
  await expect(page).toHaveURL('/admin/categories')
  await expectTitle('Categories')
  await expect(tab(page, 'Categories')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(tab(page, 'Tools')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/admin/tools')
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Categories')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/categories')
  await expect(page.getByRole('tabpanel', { name: 'Categories' })).toBeVisible()
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 700 } })

  test('the menu works, nothing overflows, the list starts in the upper half, hidden tabs fade', async ({
    page,
    signIn,
  }) => {
    await signIn({ admin: true })
    await page.goto('/')
    await settled(page)
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Admin' }).click()
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeHidden()
    await settled(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 390, height: 844 })
    // Without the first steps above the list.
    await page.goto('/admin/tools')
    const first = page.getByRole('list', { name: 'Tools' }).getByRole('listitem').first()
    await expect(first).toBeVisible()
    expect((await first.boundingBox())?.y).toBeLessThan(320)
    expect((await first.boundingBox())?.height).toBeLessThan(110)
    const fades = () =>
      page.getByRole('tablist').evaluate((list) => getComputedStyle(list).maskImage !== 'none')
    await expect(tab(page, 'Import & export')).not.toBeInViewport()
    expect(await fades()).toBe(true)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect.poll(fades).toBe(false)
  })
})
