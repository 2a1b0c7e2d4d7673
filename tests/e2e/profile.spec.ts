import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'
import { fullName, profileOf, save, username } from '../support/profile.ts'

/** Section 2, Profile: both tabs, every message, and nothing typed lost: when leaving, and from another tab. */

test('name and username are saved and shown, accessibly; the tabs work by arrow keys', async ({
  page,
  signIn,
  server,
}) => {
  const person = await signIn()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Your Profile' })).toBeVisible()
  await expect(page.getByText('Manage your account information and upvotes')).toBeVisible()
  await expect(page.getByText(person.email)).toBeVisible()
  await expect(page.getByText('Member since').locator('..')).toContainText(/\d{1,2} \w+ 20\d\d/)
  await expect(fullName(page)).toHaveValue('A Member')

  const wanted = `${person.username.slice(0, 20)}-new`
  await fullName(page).fill('  Ada King  ')
  await username(page).fill(wanted)
  await username(page).press('Tab')
  await expect(page.getByText(`@${wanted} is available`)).toBeVisible()
  await save(page).press('Enter')
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  await expect(save(page)).toBeFocused()
  expect(await profileOf(server, person)).toEqual({ full_name: 'Ada King', username: wanted })
  await page.reload()
  await expect(username(page)).toHaveValue(wanted)

  // One's own name in another case is not taken.
  await username(page).fill(wanted.toUpperCase())
  await save(page).click()
  await expect(page.getByText('Profile updated successfully')).toBeVisible()
  expect(await profileOf(server, person)).toEqual({ full_name: 'Ada King', username: wanted.toUpperCase() })

  await expect(fullName(page)).toBeVisible()
  await expectNoBarrier(page, 'profile')
  await page.getByRole('tab', { name: 'Profile' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'My Upvotes' })).toBeFocused()
  // The rounded corners of the focus ring would bend a border.
  await expect(page.getByRole('tab', { name: 'My Upvotes' })).toHaveCSS('border-bottom-width', '0px')
  await expect(page).toHaveURL('/profile?tab=upvotes')
  await expect(page.getByRole('heading', { name: "Tools You've Upvoted" })).toBeVisible()
  await expectNoBarrier(page, 'my upvotes')
  await page.setViewportSize({ width: 320, height: 700 })
  for (const tab of ['My Upvotes', 'Profile']) {
    await page.getByRole('tab', { name: tab }).click()
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
  }
})

test('leaving with unsaved changes asks, by link, by Back, by reload and on signing out', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/terms')
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await fullName(page).fill('Not saved')
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })

  await page.getByRole('link', { name: 'Categories' }).first().click()
  await expect(dialog).toBeVisible()
  await expectNoBarrier(page, 'unsaved changes')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/profile')
  await expect(fullName(page)).toHaveValue('Not saved')
  await page.goBack()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL('/profile')

  await page.getByRole('tab', { name: 'My Upvotes' }).click()
  await expect(page).toHaveURL('/profile?tab=upvotes')
  await expect(dialog).toBeHidden()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(fullName(page)).toHaveValue('Not saved')

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(fullName(page), 'still signed in').toHaveValue('Not saved')

  let asked = ''
  page.once('dialog', (native) => {
    asked = native.type()
    return native.dismiss()
  })
  await page.evaluate(() => location.reload())
  await expect.poll(() => asked).toBe('beforeunload')

  await page.getByRole('link', { name: 'Categories' }).first().click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/categories')
  // Both pages are mounted for a moment, in which Back shows the wrong one.
  await expect(page.locator('input[name=fullName]')).toHaveCount(0)

  await page.goBack()
  await expect(fullName(page)).toHaveValue('A Member')
  await page.getByRole('link', { name: 'Categories' }).first().click()
  await expect(page, 'nothing typed, nothing asked').toHaveURL('/categories')
  await expect(page.locator('input[name=fullName]')).toHaveCount(0)
  await page.goBack()
  await fullName(page).fill('Not saved either')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByText('Successfully signed out!')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test.describe('two tabs', () => {
  test.use({ allowedErrors: [/status of 406/] })

  test('do not overwrite each other', async ({ page, signIn, server, context }) => {
    const person = await signIn()
    await page.goto('/profile')
    await fullName(page).fill('From the first')
    const other = await context.newPage()
    await other.goto('/profile')
    await username(other).fill('from-the-second')
    await save(other).click()
    await expect(other.getByText('Profile updated successfully')).toBeVisible()
    await other.close()

    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('Your profile was changed in another tab')
    await expect(fullName(page)).toHaveValue('From the first')
    await expect(username(page)).toHaveValue('from-the-second')
    expect(await profileOf(server, person)).toEqual({ full_name: 'A Member', username: 'from-the-second' })
    await save(page).click()
    await expect(page.getByText('Profile updated successfully')).toBeVisible()
    expect(await profileOf(server, person)).toEqual({
      full_name: 'From the first',
      username: 'from-the-second',
    })
  })
})
