import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'
import { fullName, profileOf, save, username } from '../support/profile.ts'

/** Section 2, Profile: both tabs, every message, and nothing typed lost. */

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
