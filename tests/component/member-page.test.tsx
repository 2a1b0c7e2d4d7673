import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakCalls, open, PERSON_ID, signIn } from '../support/render-site.tsx'

/** A member's page: when it fails, and after its member deleted a recommendation. */

const DAY = '2026-01-01T00:00:00Z'
const PROFILE = { id: PERSON_ID, full_name: 'A Member', username: 'member', created_at: DAY, updated_at: DAY }
const OWN = {
  ...{ id: 'u1', tool_id: 't1', reason: 'Hears all.', created_at: DAY, weight: 1 },
  ...{ is_flagged: false, flag_status: null, decided_at: null, upvote_appeals: null },
  tools: { name: 'Whisper', slug: 'whisper', logo: null },
}

beforeEach(() => {
  answer('profiles', () => [PROFILE])
  answer('rpc/list_public_lists', () => [])
  answer('tool_submitters', () => [])
  answer('tool_upvotes', () => [OWN])
})

test('that cannot be shown says so once', async () => {
  breakCalls('profiles', 400)
  const { page } = open('/members/member')
  const failure = await page.findByRole('alert')
  within(failure).getByText('This page could not be shown. Please try again in a moment.')
})

test('does not keep what the member deleted', async () => {
  signIn()
  answer('DELETE tool_upvotes', () => {
    answer('tool_upvotes', () => [])
    return null
  })
  answer('tools', () => [{ upvote_count: 0 }])
  const { page, user, router } = open('/members/member')
  await page.findByText('Hears all.')
  await router.navigate({ to: '/profile', search: { tab: 'upvotes' } })
  await user.click(await page.findByRole('button', { name: 'Delete upvote for Whisper' }))
  const question = within(await page.findByRole('dialog', { name: 'Delete upvote?' }))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await page.findByText('Upvote deleted successfully')
  await router.navigate({ to: '/members/$username', params: { username: 'member' } })
  await page.findByRole('heading', { level: 1, name: /member/ })
  await waitFor(() => expect(page.queryByText('Hears all.')).toBeNull())
})
