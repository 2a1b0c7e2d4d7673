import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fill } from '../support/forms.ts'
import { answer, breakCalls, calls, hold, open, PERSON_ID, restore, signIn } from '../support/render-site.tsx'

/** Section 5, the username in the profile: its rules, the lookup, and a name taken meanwhile. */

const DAY = '2026-01-01T00:00:00Z'
const PROFILE = { id: PERSON_ID, full_name: 'A Member', username: 'member', created_at: DAY, updated_at: DAY }

beforeEach(() => {
  signIn()
  answer('profiles', ({ username }) => (username ? [] : PROFILE))
  answer('PATCH profiles', (values) => ({ ...PROFILE, ...values }))
})

async function openProfile() {
  const { page, user } = open('/profile')
  const fullName = await page.findByLabelText<HTMLInputElement>('Full Name')
  const username = page.getByLabelText<HTMLInputElement>('Username')
  const save = () => user.click(page.getByRole('button', { name: 'Update Profile' }))
  return { page, user, fullName, username, save }
}

const RULE =
  'Username must be 3-30 characters and can only contain letters, numbers, underscores, and hyphens'

test('an invalid username is reported at its field, and nothing is sent', async () => {
  answer('profiles', ({ username }) => (username ? [{ id: 'p2' }] : PROFILE))
  const { page, user, fullName, username, save } = await openProfile()
  for (const [typed, message] of [
    ['', 'Username is required'],
    ['ab', 'Username must be at least 3 characters'],
    ['x'.repeat(31), RULE],
    ['with space', RULE],
    ['ab\u200bc', RULE],
    ['аdmin', RULE],
    ['naïve', RULE],
    ['taken', 'Username is already taken'],
  ] as const) {
    await fill(user, username, typed)
    await save()
    await page.findByText(message)
    expect(username.value).toBe(typed)
    await waitFor(() => expect(document.activeElement, JSON.stringify(typed)).toBe(username))
  }
  await fill(user, fullName, '   ')
  await save()
  await page.findByText('Full name is required')
  expect(page.getByText('Username is already taken'), 'one mistake hides no other').toBeTruthy()
  expect(calls.filter((call) => call.startsWith('PATCH'))).toEqual([])
})

test('a username is looked up with its field disabled; a lookup that fails counts as taken', async () => {
  const { page, user, username } = await openProfile()
  const lookups = () => calls.filter((call) => /(GET|HEAD) profiles/.test(call)).length
  breakCalls('profiles', 500)
  const release = hold('profiles')
  await fill(user, username, 'lookup-fails')
  await user.tab()
  await page.findByText('Checking...')
  expect(username.disabled).toBe(true)
  release()
  await page.findByText('Username is already taken')
  expect(username.value).toBe('lookup-fails')
  restore('profiles')
  await fill(user, username, 'lookup-works')
  await user.tab()
  await page.findByText('@lookup-works is available')
  const before = lookups()
  for (const nothingNew of ['member', '']) {
    await fill(user, username, nothingNew)
    await user.tab()
  }
  expect(lookups(), 'one’s own name and no name need no lookup').toBe(before)
})

test('a username taken between lookup and saving is refused', async () => {
  const { page, user, fullName, username, save } = await openProfile()
  await fill(user, fullName, 'Still Here')
  await fill(user, username, 'contested')
  await user.tab()
  await page.findByText('@contested is available')
  breakCalls('PATCH profiles', 409, { code: '23505', message: 'duplicate key' })
  await save()
  await page.findByText('Failed to update profile')
  await page.findByText('Username is already taken')
  expect(fullName.value).toBe('Still Here')
})

test('one’s own name, just saved, is not called available', async () => {
  const { page, user, username, save } = await openProfile()
  await fill(user, username, 'newname')
  await user.tab()
  await page.findByText('@newname is available')
  answer('profiles', ({ username }) => (username ? [] : { ...PROFILE, username: 'newname' }))
  await save()
  await page.findByText('Profile updated successfully')
  await waitFor(() => expect(page.queryByText('@newname is available')).toBeNull())
})

test('nothing can be typed while the profile is saved: it would be lost', async () => {
  const { page, user, fullName, username, save } = await openProfile()
  await fill(user, fullName, 'Sent')
  const release = hold('PATCH profiles')
  await save()
  await waitFor(() => expect(calls).toContain('PATCH profiles'))
  await user.type(fullName, ' and more')
  await user.type(username, 'more')
  expect([fullName.value, username.value]).toEqual(['Sent', 'member'])
  release()
  await page.findByText('Profile updated successfully')
  await user.type(fullName, ' and more')
  expect(fullName.value).toBe('Sent and more')
})
