import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Change of address and password, with real mail. */

test.describe('a link that ends the session of the page it opens', () => {
  // What that page reads of the member meanwhile is refused.
  test.use({ allowedErrors: [/status of 401/] })

  test('the address is changed from the profile, with a link to both, and signs in afterwards', async ({
    page,
    server,
    signIn,
  }) => {
    const person = await signIn()
    const wanted = `moved-${person.username}@example.org`
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Change email' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectNoBarrier(page, 'change email')
    await page.getByLabel('New email').fill(wanted)
    await page.getByRole('button', { name: 'Send links' }).click()
    await expect(page.getByText(`Changes to ${wanted} once both`)).toBeVisible()
    await expectNoBarrier(page, 'pending change')

    await page.goto(await server.mail.link(wanted))
    await expect(page.getByRole('heading', { name: 'Confirmed, one more to go' })).toBeVisible()
    await page.goto(await server.mail.link(person.email))
    await expect(page.getByRole('heading', { name: 'Your email address was changed' })).toBeVisible()
    await expectNoBarrier(page, 'changed email')
    await page.getByRole('link', { name: 'Go to your profile' }).click()
    await expect(page.getByText(wanted, { exact: true })).toBeVisible()

    // The former address takes it back, which ends all sessions, and sets a new password. Nothing may be asked for meanwhile.
    await settled(page)
    await page.goto(await server.mail.link(person.email, 1))
    await expect(page).toHaveURL('/reset-password')
    await expect(page.getByText(`For ${person.email}`)).toBeVisible()
    await page.getByLabel('New Password', { exact: true }).fill('a better one')
    await page.getByLabel('Confirm New Password', { exact: true }).fill('a better one')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page).toHaveURL(/\/login/)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill('a better one')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByText('Successfully signed in!')).toBeVisible()
  })
})

test('the password is changed on the profile with the current one', async ({ page, server, signIn }) => {
  const person = await signIn()
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expectNoBarrier(page, 'change password')
  await page.getByLabel('Current Password', { exact: true }).fill(person.password)
  await page.getByLabel('New Password', { exact: true }).fill('a better one')
  await page.getByLabel('Confirm New Password', { exact: true }).fill('a better one')
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password has been changed')).toBeVisible()
  expect((await server.mail.next(person.email)).subject).toContain('password was changed')
})
