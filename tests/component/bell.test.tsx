import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, calls, open, signIn } from '../support/render-site.tsx'

/** The number of unread notices at the bell in the header. */

beforeEach(() => {
  signIn()
  answer('rpc/get_my_standing', () => [{ role: null, unread: 2 }])
  answer('categories', () => [])
})

test('costs a page no request of its own', async () => {
  const { page, user } = open('/terms')
  await page.findByRole('link', { name: 'Notices, 2 unread' })
  // The settings are in the HTML of a page that a browser opens.
  const own = calls.filter((call) => !call.includes('settings'))
  expect(own.toSorted()).toEqual(['POST rpc/get_my_standing', 'POST rpc/is_admin'])
  await user.click(page.getAllByRole('link', { name: 'Categories' })[0] ?? document.body)
  await page.findByRole('heading', { level: 1, name: 'All Categories' })
  await waitFor(() => expect(calls.filter((call) => call.includes('standing'))).toHaveLength(1))
})
