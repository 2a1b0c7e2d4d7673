import { render, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { NO_SETTINGS, resolveSite } from '#shared/site.ts'
import { lazyPart } from '../../src/components/lazy-part.tsx'
import { siteQuery } from '../../src/lib/site-data.ts'
import { answer, open, type Page, signIn } from '../support/render-site.tsx'

/** Parts of a page that cannot be downloaded, offline or after a new version: the page stays. */

vi.mock('../../src/features/lists/add-to-list-dialog.tsx', () => missing())
vi.mock('../../src/features/answers/answer-dialog.tsx', () => missing())
vi.mock('../../src/features/numbers/tool-numbers.tsx', () => missing())
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

beforeEach(() => {
  signIn()
  answer('tools', () => [TOOL])
  answer('tool_upvotes', () => [])
  answer('rpc/list_recommendations', () => [THEIRS])
  answer('rpc/list_alternatives', () => [])
  answer('rpc/list_my_helpful', () => [])
  answer('rpc/list_my_marks', () => [{ tool_id: 't1', is_upvoted: false, is_saved: false, is_made: true }])
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

// That pages have no other way for such parts is tested by tests/unit/structure.test.ts.
test('a part shown at once is missing, and the rest stays, also what comes after it', async () => {
  const missing = Promise.reject<() => string>(new TypeError('Failed to fetch'))
  const Missing = lazyPart(() => missing)
  const Later = lazyPart(() => missing.catch(() => () => ' came'))
  const { container } = render(
    <p>
      The rest
      <Missing />
      <Later />
    </p>,
  )
  await waitFor(() => expect(container.textContent).toBe('The rest came'))
})
