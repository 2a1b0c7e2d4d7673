import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakCalls, open, signIn } from '../support/render-site.tsx'

/** Claiming a tool. */

const LOST = 'This could not be loaded'
const DAY = '2026-01-01T00:00:00Z'
const TOOL = { id: 't1', name: 'Whisper', website_url: 'https://example.org' }

test('of a website that no browser can open says its address as it is', async () => {
  signIn()
  answer('tools', () => [{ id: 't1', name: 'Whisper', website_url: 'https://example.org:99999' }])
  answer('rpc/list_my_claims', () => [])
  await open('/claim/whisper').page.findByText(/the page at https:\/\/example\.org:99999/)
})

test('who has proved it is not asked again, neither there nor on the page of the tool', async () => {
  signIn()
  answer('tools', () => [
    {
      ...{ ...TOOL, slug: 'whisper', logo: null, short_description: 'Hears everything.', featured: false },
      ...{ upvote_count: 0, categories: null, tool_categories: [], tool_makers: [{ since: DAY }] },
      ...{ created_at: DAY, link_checks: null },
    },
  ])
  answer('rpc/list_my_claims', () => [
    { id: 'c1', tool_slug: 'whisper', state: 'proved', reason: null, created_at: DAY, proved_at: DAY },
  ])
  answer('rpc/list_recommendations', () => [])
  answer('rpc/list_alternatives', () => [])
  answer('rpc/list_my_helpful', () => [])
  answer('rpc/list_my_marks', () => [{ tool_id: 't1', is_upvoted: false, is_saved: false, is_made: true }])
  const { page, user } = open('/claim/whisper')
  await page.findByText('You proved on 1 January 2026 that you make it.')
  expect(page.queryByText(/^Prove that you make it/)).toBeNull()
  await user.click(page.getByRole('link', { name: 'Whisper' }))
  await page.findByText(/^Maintained by its maker since/)
  await waitFor(() => expect(page.queryByRole('link', { name: 'Is this yours?' })).toBeNull())
  page.getByRole('link', { name: 'Report a problem' })
})

test('claims that cannot be loaded are not taken for none', async () => {
  signIn()
  answer('rpc/list_my_contributions', () => [])
  breakCalls('rpc/list_my_claims', 500)
  await open('/profile?tab=submissions').page.findByText(LOST)
})

test('makers that cannot be loaded are not taken for none', async () => {
  signIn({ role: 'editor' })
  answer('tools', () => [TOOL])
  answer('rpc/list_my_claims', () => [])
  breakCalls('rpc/list_makers', 500)
  await open('/claim/whisper').page.findByText(LOST)
})
