import { within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fill } from '../support/forms.ts'
import { answer, breakCalls, open, PERSON_ID, restore, signIn } from '../support/render-site.tsx'

/** Change of address and password on the profile, and what /reset-password asks of a session that needs the old one. */

const DAY = '2026-01-01T00:00:00Z'
const PROFILE = { id: PERSON_ID, full_name: 'A Member', username: 'member', created_at: DAY, updated_at: DAY }
const EMAIL = 'member@example.org'
const refusal = (error_code: string, msg: string) => ({ code: 400, error_code, msg })

let account: Record<string, unknown>
let sent: Record<string, unknown>[]
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue()
  signIn()
  account = { id: PERSON_ID, email: EMAIL }
  sent = []
  answer('profiles', () => PROFILE)
  answer('/auth/v1/user', () => account)
  answer('PUT /auth/v1/user', (body) => {
    sent.push(body)
    return account
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function openDialog(name: string) {
  const { page, user } = open('/profile')
  await user.click(await page.findByRole('button', { name }))
  const dialog = within(await page.findByRole('dialog'))
  const type = async (values: Record<string, string>) => {
    for (const [label, text] of Object.entries(values)) await fill(user, dialog.getByLabelText(label), text)
  }
  return {
    page,
    user,
    dialog,
    type,
    submit: (label: string) => user.click(dialog.getByRole('button', { name: label })),
  }
}

test('a change of address: mistakes, refusals, what waits, and withdrawing it', async () => {
  const { page, user, dialog, type, submit } = await openDialog('Change email')
  await submit('Send links')
  await dialog.findByText('Invalid email address')
  await type({ 'New email': EMAIL.toUpperCase() })
  await dialog.findByText('This is your email address already')
  await type({ 'New email': 'new@example.org' })
  breakCalls('PUT /auth/v1/user', 429, refusal('over_request_rate_limit', 'Too many requests.'))
  await submit('Send links')
  await dialog.findByText('Too many requests.')
  expect(dialog.getByLabelText<HTMLInputElement>('New email').value).toBe('new@example.org')
  restore('PUT /auth/v1/user')
  account = { ...account, new_email: 'new@example.org' }
  await submit('Send links')
  await page.findByText('Open the links we emailed to both addresses')
  await page.findByText('Changes to new@example.org once both addresses have confirmed, within a day.')
  account = { id: PERSON_ID, email: EMAIL }
  await user.click(page.getByRole('button', { name: 'Cancel the change' }))
  await vi.waitFor(() => expect(page.queryByText(/^Changes to new/)).toBeNull())
  expect(sent).toMatchObject([{ email: 'new@example.org' }, { email: EMAIL }])
})

test('an address that was confirmed elsewhere is shown', async () => {
  account = { ...account, email: 'new@example.org' }
  const { page } = open('/profile')
  await page.findByText('new@example.org')
})

test('a new password: mistakes, a wrong current one at its field, and typed text stays', async () => {
  const { page, dialog, type, submit } = await openDialog('Change password')
  await submit('Change password')
  for (const text of ['Current password is required', 'Password must be at least 6 characters'])
    await dialog.findByText(text)
  await type({
    'Current Password': 'not it',
    'New Password': 'a better one',
    'Confirm New Password': 'a better one',
  })
  breakCalls(
    'PUT /auth/v1/user',
    400,
    refusal('current_password_invalid', 'The current password is not correct.'),
  )
  await submit('Change password')
  await dialog.findByText('The current password is not correct.')
  const current = dialog.getByLabelText<HTMLInputElement>('Current Password')
  expect(current.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(current)
  breakCalls('PUT /auth/v1/user', 422, refusal('same_password', 'New password should be different.'))
  await submit('Change password')
  expect((await dialog.findByRole('alert')).textContent).toBe('New password should be different.')
  expect(dialog.getByLabelText<HTMLInputElement>('New Password').value).toBe('a better one')
  restore('PUT /auth/v1/user')
  await submit('Change password')
  await page.findByText('Your password has been changed')
  expect(sent).toMatchObject([{ current_password: 'not it', password: 'a better one' }])
})

test('/reset-password asks for the current password when the service does', async () => {
  const { page, user } = open('/reset-password')
  for (const label of ['New Password', 'Confirm New Password'])
    await fill(user, await page.findByLabelText(label), 'a better one')
  expect(page.queryByLabelText('Current Password')).toBeNull()
  breakCalls('PUT /auth/v1/user', 400, refusal('current_password_required', 'Enter your current password.'))
  await user.click(page.getByRole('button', { name: 'Reset Password' }))
  await fill(user, await page.findByLabelText('Current Password'), 'the old one')
  restore('PUT /auth/v1/user')
  answer('/auth/v1/logout', () => null)
  await user.click(page.getByRole('button', { name: 'Reset Password' }))
  await page.findByText('Password has been reset successfully')
  expect(sent).toMatchObject([{ current_password: 'the old one', password: 'a better one' }])
})

test.each(['Change email', 'Change password'] as const)('%s can be cancelled', async (name) => {
  const { page, submit } = await openDialog(name)
  await submit('Cancel')
  expect(page.queryByRole('dialog')).toBeNull()
})
