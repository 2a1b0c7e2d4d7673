import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NO_SETTINGS, resolveSite } from '#shared/site.ts'
import { siteQuery } from '../../src/lib/site-data.ts'
import { answer, open, type Page, signIn } from '../support/render-site.tsx'

/** Parts of a page that cannot be downloaded, offline or after a new version: the page stays. */

vi.mock('../../src/features/lists/add-to-list-dialog.tsx', () => missing('add-to-list-dialog'))
vi.mock('../../src/features/lists/follow-button.tsx', () => missing('follow-button'))
vi.mock('../../src/features/lists/list-actions.tsx', () => missing('list-actions'))
vi.mock('../../src/features/answers/answer-dialog.tsx', () => missing('answer-dialog'))
vi.mock('../../src/features/numbers/tool-numbers.tsx', () => missing('tool-numbers'))
vi.mock('../../src/features/catalogue/card-facts.tsx', () => missing('card-facts'))
vi.mock('../../src/features/catalogue/week.tsx', () => missing('week'))
vi.mock('../../src/features/catalogue/unknown-facts.tsx', () => missing('unknown-facts'))
vi.mock('../../src/features/notices/bell.tsx', () => missing('bell'))
/** Each is asked for once: a page goes on without it. */
const asked = vi.hoisted(() => new Set<string>())
function missing(part: string): never {
  asked.add(part)
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
  answer('rpc/count_categories', () => [])
  answer('rpc/list_chosen_recommendations', () => ({ ...THEIRS, ...TOOL, writer: 'ann' }))
})

const heading = (page: Page, name: string) => page.findByRole('heading', { level: 1, name })

test.each([/^Add to a list/, /^Answer/, 'Views and clicks'])('a press on %s says so', async (name) => {
  const { page, user, router } = open('/tools/whisper')
  const site = resolveSite({ ...NO_SETTINGS, numbers: 'everyone' }, {})
  router.options.context.queryClient.setQueryData(siteQuery.queryKey, site)
  await user.click(await page.findByRole('button', { name }))
  await page.findByText('A part of this page could not be downloaded')
  await heading(page, 'Whisper')
})

test.each([
  ['/lists/0123456789ab', 'My picks', ['list-actions', 'bell']],
  ['/categories/music', 'Music', ['follow-button']],
  ['/?pricing=free', 'Discover AI Tools', ['unknown-facts', 'card-facts']],
  ['/', 'Discover AI Tools', ['week']],
])('%s is shown without it', async (path, name, parts) => {
  answer('rpc/list_tools', () => [{ ...TOOL, card_facts: { author: 'Ann' }, total: 1 }])
  const { page, user } = open(path)
  await heading(page, name)
  await waitFor(() => expect(parts.every((part) => asked.has(part))).toBe(true))
  // By then React has drawn what it makes of them.
  await user.tab()
  await heading(page, name)
  expect(page.queryByRole('alert')).toBeNull()
})
