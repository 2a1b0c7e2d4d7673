import { waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { answer, breakCalls, calls, hold, open, restore } from '../support/render-site.tsx'

/**
 * Section 8 for visitors: the message of every failing call; the page stays usable and can be retried. Then navigation:
 * where the focus goes, and what changes meanwhile.
 */

const coding = { id: 'c1', name: 'Coding', slug: 'coding', description: '', tool_count: 40 }

const copilot = {
  id: 't1',
  name: 'GitHub Copilot',
  slug: 'github-copilot',
  logo: null,
  short_description: 'Writes along.',
  website_url: 'https://example.org/',
  featured: false,
  upvote_count: 1,
  created_at: '2026-01-01T00:00:00Z',
  categories: coding,
  tool_categories: [{ position: 0, categories: coding }],
  tool_makers: [],
}
const tools = Array.from({ length: 40 }, (_, n) => ({
  ...copilot,
  id: `t${n}`,
  name: `Tool ${n}`,
  slug: `tool-${n}`,
}))

/** As list_tools answers: those after the named one. */
const answerTools = (read: () => typeof tools) =>
  answer('rpc/list_tools', ({ after_id, max_results }) => {
    const rows = read()
    const from = rows.findIndex(({ id }) => id === after_id) + 1
    return rows
      .slice(from, from + Number(max_results))
      .map((tool) => ({ ...tool, total: after_id ? null : rows.length }))
  })

beforeEach(() => {
  answer('tools', () => [copilot])
  answerTools(() => tools)
  answer('rpc/list_category_samples', () => [])
  answer('rpc/count_categories', () => [])
  answer('rpc/list_alternatives', () => [])
  answer('categories', () => [coding])
  answer('rpc/list_recommendations', () => [
    {
      ...{ id: 'u1', user_id: 'p1', username: 'ann', reason: 'Reads well.', created_at: copilot.created_at },
      ...{ edited_at: null, author_role: null, used_for: null, helpful_count: 0, hidden: 0 },
      ...{ answer: null, answer_id: null, answered_at: null, answer_edited_at: null, maker_id: null },
    },
  ])
})

const cards = () => document.querySelectorAll('article')

describe.each([
  ['with 500', 500],
  ['without an answer', null],
] as const)('a call that fails %s', (_how, status) => {
  test('Failed to fetch tools, at home and on further pages', async () => {
    breakCalls('rpc/list_tools', status)
    const { page, user } = open('/')
    const failure = await page.findByRole('alert')
    expect(failure.textContent).toContain('Failed to fetch tools')
    expect(document.querySelector('[data-skeleton]')).toBeNull()
    restore('rpc/list_tools')
    await user.click(within(failure).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(cards()).toHaveLength(15))

    breakCalls('rpc/list_tools', status)
    await user.click(page.getByRole('button', { name: 'Load More' }))
    expect((await page.findByRole('alert')).textContent).toBe('Failed to fetch tools')
    expect(cards(), 'what was there stays').toHaveLength(15)
    restore('rpc/list_tools')
    await user.click(page.getByRole('button', { name: 'Load More' }))
    await waitFor(() => expect(cards()).toHaveLength(30))
  })

  test('Failed to fetch categories, on their page', async () => {
    breakCalls('categories', status)
    const { page, user } = open('/categories')
    await page.findByText(/Failed to fetch categories/)
    restore('categories')
    await user.click(page.getByRole('button', { name: 'Try again' }))
    expect((await page.findByRole('link', { name: /^Coding/ })).textContent).toContain('40 tools')
  })

  test('without the samples of the categories every card counts 0', async () => {
    breakCalls('rpc/list_category_samples', status)
    const { page } = open('/categories')
    expect((await page.findByRole('link', { name: /^Coding/ })).textContent).toContain('0 tools')
  })

  test('without the reasons of the categories their cards are there', async () => {
    breakCalls('rpc/list_chosen_recommendations', status)
    const { page } = open('/categories')
    expect((await page.findByRole('link', { name: /^Coding/ })).textContent).toContain('40 tools')
    expect(page.queryByRole('figure')).toBeNull()
    restore('rpc/list_chosen_recommendations')
  })

  test('Failed to fetch tool, which is not to say that the tool is missing', async () => {
    breakCalls('tools', status)
    const { page, user } = open('/tools/github-copilot')
    const failure = await page.findByRole('alert')
    const heading = status === null ? 'You seem to be offline' : 'Something went wrong'
    expect(within(failure).getByRole('heading').textContent).toBe(heading)
    expect(failure.textContent).toContain('Failed to fetch tool. ')
    await waitFor(() => expect(document.title).toContain('Something went wrong'))
    expect(page.queryByText(/Tool Not Found|doesn.t exist/)).toBeNull()
    expect(page.getByRole('banner'), 'the rest of the page stays').toBeTruthy()
    restore('tools')
    await user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { level: 1, name: 'GitHub Copilot' })
  })

  test('Failed to fetch upvotes, the rest of the tool’s page being there', async () => {
    breakCalls('rpc/list_recommendations', status)
    const { page, user } = open('/tools/github-copilot')
    const failure = await page.findByRole('alert')
    expect(failure.textContent).toContain('Failed to fetch upvotes')
    expect(page.getByRole('heading', { level: 1, name: 'GitHub Copilot' })).toBeTruthy()
    restore('rpc/list_recommendations')
    await user.click(within(failure).getByRole('button', { name: 'Try again' }))
    await page.findByText(/Reads well\./)
  })
})

