import { within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, open } from '../support/render-site.tsx'

/** What needs an account asks a visitor to sign in, and leads there; a visitor has no notices. */

const DAY = '2026-01-01T00:00:00Z'
const TOOL = {
  ...{ id: 't1', name: 'Udio', slug: 'udio', logo: null, short_description: 'Hums.', upvote_count: 1 },
  ...{ website_url: 'https://example.org/', featured: false, created_at: DAY, link_checks: null },
  ...{ categories: null, tool_categories: [], tool_makers: [] },
}
const THEIRS = {
  ...{ id: 'u1', user_id: 'p2', username: 'ann', reason: 'Hums along.', created_at: DAY },
  ...{ edited_at: null, author_role: null, used_for: null, helpful_count: 2, hidden: 0 },
  ...{ answer: null, answer_id: null, answered_at: null, answer_edited_at: null, maker_id: null },
}

beforeEach(() => {
  localStorage.clear()
  answer('tools', () => [TOOL])
  answer('rpc/list_recommendations', () => [THEIRS])
  answer('rpc/list_alternatives', () => [])
})

test.each([
  [/^Save Udio/, 'Sign in to save Udio.'],
  [/^Helpful/, 'Sign in to say that a recommendation helped you.'],
])('%s', async (name, asked) => {
  const { page, user, router } = open('/tools/udio')
  await user.click(await page.findByRole('button', { name }))
  const dialog = within(await page.findByRole('dialog', { name: 'Authentication Required' }))
  dialog.getByText(asked)
  await user.click(dialog.getByRole('link', { name: 'Sign In' }))
  await page.findByRole('heading', { level: 1, name: 'Welcome Back' })
  expect(router.state.location.pathname).toBe('/login')
})

test('the list of notices', async () => {
  const { page } = open('/profile?tab=notices')
  await page.findByRole('heading', { level: 1, name: 'Welcome Back' })
  expect(page.queryByRole('link', { name: /^Notices/ })).toBeNull()
})
