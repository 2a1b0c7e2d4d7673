import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, open, PERSON_ID, signInAsAdministrator } from '../support/render-site.tsx'

/** What lists and searches say where there is nothing, nothing new, or something else than what was typed. */

beforeEach(() => {
  localStorage.clear()
  for (const read of ['tools', 'categories', 'rpc/list_tools', 'rpc/count_found_categories'])
    answer(read, () => [])
  answer('rpc/count_tools', () => 0)
})

test('a directory without tools says so; the sentence about the filter is for filters', async () => {
  const { page, router } = open('/')
  await page.findByText('No tools yet')
  expect(page.getByText('Tools are listed here as soon as the first one is added.')).toBeTruthy()
  expect(page.queryByText(/filter criteria/)).toBeNull()
  await router.navigate({ to: '/', search: { pricing: ['free'] } })
  await page.findByText('No tools found matching your filter criteria.')
})

test('an administrator of a directory without tools can add the first, at home and in the lists', async () => {
  signInAsAdministrator()
  for (const call of ['rpc/list_admin_tools', 'rpc/list_admin_categories', 'rpc/get_first_steps'])
    answer(call, () => [])
  const { page, router } = open('/')
  expect((await page.findByRole('link', { name: 'Add your first tool' })).getAttribute('href')).toBe(
    '/admin/tools/new',
  )
  for (const [path, text, name] of [
    ['/admin/tools', 'No tools found. Add your first tool to get started.', 'Add New Tool'],
    ['/admin/categories', 'No categories found. Add your first category to get started.', 'Add New Category'],
  ] as const) {
    await router.navigate({ to: path })
    const empty = await page.findByText(text)
    expect(within(empty.parentElement ?? empty).getByRole('link', { name })).toBeTruthy()
  }
})

test('a search for what a reported tool is a duplicate of says that there is nothing', async () => {
  signInAsAdministrator()
  const whisper = {
    ...{
      id: PERSON_ID,
      name: 'Whisper',
      slug: 'whisper',
      logo: null,
      website_url: 'https://whisper.example/',
    },
    ...{ short_description: 'Hears.', upvote_count: 0, created_at: '2026-01-01' },
  }
  answer('tools', () => [whisper])
  answer('rpc/list_duplicates', () => [])
  answer('rpc/list_admin_tools', () => [{ ...whisper, category_name: null, featured: false, total: 1 }])
  const { page, user } = open(`/admin/tools/duplicates?tool=${PERSON_ID}`)
  const section = within(await page.findByRole('region', { name: /Whisper/ }))
  await user.type(section.getByRole('searchbox'), 'whisper')
  await section.findByText('No tools match your search.')
})

test('a search for more to compare tells what is compared already from what is not there', async () => {
  const cursor = {
    id: 't1',
    name: 'Cursor',
    slug: 'cursor',
    logo: null,
    marked_description: '',
    created_at: '2026-01-01',
  }
  const compared = {
    ...cursor,
    asked: 'cursor',
    platforms: [],
    category_names: [],
    category_slugs: [],
    reasons: [],
    writers: [],
    writers_have_pages: [],
    website_url: 'https://example.org/',
  }
  answer('rpc/compare_tools', () => [compared])
  answer('rpc/search_tools', () => [{ ...cursor, reason: null, corrected: null, total: 1 }])
  const { page, router } = open('/compare?tools=cursor&add=cursor')
  await page.findByText('Every tool found is compared already.')
  answer('rpc/search_tools', () => [])
  await router.navigate({ to: '/compare', search: { tools: ['cursor'], add: 'qqqq' } })
  await page.findByText('No results found.')
})

test('the results page says what a misspelt query was taken for, and marks names and descriptions', async () => {
  const found = {
    id: 't1',
    name: 'Perplexity AI',
    slug: 'perplexity',
    logo: null,
    marked_description: 'Ask \u0002Perplexity\u0003.',
    featured: false,
    upvote_count: 0,
    created_at: '2026-01-01',
    category_id: null,
    is_named: true,
    reason: null,
    total: 1,
    corrected: 'perplexity',
  }
  answer('rpc/search_tools', () => [found])
  answer('rpc/count_found_categories', () => [])
  const { page, router } = open('/search?q=perplexty')
  const card = await page.findByRole('article')
  expect([...card.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'Perplexity',
    'Perplexity',
  ])
  expect(within(card).getByRole('link', { name: 'Perplexity AI' })).toBeTruthy()
  expect(page.getByText(/“perplexty”/).textContent).toContain('These are the results for “perplexity”.')
  answer('rpc/search_tools', () => [{ ...found, corrected: null }])
  await router.navigate({ to: '/search', search: { q: 'perplexity' } })
  await waitFor(() => expect(page.queryByText(/These are the results for/)).toBeNull())
})
