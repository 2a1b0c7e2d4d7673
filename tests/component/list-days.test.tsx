import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, open } from '../support/render-site.tsx'

/** The day above the first tool of each in lists by date (decision 195): twenty of one, twelve of the day before. */

const tools = Array.from({ length: 32 }, (_, n) => ({
  ...{ id: `t${n}`, name: `Tool ${n}`, slug: `tool-${n}`, logo: null, short_description: 'Writes along.' },
  ...{ featured: false, upvote_count: 1, created_at: `2026-01-${n < 20 ? '09' : '08'}T12:00:00Z` },
}))

test.each([
  ['/', ['9 January 2026', '8 January 2026']],
  ['/?sort=top', []],
])('%s', async (address, expected) => {
  answer('categories', () => [])
  answer('rpc/list_tools', ({ after_id, max_results }) => {
    const from = tools.findIndex(({ id }) => id === after_id) + 1
    return tools
      .slice(from, from + Number(max_results))
      .map((tool) => ({ ...tool, total: after_id ? null : 32 }))
  })
  const { page, user } = open(address)
  const days = () => [...document.querySelectorAll('.day')].map(({ textContent }) => textContent)
  await page.findByRole('link', { name: 'Tool 14' })
  expect(days()).toEqual(expected.slice(0, 1))
  await user.click(page.getByRole('button', { name: 'Load More' }))
  await page.findByRole('link', { name: 'Tool 29' })
  await waitFor(() => expect(days()).toEqual(expected))
  expect(document.querySelector('.day:not(:first-child)')).toBeNull()
  if (expected[1]) expect(page.getByText(expected[1]).parentElement?.textContent).toContain('Tool 20')
})
