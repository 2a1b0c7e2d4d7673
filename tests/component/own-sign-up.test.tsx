import { afterEach, beforeEach, expect, test } from 'vitest'
import { answer, open, PERSON_ID } from '../support/render-site.tsx'

/** The mailed link signs in within half an hour, in the browser in which the password was typed. */

const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')
const until = 4_000_000_000
const user = {
  ...{ id: PERSON_ID, aud: 'authenticated', email: 'ada@example.org', created_at: '2026-01-01T00:00:00Z' },
  ...{ app_metadata: {}, user_metadata: {} },
}
const session = {
  access_token: `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub: PERSON_ID, exp: until })}.c2ln`,
  ...{ refresh_token: 'refresh', token_type: 'bearer', expires_in: 3600, expires_at: until, user },
}

beforeEach(() => {
  localStorage.clear()
  answer('/auth/v1/verify', () => session)
  answer('/auth/v1/user', () => user)
  answer('/auth/v1/logout', () => null)
  answer('rpc/is_admin', () => false)
  answer('rpc/count_tools', () => 0)
  answer('tools', () => [])
  answer('categories', () => [])
})
afterEach(() => {
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
})

const LINK = '/auth/confirm?type=signup&token_hash=mailed'
const remember = (changes: object = {}) =>
  localStorage.setItem(
    'own-sign-up',
    JSON.stringify({ id: PERSON_ID, until: Date.now() + 60_000, ...changes }),
  )
const isKept = () => localStorage.getItem('sb-localhost-auth-token') !== null

test('the browser that signed up is signed in and redirected home', async () => {
  remember()
  const { page } = open(LINK)
  await page.findByText('Your email address is verified.')
  await page.findByRole('heading', { level: 1, name: 'Discover AI Tools' })
  expect(isKept()).toBe(true)
})

test('an account whose password is uncertain is signed in by any browser, to set one', async () => {
  answer('/auth/v1/verify', () => ({ ...session, user: { ...user, app_metadata: { has_password: false } } }))
  const { page } = open(LINK)
  await page.findByLabelText('New Password')
  expect(isKept()).toBe(true)
})

test.each([
  ['half an hour later', () => remember({ until: Date.now() - 1 })],
  ['where another signed up', () => remember({ id: 'somebody-else' })],
  ['in another browser', () => undefined],
])('%s one signs in by hand', async (_when, prepare) => {
  prepare()
  const { page } = open(LINK)
  const email = await page.findByLabelText<HTMLInputElement>('Email')
  expect(email.value).toBe('ada@example.org')
  expect(isKept()).toBe(false)
})
