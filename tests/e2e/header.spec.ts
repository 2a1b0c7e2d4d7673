import { expect, holdBack, settled, test } from '../support/e2e.ts'

/** The header and footer in every variant of section 2. */

test('the header speaks to visitors, members and administrators; the footer says what the site is for', async ({
  page,
  signIn,
}) => {
  const header = page.getByRole('banner')
  await page.goto('/')
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
  await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register')
  await expect(header.getByRole('link', { name: 'Categories' })).toHaveAttribute('href', '/categories')
  await expect(header.getByRole('button', { name: 'Search tools and categories...' })).toBeVisible()
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText('Discover the best AI tools for your workflow')).toBeVisible()
  for (const network of ['LinkedIn', 'X', 'Instagram', 'YouTube']) {
    await expect(footer.getByRole('link', { name: `Plaudit on ${network}`, exact: true })).toHaveAttribute(
      'href',
      /^https:/,
    )
  }
  await expect(footer.getByText(`© ${new Date().getUTCFullYear()} Plaudit`)).toBeVisible()
  await footer.getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL(/\/terms$/)

  await signIn()
  await page.goto('/')
  await expect(header.getByRole('link', { name: 'Profile' })).toHaveAttribute('href', '/profile')
  await settled(page)
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveCount(0)
  await expect(header.getByRole('link', { name: 'Admin' })).toHaveCount(0)

  await signIn({ admin: true })
  await page.goto('/')
  await expect(header.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin')
})

test('nothing moves while the session is being determined', async ({ page, signIn }) => {
  await signIn()
  const search = page.getByRole('button', { name: 'Search tools and categories...' })
  const scripts = await holdBack(page, '**/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  const before = await search.boundingBox()
  scripts.letThrough()
  await expect(page.getByRole('link', { name: 'Sign In' }), 'does not flash by').toBeHidden()
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible()
  expect(await search.boundingBox()).toEqual(before)
})

test('who scrolls before the scripts have come stays there', async ({ page }) => {
  const scripts = await holdBack(page, '**/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(0)
  scripts.letThrough()
  await settled(page)
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
})

test.describe('below 768 px', () => {
  test.use({ viewport: { width: 767, height: 800 } })

  test('the links are in a panel as wide as the window', async ({ page, signIn }) => {
    await signIn({ admin: true })
    await page.goto('/')
    await settled(page)
    await expect(page.getByRole('link', { name: 'Profile' })).toBeHidden()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const panel = page.getByRole('dialog', { name: 'Menu' })
    await expect.poll(async () => (await panel.boundingBox())?.x).toBe(0)
    expect((await panel.boundingBox())?.width).toBe(767)
    for (const name of ['Home', 'Categories', 'Profile', 'Admin']) {
      await expect(panel.getByRole('link', { name })).toBeVisible()
    }
    await panel.getByRole('link', { name: 'Profile' }).click()
    await page.getByLabel('Full Name').fill('Not saved')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await panel.getByRole('button', { name: 'Sign out' }).click()
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Leave' })
      .click()
    await expect(page.getByText('Successfully signed out!')).toBeVisible()
    await expect(panel).toBeHidden()
  })

  test('a visitor finds all links of the panel together', async ({ page }) => {
    await page.goto('/')
    await settled(page)
    await page.getByRole('button', { name: 'Menu', exact: true }).press('Enter')
    const panel = page.getByRole('dialog', { name: 'Menu' })
    const links = panel.locator('nav, nav + div').getByRole('link')
    await expect(links).toHaveText(['Home', 'Categories', 'Submit', 'Sign In', 'Sign Up'])
    const [above, below] = [await links.nth(2).boundingBox(), await links.nth(3).boundingBox()]
    expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0), 'no gap of half a screen').toBeLessThan(
      60,
    )
    await page.keyboard.press('Tab')
    await links.nth(3).press('Enter')
    await expect(page).toHaveURL('/login')
    await expect(panel).toBeHidden()

    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('banner').getByRole('link', { name: 'Categories' }).click()
    await expect(page, 'the page is not covered by a menu that cannot be seen').toHaveURL('/categories')
  })
})
