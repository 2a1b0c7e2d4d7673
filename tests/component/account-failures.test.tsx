import { waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fill } from '../support/forms.ts'
import { answer, breakCalls, calls, open, restore, signIn } from '../support/render-site.tsx'

/**
 * Sections 5 and 8, account pages: messages of fields and, in a toast that stays, refusals; typed text is kept.
 */

const refusal = (error_code: string, msg: string) => ({ code: 400, error_code, msg })

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockReturnValue()
  answer('profiles', () => [])
})
afterEach(() => {
  vi.restoreAllMocks()
})

type Site = ReturnType<typeof open>['page']

/** The toast with this message, which is said nowhere else. */
async function findToast(page: Site, message: string): Promise<HTMLElement> {
  const toast = (await page.findByText(message)).closest<HTMLElement>('[data-sonner-toast]')
  if (!toast) throw new Error(`not in a toast: ${message}`)
  return toast
}

/** Types into the fields with these labels. */
async function openForm(path: string, button: string) {
  const { page, user } = open(path)
  const submit = async () => user.click(await page.findByRole('button', { name: button }))
  const type = async (values: Record<string, string>) => {
    for (const [label, text] of Object.entries(values))
      await fill(user, await page.findByLabelText(label), text)
  }
  const typed = (label: string) => page.getByLabelText<HTMLInputElement>(label).value
  return { page, user, submit, type, typed }
}

const NEWCOMER = {
  'Full Name': 'Ada',
  Username: 'ada-waits',
  Email: 'ada@example.org',
  Password: 'analytical',
}
const openSignUp = () => openForm('/register', 'Sign Up')

test('registering: every field shows its error, and typed text is kept', async () => {
  answer('profiles', ({ username }) =>
    String(username).toLowerCase().includes('occupied') ? [{ id: 'p' }] : [],
  )
  const { page, submit, type, typed } = await openSignUp()
  await submit()
  for (const message of [
    'Full name is required',
    'Username is required',
    'Invalid email address',
    'Password must be at least 6 characters',
  ])
    await page.findByText(message)
  await type({
    'Full Name': 'Ada',
    Username: 'OCCUPIED',
    Email: 'jürgen@example.org',
    Password: 'é'.repeat(37),
  })
  await page.findByText('Username is already taken')
  await submit()
  await page.findByText(/Password is too long: 74 bytes/)
  expect(page.getByText('Invalid email address')).toBeTruthy()
  expect(page.getByText('Username is already taken')).toBeTruthy()
  expect(typed('Username')).toBe('OCCUPIED')
})

test('registering: the service’s refusal is shown in its words, and the form is unchanged', async () => {
  const { page, submit, type, typed } = await openSignUp()
  await type(NEWCOMER)
  breakCalls('/auth/v1/signup', 422, refusal('weak_password', 'Password is known to be weak'))
  await submit()
  await page.findByText('Password is known to be weak')
  breakCalls('/auth/v1/signup', null)
  await submit()
  await page.findByText(/We could not reach the server\./)
  expect([typed('Full Name'), typed('Password')]).toEqual(['Ada', 'analytical'])
})

test('registering: that an invitation is needed is told in a toast, at the address, and stays', async () => {
  const { page, submit, type } = await openSignUp()
  await type(NEWCOMER)
  const needed = 'Sign-up is by invitation. Use the address that was invited.'
  breakCalls('/auth/v1/signup', 422, refusal('signup_disabled', needed))
  await submit()
  await findToast(page, needed)
  expect(page.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
})

test('registering: a username that somebody signs up with meanwhile is told at the field', async () => {
  const { page, submit, type } = await openSignUp()
  await type(NEWCOMER)
  breakCalls('/auth/v1/signup', 422, refusal('username_taken', 'Username is already taken'))
  await submit()
  const field = page.getByLabelText('Username')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    'Username is already taken',
  )
})

