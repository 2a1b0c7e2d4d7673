import { waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, open } from '../support/render-site.tsx'

/** The filter panels: their content, and when it is fetched. */

const NAMES = 'Écriture,Audio,Coding,Data,Email,Finance,Games,Health,Images,Jobs,Kids,Legal'.split(',')
const categories = NAMES.map((name, n) => ({ id: `c${n}`, name, slug: name.toLowerCase(), tool_count: n }))

async function openFilter(count: number) {
  answer('rpc/count_tools', () => 0)
  answer('rpc/list_tools', () => [])
  answer('tools', () => [])
  answer('categories', ({ slug }) =>
    categories.slice(0, count).filter((one) => !slug || String(slug).includes(one.slug)),
  )
  const { page, user } = open('/')
  await user.hover(await page.findByRole('button', { name: 'Filter by category' }))
  const filter = within(page.getByRole('form', { name: 'Filter by category' }))
  await waitFor(() => expect(filter.getAllByRole('checkbox')).toHaveLength(count))
  return { user, filter }
}

test('twelve or more categories can be searched, ignoring accents', async () => {
  const { user, filter } = await openFilter(12)
  const field = filter.getByRole('searchbox', { name: 'Search categories' })
  await user.type(field, 'ecri')
  expect(filter.getAllByRole('checkbox')).toEqual([filter.getByRole('checkbox', { name: 'Écriture (0)' })])
  await user.type(field, 'zzz')
  expect(filter.queryByRole('checkbox')).toBeNull()
  expect(filter.getByText('No categories found')).toBeTruthy()
})

test('fewer than twelve have no search field', async () => {
  const { filter } = await openFilter(11)
  expect(filter.queryByRole('searchbox')).toBeNull()
})

test.each([
  ['what a search finds in each', [{ category_id: 'c1', tools: 7, added: 7 }], 'Audio (7)'],
  ['no number where it finds too many', [], 'Audio'],
])('of a search: %s', async (_, counts, name) => {
  answer('rpc/search_tools', () => [])
  answer('rpc/search_similar', () => [])
  answer('rpc/count_found_categories', () => counts)
  answer('categories', () => categories.slice(0, 3))
  const { page, user } = open('/search?q=podcast')
  await user.hover(await page.findByRole('button', { name: 'Filter by category' }))
  const filter = within(page.getByRole('form', { name: 'Filter by category' }))
  await filter.findByRole('checkbox', { name })
})

test('each further choice shows what it adds, by one request for all', async () => {
  const asked: unknown[] = []
  answer('rpc/count_categories', ({ selected }) => {
    asked.push(selected)
    return categories.slice(0, 3).map(({ id }) => ({ category_id: id, tools: 9, added: 4 }))
  })
  const { user, filter } = await openFilter(3)
  expect(asked, 'nothing is selected: the counts are there').toEqual([])
  await user.click(filter.getByRole('checkbox', { name: 'Audio (1)' }))
  const coding = filter.getByRole('checkbox', { name: 'Coding (2)' })
  const added = () => document.getElementById(coding.getAttribute('aria-describedby') ?? '')?.textContent
  await waitFor(() => expect(added()).toBe('adds 4'))
  expect(asked.filter((ids) => ids === '{c1}')).toHaveLength(1)
})

test('a link with a former slug filters by the category with its current one', async () => {
  answer('rpc/count_tools', () => 0)
  answer('rpc/list_tools', () => [])
  answer('rpc/find_current_slug', () => [{ slug: 'audio' }])
  answer('categories', ({ slug }) =>
    categories.slice(1, 3).filter((one) => !slug || String(slug).includes(one.slug)),
  )
  const { page, router } = open('/?categories=coding,before&sort=top')
  await page.findByRole('button', { name: 'Remove filter Audio' })
  expect(router.state.location.search).toEqual({ sort: 'top', categories: 'audio,coding' })
})
