import { afterEach, beforeEach, expect, test } from 'vitest'
import { getEnvironment } from '../../src/lib/environment.ts'
import { answer, open, SETTINGS, signInAsAdministrator } from '../support/render-site.tsx'

/** The pages of settings and numbers where a Supabase project serves the data. */

// Read once a worker, by whichever file comes first.
const environment = getEnvironment()
afterEach(() => {
  environment.apiUrl = environment.publicUrl
})

beforeEach(() => {
  environment.apiUrl = 'http://localhost:54321'
  signInAsAdministrator()
  answer('rpc/get_site_settings', () => ({ ...SETTINGS, version: 4 }))
  answer('rpc/list_site_versions', () => [])
  answer('rpc/list_invitations', () => [])
})

test('says what the choice of who may sign up needs, and shows the link to send to invited people', async () => {
  const { page, user } = open('/admin/site')
  await user.click(await page.findByLabelText(/^By invitation/))
  await page.findByText(/once its hook “Before User Created” is enabled/)
  await page.findByText(`${location.origin}/register`)
  await page.findByText(/^This site cannot email invitations/)
  expect(page.queryByText(/addresses get an email/)).toBeNull()
})

test('shows the numbers of members alone, in the charts and in the table', async () => {
  const visits = { views: 0, clicks: 0, searches: 0, found_nothing: 0 }
  answer('rpc/list_daily_numbers', () => [
    { day: '2026-01-03', ...visits, sign_ups: 2, recommendations: 1, reports: 0 },
  ])
  answer('rpc/list_top_numbers', () => [])
  const { page, user } = open('/admin/numbers')
  await user.click(await page.findByText('By day, as a table'))
  const columns = (await page.findAllByRole('columnheader')).map(({ textContent }) => textContent)
  expect(columns).toEqual(['Day', 'Sign-ups', 'Recommendations', 'Reports'])
})