test('signing in is refused in the service’s words, once, in a toast until the next try', async () => {
  const { page, user, submit, type, typed } = await openForm('/login', 'Sign In')
  await submit()
  await page.findByText('Invalid email address')
  expect(page.getByText('Password is required')).toBeTruthy()
  await type({ Email: 'ada@example.org', Password: 'not this one' })
  breakCalls('/auth/v1/token', 400, refusal('invalid_credentials', 'Invalid login credentials'))
  await submit()
  const toast = await findToast(page, 'Invalid login credentials')
  expect(page.queryByRole('alert')).toBeNull()
  for (const label of ['Email', 'Password'])
    expect(page.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(page.getByRole('button', { name: 'Sign In' }))
  expect(typed('Email')).toBe('ada@example.org')
  breakCalls('/auth/v1/token', 400, refusal('email_not_confirmed', 'Email not confirmed'))
  await submit()
  await findToast(page, 'Email not confirmed')
  await waitFor(() => expect(toast.isConnected).toBe(false))
  expect(page.getByRole('alert').textContent).toContain(
    'Open the link in the email we sent to ada@example.org',
  )
  breakCalls('/auth/v1/resend', 429, refusal('over_email_send_rate_limit', 'Too many mails'))
  await user.click(await page.findByRole('button', { name: 'Send the verification email again' }))
  await page.findByText('Too many mails')
  restore('/auth/v1/resend')
  answer('/auth/v1/resend', () => ({}))
  await user.click(page.getByRole('button', { name: 'Send the verification email again' }))
  await page.findByText(/a new link is on its way/)
})

test('a failure is dismissed by its button, with the keyboard too, and goes when the form is left', async () => {
  const { page, user, submit, type } = await openForm('/login', 'Sign In')
  await type({ Email: 'ada@example.org', Password: 'not this one' })
  breakCalls('/auth/v1/token', 400, refusal('invalid_credentials', 'Invalid login credentials'))
  await submit()
  const first = await findToast(page, 'Invalid login credentials')
  within(first).getByRole('button', { name: 'Close' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(first.isConnected).toBe(false))
  await submit()
  const second = await findToast(page, 'Invalid login credentials')
  await user.click(page.getByRole('link', { name: 'Forgot your password?' }))
  await page.findByRole('button', { name: 'Send Reset Instructions' })
  await waitFor(() => expect(second.isConnected).toBe(false))
})

const SUSPENDED = 'Your account is suspended. Reason: Spam'

async function openSuspended() {
  const opened = await openForm('/login', 'Sign In')
  await opened.type({ Email: 'ada@example.org', Password: 'the right one' })
  breakCalls('/auth/v1/token', 400, refusal('user_banned', SUSPENDED))
  await opened.submit()
  await opened.page.findByRole('heading', { name: 'Your account is suspended' })
  return opened
}

test('a suspended member is told why, and downloads and deletes with the password typed', async () => {
  const asked: unknown[] = []
  answer('/auth/v1/suspended', (body) => {
    asked.push(body)
    return { profile: { username: 'ada' } }
  })
  const { page, user } = await openSuspended()
  await findToast(page, SUSPENDED)
  expect(page.getByRole('alert').textContent).toBe('Reason: Spam')
  expect(page.getByRole('link', { name: 'Contact us' }).getAttribute('href')).toBe('/terms#contact')
  const credentials = { email: 'ada@example.org', password: 'the right one' }
  const download = await page.findByRole('button', { name: 'Download your data' })
  expect(asked).toEqual([credentials])
  breakCalls('/auth/v1/suspended', 500)
  await user.click(download)
  await page.findByText('Failed to download your data. Please try again.')

  await user.click(page.getByRole('button', { name: 'Delete account' }))
  const dialog = within(await page.findByRole('dialog'))
  await fill(user, dialog.getByLabelText('Type ada to confirm'), 'ada')
  breakCalls('/auth/v1/suspended/delete', 429, refusal('over_request_rate_limit', 'Too many requests.'))
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  await dialog.findByText('Too many requests.')
  restore('/auth/v1/suspended/delete')
  answer('/auth/v1/suspended/delete', (body) => {
    expect(body).toEqual({ ...credentials, confirm_username: 'ada' })
  })
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  await page.findByText('Your account has been deleted')
})

test('a suspended member whose data cannot be read is told why all the same, and can go back', async () => {
  breakCalls('/auth/v1/suspended', 503)
  const { page, user, typed } = await openSuspended()
  expect(page.getByRole('alert').textContent).toBe('Reason: Spam')
  expect(page.queryByRole('button', { name: 'Download your data' })).toBeNull()
  await user.click(page.getByRole('button', { name: 'Sign in with another account' }))
  expect(typed('Password')).toBe('')
})

test.each([
  ['user_banned', 403, 'Your account is suspended', 'Sign in with your password to see why.'],
  ['email_exists', 422, 'This link does not work now', 'Another account has it'],
])('a mailed link refused with %s says why', async (code, status, heading, text) => {
  breakCalls('/auth/v1/verify', status, refusal(code, 'Another account has it'))
  const { page } = open('/auth/confirm?type=recovery&token_hash=made-up')
  await page.findByRole('heading', { name: heading })
  await page.findByText(text)
})

test.each([
  ['half', { msg: 'Confirmation link accepted.', code: '200' }, 'Confirmed, one more to go'],
  ['whole', null, 'Your email address was changed'],
])('a link of a change of address says what came of it: %s', async (_which, body, heading) => {
  const session = {
    ...{ access_token: 'a.b.c', refresh_token: 'r', token_type: 'bearer', expires_in: 3600 },
    user: { id: 'p', email: 'new@example.org' },
  }
  answer('/auth/v1/verify', () => body ?? session)
  answer('/auth/v1/logout', () => null)
  const { page } = open('/auth/confirm?type=email_change&token_hash=made-up')
  await page.findByRole('heading', { name: heading })
  if (!body) expect(page.getByRole('button', { name: 'Go to Login' })).toBeTruthy()
  expect(calls.includes('POST /auth/v1/logout')).toBe(!body)
})

test('a dead link of a change of address leads to the profile', async () => {
  breakCalls('/auth/v1/verify', 403, refusal('otp_expired', 'Email link is invalid or has expired'))
  const { page } = open('/auth/confirm?type=email_change&token_hash=made-up')
  await page.findByRole('heading', { name: 'This link no longer works' })
  expect(page.getByRole('link', { name: 'Go to your profile' })).toBeTruthy()
})

test('a mail that cannot be sent says so in the page’s words or the service’s', async () => {
  const { page, submit, type, typed } = await openForm('/forgot-password', 'Send Reset Instructions')
  await type({ Email: 'no address' })
  await submit()
  await page.findByText('Invalid email address')
  await type({ Email: 'someone@example.org' })
  breakCalls('/auth/v1/recover', null)
  await submit()
  await findToast(page, 'An error occurred while processing your request')
  expect(typed('Email')).toBe('someone@example.org')
  breakCalls('/auth/v1/recover', 429, refusal('over_email_send_rate_limit', 'Too many mails'))
  await submit()
  await page.findByText('Too many mails')
})

test('a new password: without a link there is no form, only how to get one', async () => {
  const { page, user } = open('/reset-password')
  await page.findByText(/This page opens from the link in our email\./)
  expect(page.queryByLabelText('New Password')).toBeNull()
  expect(page.queryByRole('button', { name: 'Reset Password' })).toBeNull()
  await user.click(page.getByRole('link', { name: 'Ask for another link' }))
  await page.findByRole('button', { name: 'Send Reset Instructions' })
})

test('a new password: its errors, and what was typed stays when the session ends', async () => {
  signIn()
  const { page, user, submit, type, typed } = await openForm('/reset-password', 'Reset Password')
  const set = (password: string, again = password) =>
    type({ 'New Password': password, 'Confirm New Password': again })
  await page.findByLabelText('New Password')
  await set('12345')
  await submit()
  await page.findByText('Password must be at least 6 characters')
  await set(`${'é'.repeat(36)}x`)
  await submit()
  await page.findByText(/Password is too long: 73 bytes, and 72 is the limit/)
  await set('a better one', 'a better won')
  await submit()
  await page.findByText('Passwords do not match')
  expect(page.getByLabelText('Confirm New Password').getAttribute('aria-invalid')).toBe('true')
  expect(page.getByLabelText('New Password').getAttribute('aria-invalid')).toBe('false')
  await user.click(page.getAllByRole('button', { name: /^show/i })[1] ?? document.body)
  expect(page.getByLabelText('Confirm New Password').getAttribute('type')).toBe('text')
  expect(page.getByLabelText('New Password').getAttribute('type')).toBe('password')
  await set('a better one')
  breakCalls('/auth/v1/user', 403, refusal('session_not_found', 'Session does not exist'))
  await submit()
  await page.findByText(/session/i)
  expect(typed('New Password')).toBe('a better one')
})

test.each([
  ['used', 403, refusal('otp_expired', 'Token has expired or is invalid'), 'This link no longer works'],
  ['of a closed site', 403, refusal('signup_disabled', 'Sign-up is closed.'), 'Sign-up is closed'],
  ['of a suspended member', 403, refusal('user_banned', 'User is banned'), 'Your account is suspended'],
  ['not checked: no answer', null, {}, 'Almost there'],
  ['not checked: too many', 429, refusal('over_request_rate_limit', 'Too many requests.'), 'Almost there'],
  ['not checked: no database', 503, refusal('service_unavailable', 'For a moment.'), 'Almost there'],
  ['not checked: a fault', 500, refusal('unexpected_failure', 'A fault.'), 'Almost there'],
])('a mailed link that is %s says so', async (_why, status, body, title) => {
  breakCalls('/auth/v1/verify', status, body)
  const { page } = open('/auth/confirm?type=recovery&token_hash=made-up')
  await page.findByRole('heading', { name: title })
  expect(page.queryByRole('button', { name: 'Try again' }) !== null).toBe(title === 'Almost there')
})

test('the link of a sign-up whose username was taken meanwhile says so', async () => {
  breakCalls('/auth/v1/verify', 422, refusal('username_taken', 'Username is already taken'))
  const { page, user } = open('/auth/confirm?type=signup&token_hash=made-up')
  await page.findByRole('heading', { name: 'Please sign up again' })
  await page.findByText(/^Username is already taken/)
  await user.click(page.getAllByRole('link', { name: 'Sign Up' }).at(-1) ?? document.body)
  await page.findByLabelText('Full Name')
})