test('a tool that is missing has the page for that', async () => {
  answer('tools', () => [])
  answer('rpc/find_current_slug', () => [])
  const { page } = open('/tools/gone')
  await page.findByRole('heading', { name: 'Tool Not Found' })
  await page.findByText("The tool you're looking for doesn't exist or has been removed.")
  expect(page.getByRole('button', { name: 'Back to Tools Directory' })).toBeTruthy()
  expect(page.queryByRole('alert')).toBeNull()
  await waitFor(() => expect(document.title).toContain('Tool Not Found'))
})

test('when the network is back a failed page is loaded by itself', async () => {
  breakCalls('tools', null)
  const { page } = open('/tools/github-copilot')
  await page.findByRole('heading', { name: 'You seem to be offline' })
  restore('tools')
  window.dispatchEvent(new Event('online'))
  await page.findByRole('heading', { level: 1, name: 'GitHub Copilot' })
})

test('a tool renamed meanwhile is found by its former slug, and its URL has the current one', async () => {
  answer('rpc/count_tools', () => tools.length)
  const { page, user, router } = open('/')
  const card = await page.findByRole('link', { name: 'Tool 0' })
  answer('tools', ({ slug }) => (String(slug).endsWith(copilot.slug) ? [copilot] : []))
  answer('rpc/find_current_slug', () => [{ slug: copilot.slug }])
  await user.click(card)
  await page.findByRole('heading', { level: 1, name: copilot.name })
  expect(router.state.location.pathname).toBe('/tools/github-copilot')
  router.history.back()
  await page.findByRole('heading', { level: 1, name: 'Discover AI Tools' })
})

