import type { Page } from 'playwright/test'
import { member, post } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'

/** Sections 2, 5 and 8: what registration refuses, and an account that waits for its mail. */

const submit = (page: Page) => page.getByRole('button', { name: 'Sign Up', exact: true })

async function fill(page: Page, values: { name: string; username: string; email: string; password: string }) {
  await page.getByLabel('Full Name').fill(values.name)
  await page.getByLabel('Username').fill(values.username)
  await page.getByLabel('Email').fill(values.email)
  await page.getByLabel('Password', { exact: true }).fill(values.password)
}

test('every field says what is wrong with it, and nothing typed is lost', async ({ page, server }) => {
  const taken = await member(server, { username: 'Occupied' })
  await page.goto('/register')
  await expect(page.getByText('Join to discover and save AI tools', { exact: true })).toBeVisible()
  await expect(page.getByText('Recommend the tools you use, in your own words.')).toBeVisible()
  await submit(page).click()
  for (const message of [
    'Full name is required',
    'Username is required',
    'Invalid email address',
    'Password must be at least 6 characters',
  ])
    await expect(page.getByText(message)).toBeVisible()
  await expectNoBarrier(page, 'register with mistakes')
  await fill(page, {
    name: 'Ada',
    username: 'OCCUPIED',
    email: 'jürgen@example.org',
    password: 'é'.repeat(37),
  })
  await expect(page.getByText('Username is already taken')).toBeVisible()
  await submit(page).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText(/Password is too long: 74 bytes/)).toBeVisible()
  await expect(page.getByText('Username is already taken')).toBeVisible()
  await expect(page.getByLabel('Username')).toHaveValue('OCCUPIED')
  expect(taken.username).toBe('Occupied')
})

test.describe('a username that is gone', () => {
  test.use({ allowedErrors: [/status of 422|^The account was not made /] })

  test('a username that somebody signs up with meanwhile is told at the field', async ({ page, server }) => {
    const data = { full_name: 'Quick', username: 'quicker' }
    await post(server, '/auth/v1/signup', { email: 'quick@example.org', password: 'long enough', data })
    await page.goto('/register')
    await fill(page, {
      name: 'Slow',
      username: 'Quicker',
      email: 'slow@example.org',
      password: 'long enough',
    })
    await submit(page).click()
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/Username is already taken/)
    await expect(page.getByLabel('Username')).toBeFocused()
  })

  test('a sign-up whose username somebody took since is told so by its link', async ({ page, server }) => {
    const [email, person] = ['late@example.org', await member(server)]
    const data = { full_name: 'Late', username: 'too-late' }
    await post(server, '/auth/v1/signup', { email, password: 'long enough', data })
    await server.sql`update auth.pending_sign_ups set created_at = now() - interval '25 hours' where email = ${email}`
    await server.sql`update public.profiles set username = 'too-late' where id = ${person.id}`
    await page.goto(await server.mail.link(email))
    await expect(page.getByRole('heading', { name: 'Please sign up again' })).toBeVisible()
    await expect(page.getByText(/^Username is already taken/)).toBeVisible()
    await expectNoBarrier(page, 'sign up again')
    await page.getByRole('link', { name: 'Sign Up', exact: true }).last().click()
    await expect(page).toHaveURL('/register')
  })
})

test.describe('what the service refuses', () => {
  test.use({
    allowedErrors: [
      /status of (400|422|429|503)|ERR_FAILED|^(The account was not made|Nobody was signed in) /,
    ],
  })

  test('is shown in its words, and the form stays as it was', async ({ page }) => {
    await page.goto('/register')
    await fill(page, {
      name: 'Ada',
      username: 'ada-waits',
      email: 'Ada+Waits@Example.org',
      password: 'analytical',
    })
    const weak = { code: 422, error_code: 'weak_password', msg: 'Password is known to be weak' }
    await page.route('**/auth/v1/signup*', (route) => route.fulfill({ status: 422, json: weak }))
    await submit(page).click()
    await expect(page.getByText('Password is known to be weak', { exact: true })).toBeVisible()
    await page.unroute('**/auth/v1/signup*')
    await page.route('**/auth/v1/signup*', (route) => route.abort())
    await submit(page).click()
    await expect(page.getByText('We could not reach the server.')).toBeVisible()
    await expect(page.getByLabel('Full Name')).toHaveValue('Ada')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('analytical')
  })

  test('an account that is not verified is refused, and its mail is sent again, up to a limit', async ({
    page,
    server,
    browser,
  }) => {
    await page.goto('/register')
    await fill(page, {
      name: 'Ada',
      username: 'ada-waits',
      email: 'Ada+Waits@Example.org',
      password: 'analytical',
    })
    await submit(page).click()
    await expect(page).toHaveURL(/\/verify-email/)
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
    await expect(page.getByText('No email after a few minutes?')).toBeVisible()
    await page.getByRole('button', { name: 'Go to Login' }).click()
    await page.getByLabel('Email').fill('ada+waits@example.org')
    await page.getByLabel('Password', { exact: true }).fill('analytical')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Email not confirmed', { exact: true })).toBeVisible()
    const again = page.getByRole('button', { name: 'Send the verification email again' })
    await again.click()
    await expect(page.getByText(/a new link is on its way/).first()).toBeVisible()
    const first = await server.mail.link('ada+waits@example.org')
    const second = await server.mail.link('ada+waits@example.org', 1)
    expect(second).toBe(first)
    for (let sent = 2; sent < 8; sent++) {
      const answered = page.waitForResponse('**/auth/v1/resend*')
      await again.click()
      await answered
    }
    await expect(page.getByText(/too many|rate limit|try again/i).first()).toBeVisible()
    // Another browser than the one that signed up is let in by the password alone.
    const other = await browser.newPage({ baseURL: server.url })
    await other.goto(first)
    await expect(other).toHaveURL('/login')
    await expect(other.getByLabel('Email')).toHaveValue('ada+waits@example.org')
    await other.getByLabel('Email').fill('ADA+waits@example.org')
    await other.getByLabel('Password', { exact: true }).fill('analytical')
    await other.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(other.getByText('Successfully signed in!')).toBeVisible()
    await expect(other).toHaveURL('/')
    await other.close()
  })
})

test('the pages about getting in have no barrier', async ({ page }) => {
  for (const path of ['/login', '/register', '/verify-email']) {
    await page.goto(path)
    await expectNoBarrier(page, path)
  }
})
