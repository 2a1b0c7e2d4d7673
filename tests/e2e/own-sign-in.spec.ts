import { administrator, member } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'

/** Change of address and password, and what is left to a suspended member, with real mail. */

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

  // The former address takes it back, and sets a new password.
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

test('a suspended member sees why, downloads, and deletes the account', async ({ page, server }) => {
  const [admin, person] = [await administrator(server), await member(server)]
  await admin.client.rpc('suspend_member', { member_id: person.id, reason: 'Only advertisements.' })
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeFocused()
  await expect(page.getByText('Only advertisements.').first()).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  expect((await download).suggestedFilename()).toContain(person.username)
  await expectNoBarrier(page, 'suspended member')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await page.getByLabel(`Type ${person.username} to confirm`).fill(person.username)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Your account has been deleted')).toBeVisible()
  expect(await server.sql`select from auth.users where id = ${person.id}`).toHaveLength(0)
})
test.use({ allowedErrors: [/status of 400|Nobody was signed in/] })
