import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'
import { plain } from '../support/logos.ts'

/** An administrator brands the site, previews it, publishes it, and restores it. */

test('a site is branded, published, seen everywhere and restored', async ({ page, signIn }) => {
  await signIn({ admin: true })
  await page.goto('/admin')
  await page.getByRole('tab', { name: 'Site settings' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Site settings' })).toBeVisible()
  const publish = page.getByRole('button', { name: 'Publish' })
  await expect(publish, 'nothing to publish').toBeDisabled()
  await expect(page.getByText('Language of the texts'), 'there is only one').toHaveCount(0)

  await page.getByLabel('Tagline').fill('Not published')
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(publish).toBeDisabled()
  await expect(page.locator('p:focus'), 'what is said of the form').toHaveRole('status')
  await page.getByLabel('Name', { exact: true }).fill('Kelp & Co')
  await page.getByLabel('Home page heading').fill('Software that floats')
  await page.getByLabel('Tagline').fill('For people by the sea')
  await page.getByLabel('Accent in the light theme', { exact: true }).fill('#0f6b75')
  await expect(page.getByLabel('Accent in the dark theme', { exact: true })).toHaveValue(/^#[0-9a-f]{6}$/)
  await page.getByLabel('Social links, link 1: Name').fill('Mastodon')
  await page.getByLabel('Social links, link 1: Address').fill('https://mastodon.example/@kelp')
  await page.getByRole('button', { name: 'Write your own Terms & Conditions' }).press('Enter')
  const terms = page.getByLabel('Terms & Conditions')
  await expect(terms).toBeFocused()
  await terms.fill(
    'Be kind to {name}.\n\n## Rules\n\nSee [privacy](/privacy).\n\n## More\n\n## Contact\n\n{contact}',
  )
  await page.getByLabel('Contact').fill('hello@kelp.example')
  await page.getByLabel('Logo', { exact: true }).setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await plain(240, 60).png().toBuffer(),
  })
  for (const theme of ['Light theme', 'Dark theme']) {
    const preview = page.frameLocator(`iframe[title="${theme}"]`)
    await expect(preview.getByText('Software that floats')).toBeVisible()
    await expect(preview.getByAltText('Kelp & Co')).toBeVisible()
  }
  await expectNoBarrier(page, 'the page of settings, not published')

  // Leaving asks first.
  await page.getByRole('tab', { name: 'Tools', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await publish.press('Enter')
  await expect(page.getByText('Published. Visitors see it from now on.')).toBeVisible()
  await expect(page, 'at once').toHaveTitle('Site settings - Admin Dashboard - Kelp & Co')
  const brand = page.getByRole('banner').getByRole('link', { name: 'Kelp & Co' })
  await expect(brand.getByRole('img')).toHaveAttribute('width', '240')
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByText('For people by the sea')).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Kelp & Co on Mastodon' })).toHaveAttribute(
    'href',
    'https://mastodon.example/@kelp',
  )

  await brand.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Software that floats' })).toBeVisible()
  await footer.getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 2, name: '1. Rules' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Contents' }).getByRole('link')).toHaveCount(3)
  await expect(page.getByRole('main').getByRole('link', { name: 'hello@kelp.example' })).toHaveAttribute(
    'href',
    'mailto:hello@kelp.example',
  )
  // The server's HTML for the next visitor.
  await page.goto('/terms')
  await settled(page)
  await expect(page).toHaveTitle('Terms & Conditions - Kelp & Co')
  const accent = () => getComputedStyle(document.documentElement).getPropertyValue('--color-accent')
  expect(await page.evaluate(accent)).toBe('#0f6b75')
  await expectNoBarrier(page, 'terms of a branded site')

  await page.goto('/admin/site')
  const defaults = page.getByRole('button', { name: 'Restore the defaults' })
  await defaults.press('Enter')
  await expect(page.getByText('The defaults are published again')).toBeVisible()
  await expect(defaults).toBeFocused()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('')
  await page.getByRole('banner').getByRole('link', { name: 'Plaudit' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Discover AI Tools' })).toBeVisible()
})

test.describe('a site where nobody signs up', () => {
  test.use({ allowedErrors: [/404|Nothing is at this address/] })

  test('says so, and has no about page', async ({ page, server }) => {
    await server.sql`insert into public.site_settings (settings) values ('{"sign_up": "invited", "sign_up_text": "Ask your librarian."}')`
    await page.goto('/register')
    await expect(page.getByText('Ask your librarian.')).toBeVisible()
    await expect(page.getByText('Sign-up is by invitation.')).toBeVisible()
    await server.sql`insert into public.site_settings (settings) values ('{"sign_up": "closed"}')`
    await expect(async () => {
      await page.goto('/register')
      await expect(page.getByRole('heading', { level: 1, name: 'Sign-up is closed' })).toBeVisible({
        timeout: 500,
      })
    }).toPass()
    await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
    await expectNoBarrier(page, 'sign-up closed')
    await page.goto('/about')
    await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeVisible()
  })
})
