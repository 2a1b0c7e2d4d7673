import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NO_SETTINGS, resolveSite, type SiteSettings } from '#shared/site.ts'
import { siteQuery } from '../../src/lib/site-data.ts'
import { answer, open, type Page, signIn } from '../support/render-site.tsx'

/** Where a site takes submissions only of members of a week, or of nobody: editors send in all the same. */

const REFUSED = { week: /^You can send in suggestions from/, nobody: /takes no suggestions/ }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-02'), toFake: ['Date'] })
  answer('rpc/list_my_claims', () => [])
})
afterEach(() => {
  vi.useRealTimers()
})

function openAs(role: string | null, submissions: SiteSettings['submissions'], path = '/submit') {
  signIn({ role })
  const { page, router } = open(path)
  const site = { ...resolveSite(NO_SETTINGS, {}), submissions }
  router.options.context.queryClient.setQueryData(siteQuery.queryKey, site)
  return page
}

test.each(['week', 'nobody'] as const)('%s', async (submissions) => {
  for (const role of [null, 'moderator']) await openAs(role, submissions).findByText(REFUSED[submissions])
  for (const role of ['editor', 'administrator'])
    await openAs(role, submissions).findByLabelText('Website URL')
})

test('where nobody may, nothing leads there', async () => {
  answer('tools', () => [
    {
      ...{
        id: 't1',
        name: 'Whisper',
        slug: 'whisper',
        logo: null,
        short_description: 'Hears.',
        upvote_count: 0,
      },
      ...{ website_url: 'https://example.org/', featured: false, created_at: '2026-01-01T00:00:00Z' },
      ...{ categories: null, tool_categories: [], tool_makers: [], link_checks: null },
    },
  ])
  answer('tool_upvotes', () => [])
  answer('rpc/list_recommendations', () => [])
  answer('rpc/list_alternatives', () => [])
  const links = (page: Page) =>
    page.queryAllByRole('link', { name: /^(Submit|Suggest a change|Report a problem)$/ })
  const before = openAs(null, 'members', '/tools/whisper')
  await waitFor(() => expect(links(before).length).toBeGreaterThan(2))
  cleanup()
  const closed = openAs(null, 'nobody', '/tools/whisper')
  await closed.findByRole('heading', { level: 1, name: 'Whisper' })
  await waitFor(() => expect(links(closed)).toEqual([]))
})
