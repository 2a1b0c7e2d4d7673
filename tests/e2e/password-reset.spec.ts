import type { Page } from 'playwright/test'
import { member, type Person, raw, sessionOf } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** Sections 2, 5 and 8, forgotten and new passwords, with real mail. */

const SENT = 'Password reset instructions have been sent to your email'
const newPassword = (page: Page) => page.getByLabel('New Password', { exact: true })
const confirmation = (page: Page) => page.getByLabel('Confirm New Password', { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Reset Password' })

const canSignIn = (server: TestServer, person: Person, password: string) =>
  sessionOf(server, { ...person, password }).then(
    () => true,
    () => false,
  )

test('a forgotten password is reset by the mailed link, and other sessions end', async ({ page, server }) => {
  const person = await member(server, { email: 'forgetful+list@example.org' })
  const elsewhere = Object(await sessionOf(server, person))
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await expectNoBarrier(page, 'forgot password')
  await page.getByLabel('Email').fill('Forgetful+LIST@Example.org')
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
  await expect(page.getByText(SENT, { exact: true })).toBeVisible()

  const link = await server.mail.link(person.email)
  await page.goto(link)
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  await expect(page.getByText(`For ${person.email}`)).toBeVisible()

  await newPassword(page).fill('a better one')
  await confirmation(page).fill('a better won')
  await submit(page).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(confirmation(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(newPassword(page)).toHaveAttribute('aria-invalid', 'false')
  await expectNoBarrier(page, 'reset password')
  const toggles = page.getByRole('button', { name: /^show/i })
  await expect(toggles).toHaveCount(2)
  await toggles.last().click()
  await expect(confirmation(page)).toHaveAttribute('type', 'text')
  await expect(newPassword(page)).toHaveAttribute('type', 'password')
  await expect(confirmation(page)).toHaveValue('a better won')

  await confirmation(page).fill('a better one')
  await submit(page).click()
  await expect(page.getByText('Password has been reset successfully').first()).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible()
  expect(await canSignIn(server, person, person.password)).toBe(false)
  expect(await canSignIn(server, person, 'a better one')).toBe(true)
  const refresh = await raw(server, '/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: elsewhere.refresh_token }),
  })
  expect(refresh.status, 'the session elsewhere').toBe(400)

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expectNoBarrier(page, 'dead link')
  await page.getByRole('link', { name: 'Ask for another link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})
test.use({ allowedErrors: [/status of 40[03]/] })
