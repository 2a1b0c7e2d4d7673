import { afterEach, beforeEach, test, vi } from 'vitest'
import { NO_SETTINGS, resolveSite } from '#shared/site.ts'
import { siteQuery } from '../../src/lib/site-data.ts'
import { answer, open, signIn } from '../support/render-site.tsx'

/** Where a site takes submissions only of members of a week, or of nobody: editors send in all the same. */

const REFUSED = { week: /^You can send in suggestions from/, nobody: /takes no suggestions/ }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-02'), toFake: ['Date'] })
  answer('rpc/list_my_claims', () => [])
})
afterEach(() => {
  vi.useRealTimers()
})

function openAs(role: string | null, submissions: keyof typeof REFUSED) {
  signIn({ role })
  const { page, router } = open('/submit')
  const site = { ...resolveSite(NO_SETTINGS, {}), submissions }
  router.options.context.queryClient.setQueryData(siteQuery.queryKey, site)
  return page
}

test.each(['week', 'nobody'] as const)('%s', async (submissions) => {
  for (const role of [null, 'moderator']) await openAs(role, submissions).findByText(REFUSED[submissions])
  for (const role of ['editor', 'administrator'])
    await openAs(role, submissions).findByLabelText('Website URL')
})