describe('a list that changes while it is read', () => {
  const names = () => [...document.querySelectorAll('article h2')].map((name) => name.textContent)
  const added = { ...copilot, id: 'added', name: 'Added', slug: 'added' }

  test('shows each tool once, and none is missing', async () => {
    const { page, user } = open('/')
    await waitFor(() => expect(cards()).toHaveLength(15))
    // One that moved down is on both pages; its place is filled.
    const [moved = copilot, ...others] = tools
    answerTools(() => [added, ...others.slice(0, 20), moved, ...others.slice(20)])
    await user.click(await page.findByRole('button', { name: 'Load More' }))
    await waitFor(() => expect(cards()).toHaveLength(30))
    await user.click(await page.findByRole('button', { name: 'Load More' }))
    await page.findByText('All 40 tools are shown')
    expect(names().toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
  })

  test('ends where it ends, whatever the first page counted', async () => {
    const { page, user } = open('/')
    await waitFor(() => expect(cards()).toHaveLength(15))
    answerTools(() => [...tools, added, ...Array.from({ length: 5 }, (_, n) => ({ ...added, id: `a${n}` }))])
    for (const shown of [30, 45]) {
      await user.click(await page.findByRole('button', { name: 'Load More' }))
      await waitFor(() => expect(cards()).toHaveLength(shown))
    }
    await user.click(await page.findByRole('button', { name: 'Load More' }))
    await page.findByText('All 46 tools are shown')
    expect(cards()).toHaveLength(46)
    expect(page.queryByRole('button', { name: 'Load More' })).toBeNull()
  })
})

test('a list goes on beyond what its URL may open, and Back restores it', async () => {
  const many = Array.from({ length: 200 }, (_, n) => ({
    ...copilot,
    id: `m${n}`,
    name: `Many ${n}`,
    slug: `many-${n}`,
  }))
  answerTools(() => many)
  const { page, user, router } = open('/?show=75')
  await waitFor(() => expect(cards()).toHaveLength(75))
  expect(calls.filter((call) => call.endsWith('list_tools'))).toHaveLength(1)
  for (const shown of [90, 105]) {
    await user.click(await page.findByRole('button', { name: 'Load More' }))
    await waitFor(() => expect(cards()).toHaveLength(shown))
  }
  expect(router.latestLocation.href).toBe('/?show=75')
  await user.click(page.getByRole('link', { name: 'Many 100' }))
  await page.findByRole('heading', { level: 1, name: copilot.name })
  router.history.back()
  await waitFor(() => expect(cards()).toHaveLength(105))
  await user.click(page.getByRole('link', { name: 'Trending' }))
  await waitFor(() => expect(cards(), 'another order starts anew').toHaveLength(15))
})

test('in the breadcrumbs of a category only its own name is the current page', async () => {
  const { page } = open('/categories/coding')
  const way = await page.findByRole('navigation', { name: 'Breadcrumb' })
  const current = way.querySelectorAll('[aria-current]')
  expect(Array.from(current, ({ textContent }) => textContent)).toEqual(['Coding'])
})

test('a page opened by a link that is gone with the last page takes the focus', async () => {
  const { page, user } = open('/')
  await user.click(await page.findByRole('link', { name: 'Tool 0' }))
  await page.findByRole('heading', { level: 1, name: copilot.name })
  await waitFor(() => expect(document.activeElement).toBe(page.getByRole('main')))
  const stays = page.getAllByRole('link', { name: 'Categories' })[0] ?? document.body
  await user.click(stays)
  await page.findByRole('heading', { level: 1, name: 'All Categories' })
  expect(document.activeElement).toBe(stays)
})

test.each([
  ['a tool', 'Tool 0', '/tools/tool-0'],
  ['another order', 'Trending', '/?sort=trending'],
])('more tools that arrive after %s was opened do not change its URL', async (_what, name, url) => {
  const { page, user, router } = open('/')
  const link = await page.findByRole('link', { name })
  const release = hold('rpc/list_tools')
  await user.click(await page.findByRole('button', { name: 'Load More' }))
  const releaseTool = hold('tools')
  await user.click(link)
  await waitFor(() => expect(router.latestLocation.href).toBe(url))
  release()
  const { queryClient } = router.options.context
  await waitFor(() => expect(queryClient.isFetching({ queryKey: ['tools', 'list'] })).toBe(0))
  releaseTool()
  await waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe(router.latestLocation.pathname))
  expect(router.latestLocation.href).toBe(url)
})
