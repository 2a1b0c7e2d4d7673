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

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
}

const canSignIn = (server: TestServer, person: Person, password: string) =>
  sessionOf(server, { ...person, password }).then(
    () => true,
    () => false,
  )

test('a forgotten password is set anew, by the mailed link, and other sessions end', async ({
  page,
  server,
}) => {
  const person = await member(server, { email: 'forgetful+list@example.org' })
  const elsewhere = Object(await sessionOf(server, person))
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Reset Password' })).toBeVisible()
  await page.getByLabel('Email').fill('no address')
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await page.getByLabel('Email').fill('Forgetful+LIST@Example.org')
  await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
  await expect(page.getByText(SENT, { exact: true })).toBeVisible()

  const link = await server.mail.link(person.email)
  await page.goto(link)
  await expect(page).toHaveURL('/reset-password')
  await expect(page.getByRole('heading', { name: 'Set New Password' })).toBeVisible()
  await expect(page.getByText(`For ${person.email}`)).toBeVisible()

  await newPassword(page).fill('12345')
  await confirmation(page).fill('12345')
  await submit(page).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await newPassword(page).fill(`${'é'.repeat(36)}x`)
  await confirmation(page).fill(`${'é'.repeat(36)}x`)
  await submit(page).click()
  await expect(page.getByText(/Password is too long: 73 bytes, and 72 is the limit/)).toBeVisible()
  await newPassword(page).fill('a better one')
  await confirmation(page).fill('a better won')
  await submit(page).click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(confirmation(page)).toHaveAttribute('aria-invalid', 'true')
  await expect(newPassword(page)).toHaveAttribute('aria-invalid', 'false')
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
})

test.describe('a link that does not work', () => {
  test.use({ allowedErrors: [/status of 40[03]/] })

  test('says so and leads to another, opened twice or never sent', async ({ page, server }) => {
    const person = await member(server)
    await ask(page, person.email)
    await expect(page.getByText(SENT, { exact: true })).toBeVisible()
    const link = await server.mail.link(person.email)
    await page.goto(link)
    await expect(page).toHaveURL('/reset-password')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expectNoBarrier(page, 'dead link')
    await page.goto('/auth/confirm?type=recovery&token_hash=made-up&next=/reset-password')
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await page.getByRole('link', { name: 'Ask for another link' }).click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
    await expect(page.getByText(SENT, { exact: true })).toBeVisible()
    const second = await server.mail.link(person.email, 1)
    expect(second).not.toBe(link)
    // The first opening let them in, and being let in is enough to set a password.
    await page.goto(second)
    await expect(page).toHaveURL('/reset-password')
    await expect(newPassword(page)).toBeVisible()
  })
})

test.describe('opened by itself', () => {
  test.use({ allowedErrors: [/The password was not reset/] })

  test('the page tells a visitor how to get a link', async ({ page }) => {
    await page.goto('/reset-password')
    await expect(page.getByText('This page opens from the link in our email.')).toBeVisible()
    await newPassword(page).fill('a better one')
    await confirmation(page).fill('a better one')
    await submit(page).click()
    await expect(page.getByText('Auth session missing!', { exact: true })).toBeVisible()
    await expect(newPassword(page)).toHaveValue('a better one')
    await page.getByRole('link', { name: 'Ask for another link' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })
})

test('known and unknown addresses are answered alike', async ({ page, server }) => {
  const person = await member(server)
  const answers: string[] = []
  for (const email of [person.email, 'nobody-at-all@example.org']) {
    await ask(page, email)
    await expect(page.getByText(SENT, { exact: true })).toBeVisible()
    answers.push(await page.getByRole('main').innerText())
  }
  expect(answers[1]).toBe(answers[0])
  await server.mail.link(person.email)
  expect(server.mail.all().filter((mail) => mail.to?.[0]?.address === 'nobody-at-all@example.org')).toEqual(
    [],
  )
})

test.describe('what fails', () => {
  test.use({
    allowedErrors: [
      /status of (400|422|429|500)|ERR_FAILED|^(No mail was sent|The password was not reset|Nobody was signed in) /,
    ],
  })

  test('gives the service’s message, or the page’s own, and keeps what was typed', async ({
    page,
    server,
    signIn,
  }) => {
    await page.route('**/auth/v1/recover*', (route) => route.abort())
    await ask(page, 'someone@example.org')
    const own = 'An error occurred while processing your request'
    await expect(page.getByText(own, { exact: true })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('someone@example.org')
    await page.unroute('**/auth/v1/recover*')
    await page.route('**/auth/v1/recover*', (route) =>
      route.fulfill({
        status: 429,
        json: { code: 429, error_code: 'over_email_send_rate_limit', msg: 'Too many mails' },
      }),
    )
    await page.getByRole('button', { name: 'Send Reset Instructions' }).click()
    await expect(page.getByText('Too many mails', { exact: true })).toBeVisible()

    const person = await signIn()
    await page.goto('/reset-password')
    await newPassword(page).fill(person.password)
    await confirmation(page).fill(person.password)
    await submit(page).click()
    const same = 'New password should be different from the old password.'
    await expect(page.getByText(same, { exact: true })).toBeVisible()
    await newPassword(page).fill('something else')
    await confirmation(page).fill('something else')
    await page.route('**/auth/v1/user', (route) => route.abort())
    await submit(page).click()
    await expect(
      page.getByText('An error occurred while resetting your password', { exact: true }),
    ).toBeVisible()
    await expect(newPassword(page)).toHaveValue('something else')
    await page.unroute('**/auth/v1/user')
    await submit(page).click()
    await expect(page).toHaveURL(/\/login/)
    expect(await canSignIn(server, person, 'something else')).toBe(true)
  })

  test('sign-in is refused in the service’s words, alike for a wrong password and nobody', async ({
    page,
    server,
  }) => {
    const person = await member(server)
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()
    for (const email of [person.email, 'nobody@example.org']) {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('not this one')
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      // In the form, where it stays; the message that goes by itself says it too.
      await expect(page.getByRole('alert').getByText('Invalid login credentials')).toBeVisible()
      await expect(page.getByText('Invalid login credentials', { exact: true }).last()).toBeVisible()
      await expect(page.getByLabel('Email')).toHaveValue(email)
    }
  })
})

test('the pages have no barrier', async ({ page, signIn }) => {
  await page.goto('/forgot-password')
  await expectNoBarrier(page, 'forgot password')
  await page.goto('/reset-password')
  await expect(page.getByRole('link', { name: 'Ask for another link' })).toBeVisible()
  await expectNoBarrier(page, 'reset password, a visitor')
  await signIn()
  await page.goto('/reset-password')
  await expect(newPassword(page)).toBeVisible()
  await submit(page).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await expectNoBarrier(page, 'reset password')
})
