import { beforeEach, expect, test, vi } from 'vitest'
import { answer, open, type Page, signIn } from '../support/render-site.tsx'

/** Parts of a page that cannot be downloaded, offline or after a new version: the page stays. */

vi.mock('../../src/features/lists/add-to-list-dialog.tsx', () => missing())
vi.mock('../../src/features/lists/follow-button.tsx', () => missing())
vi.mock('../../src/features/lists/list-actions.tsx', () => missing())
vi.mock('../../src/features/answers/answer-dialog.tsx', () => missing())
function missing(): never {
  throw new TypeError('Failed to fetch dynamically imported module')
}

const DAY = '2026-01-01T00:00:00Z'
const TOOL = {
  ...{ id: 't1', name: 'Whisper', slug: 'whisper', logo: null, short_description: 'Hears everything.' },
  ...{ website_url: 'https://example.org/', featured: false, upvote_count: 1, categories: null },
  ...{ tool_categories: [], tool_makers: [], created_at: DAY, link_checks: null },
}
const THEIRS = {
  ...{ id: 'u1', user_id: 'p2', username: 'ann', reason: 'Reads well.', created_at: DAY },
  ...{ edited_at: null, author_role: null, used_for: null, helpful_count: 2, hidden: 0 },
  ...{ answer: null, answer_id: null, answered_at: null, answer_edited_at: null, maker_id: null },
}
const LIST = {
  ...{ id: 'l1', name: 'My picks', is_public: true, is_hidden: false, is_own: false, username: 'ann' },
  ...{ has_page: true, changed_at: DAY, tools: [] },
}

beforeEach(() => {
  signIn()
  answer('tools', () => [TOOL])
  answer('tool_upvotes', () => [])
  answer('rpc/list_recommendations', () => [THEIRS])
  answer('rpc/list_alternatives', () => [])
  answer('rpc/list_my_helpful', () => [])
  answer('rpc/list_my_marks', () => [{ tool_id: 't1', is_upvoted: false, is_saved: false, is_made: true }])
  answer('rpc/get_list', () => [LIST])
  answer('categories', () => [{ id: 'c1', name: 'Music', slug: 'music', description: '', tool_count: 0 }])
  answer('rpc/list_tools', () => [])
  answer('rpc/count_facets', () => [])
})

const heading = (page: Page, name: string) => page.findByRole('heading', { level: 1, name })

test.each([/^Add to a list/, /^Answer/])('a press on %s says so', async (name) => {
  const { page, user } = open('/tools/whisper')
  await user.click(await page.findByRole('button', { name }))
  await page.findByText('A part of this page could not be downloaded')
  await heading(page, 'Whisper')
})

test.each([
  ['/lists/0123456789ab', 'My picks'],
  ['/categories/music', 'Music'],
])('%s is shown without it', async (path, name) => {
  const { page } = open(path)
  await heading(page, name)
  await new Promise((resolve) => setTimeout(resolve, 500))
  await heading(page, name)
  expect(page.queryByRole('alert')).toBeNull()
})
