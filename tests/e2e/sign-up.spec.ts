import type { Page } from 'playwright/test'
import { member } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'

/** Sections 2, 5 and 8: refusals of registration, and an unverified account. */

const submit = (page: Page) => page.getByRole('button', { name: 'Sign Up', exact: true })

async function fill(page: Page, values: { name: string; username: string; email: string; password: string }) {
  await page.getByLabel('Full Name').fill(values.name)
  await page.getByLabel('Username').fill(values.username)
  await page.getByLabel('Email').fill(values.email)
  await page.getByLabel('Password', { exact: true }).fill(values.password)
}

test.describe('refusals of the service', () => {
  test.use({
    allowedErrors: [
      /status of (400|422|429|503)|ERR_FAILED|^(The account was not made|Nobody was signed in|No mail was sent) /,
    ],
  })

  test('an account that is not verified is refused, and its mail is sent again', async ({
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
    // Another browser than the one that signed up needs the password.
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

test('who pressed Upvote goes on with it after signing in, also where only the mail was opened', async ({
  page,
  server,
  browser,
}) => {
  const person = await member(server)
  const signIn = async (tab: Page, { email, password }: { email: string; password: string }) => {
    // Until it is shown, the page of the sign-up form stays, which has fields of the same names.
    await expect(tab.getByRole('heading', { name: 'Welcome Back' })).toBeVisible()
    await tab.getByLabel('Email').fill(email)
    await tab.getByLabel('Password', { exact: true }).fill(password)
    await tab.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  const dialog = (tab: Page) => tab.getByRole('dialog', { name: 'Why do you recommend this tool?' })
  const askAs = async (choice: string) => {
    await page.goto('/categories/music')
    await page.getByRole('button', { name: /^Upvote Suno,/ }).click()
    const asked = page.getByRole('dialog', { name: 'Authentication Required' })
    await asked.getByRole('link', { name: choice }).click()
  }

  await askAs('Sign Up')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await signIn(page, person)
  await expect(dialog(page)).toContainText('Share your experience with Suno to help others.')
  await expect(page).toHaveURL('/tools/suno')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Successfully signed out!')).toBeVisible()

  const newcomer = {
    name: 'Eve',
    username: 'eve-elsewhere',
    email: 'eve@example.org',
    password: 'analytical',
  }
  await askAs('Sign Up')
  await fill(page, newcomer)
  await submit(page).click()
  await expect(page).toHaveURL(/\/verify-email/)
  const phone = await browser.newPage({ baseURL: server.url })
  await phone.goto(await server.mail.link(newcomer.email))
  await expect(phone.getByLabel('Email')).toHaveValue(newcomer.email)
  await signIn(phone, newcomer)
  await expect(dialog(phone)).toBeVisible()
  await expect(phone).toHaveURL('/tools/suno')
  await phone.close()
})

test('the account pages are accessible', async ({ page }) => {
  for (const path of ['/login', '/register', '/verify-email']) {
    await page.goto(path)
    await expectNoBarrier(page, path)
  }
})
