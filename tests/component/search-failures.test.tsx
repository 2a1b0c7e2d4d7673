import { waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fill } from '../support/forms.ts'
import {
  answer,
  breakCalls,
  calls,
  cancelled,
  hold,
  open,
  restore,
  signInAsAdministrator,
} from '../support/render-site.tsx'

/** Search and filter while their calls fail or wait; contract tests cover the results. */

const hit = (name: string, kind = 'tool') => ({ kind, id: name, name, slug: name.toLowerCase(), logo: null })
const FIELD = 'Search tools and categories...'

beforeEach(() => {
  localStorage.clear()
  answer('tools', () => ['Ann', 'Ben', 'Cat', 'Dan', 'Eve'].map((name) => hit(name)))
  answer('rpc/search_catalogue', ({ query }) =>
    ['Whisper', 'Suno', 'Perplexity']
      .filter((name) => name.toLowerCase().includes(String(query)))
      .map((name) => hit(name)),
  )
  answer('rpc/search_similar', ({ query }) => (String(query).startsWith('perpl') ? [hit('Perplexity')] : []))
  answer('rpc/count_tools', () => 0)
  answer('categories', () => [{ id: 'c1', name: 'Coding', slug: 'coding', tool_count: 12 }])
})

async function openSearch() {
  const { page, user, router } = open('/terms')
  await page.findByRole('heading', { level: 1 })
  await user.keyboard('{Control>}k{/Control}')
  const dialog = within(await page.findByRole('dialog', { name: 'Search' }))
  const field = dialog.getByPlaceholderText<HTMLInputElement>(FIELD)
  return { page, user, router, dialog, field }
}

describe.each([
  ['with 500', 500],
  ['without an answer', null],
] as const)('a call that fails %s', (_how, status) => {
  test('Failed to fetch tools, before anything is typed', async () => {
    breakCalls('tools', status)
    const { user, dialog, field } = await openSearch()
    await dialog.findByText('Failed to fetch tools')
    restore('tools')
    await user.click(dialog.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(dialog.getAllByRole('option')).toHaveLength(5))
    expect(document.activeElement).toBe(field)
  })

  test.each(['search_catalogue', 'search_similar'])(
    'Failed to fetch tools, by %s: nothing is called empty, and the text is kept',
    async (call) => {
      const { user, dialog, field } = await openSearch()
      breakCalls(`rpc/${call}`, status)
      await user.type(field, 'perplexty')
      await dialog.findByText('Failed to fetch tools')
      expect(dialog.queryByText('No results found.')).toBeNull()
      restore(`rpc/${call}`)
      await user.click(dialog.getByRole('button', { name: 'Try again' }))
      await dialog.findByRole('option', { name: /Perplexity/ })
      expect(field.value).toBe('perplexty')
    },
  )

  test('Failed to fetch categories, in the filter', async () => {
    breakCalls('categories', status)
    const { page, user } = open('/')
    await user.hover(await page.findByRole('button', { name: 'Filter by category' }))
    const filter = within(page.getByRole('form', { name: 'Filter by category' }))
    const alert = await filter.findByRole('alert')
    expect(alert.textContent).toContain('Failed to fetch categories')
    expect(filter.queryByText('Loading categories...')).toBeNull()
    restore('categories')
    await user.click(filter.getByRole('button', { name: 'Try again' }))
    await filter.findByRole('checkbox', { name: 'Coding (12)' })
  })
})

test('Enter before the results arrive opens the first of them, not one of the previous results', async () => {
  const release = hold('rpc/search_catalogue')
  const { page, user, dialog } = await openSearch()
  await waitFor(() => expect(dialog.getAllByRole('option')).toHaveLength(5))
  answer('tools', () => [])
  answer('rpc/find_current_slug', () => [])
  await user.paste('suno')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(calls).toContain('GET rpc/search_catalogue'))
  expect(dialog.getByPlaceholderText(FIELD)).toBeTruthy()
  release()
  await page.findByRole('heading', { name: 'Tool Not Found' })
  expect(page.queryByRole('dialog')).toBeNull()
})

test('with literal results no similar names are requested', async () => {
  const { user, dialog, field } = await openSearch()
  await user.type(field, 'whisper')
  await dialog.findByText('Search Results')
  expect(dialog.getByRole('link', { name: 'See all results' })).toBeTruthy()
  expect(calls).not.toContain('GET rpc/search_similar')
  expect(dialog.queryByText('No exact match. Close names:')).toBeNull()
  await user.clear(field)
  await user.type(field, 'perplexty')
  await dialog.findByText('No exact match. Close names:')
  await user.clear(field)
  await user.type(field, 'qqqqqqqq')
  await dialog.findByText('No results found.')
  expect(dialog.queryByRole('option')).toBeNull()
  expect(dialog.getByRole('link', { name: 'Search descriptions and reasons' })).toBeTruthy()
})

test('the first result is marked and announced before any key press, and so is every other', async () => {
  const { user, dialog, field } = await openSearch()
  const marked = () => {
    const options = dialog.getAllByRole('option')
    expect(options.filter((one) => one.getAttribute('aria-selected') === 'true')).toHaveLength(1)
    const row = options.findIndex((one) => one.getAttribute('aria-selected') === 'true')
    expect(field.getAttribute('aria-activedescendant')).toBe(options[row]?.id)
    return row
  }
  await waitFor(() => expect(dialog.getAllByRole('option')).toHaveLength(5))
  expect(marked()).toBe(0)
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(marked()).toBe(1))
  await user.keyboard('{ArrowUp}{ArrowUp}')
  await waitFor(() => expect(marked()).toBe(4))
  await user.hover(dialog.getByRole('option', { name: /Ben/ }))
  await waitFor(() => expect(marked()).toBe(1))
  await user.type(field, 's')
  await dialog.findByText('Search Results')
  expect(marked()).toBe(0)
  await user.type(field, 'qqqqqqq')
  await dialog.findByText('No results found.')
  expect(field.getAttribute('aria-activedescendant')).toBeNull()
  expect(field.getAttribute('aria-expanded')).toBe('false')
})

test('Enter presses the focused button, and opens no result', async () => {
  const { page, user, dialog } = await openSearch()
  await waitFor(() => expect(dialog.getAllByRole('option')).toHaveLength(5))
  await user.tab()
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: /close search/ }))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.getByRole('heading', { level: 1, name: 'Terms & Conditions' })).toBeTruthy()
})

describe('results from other texts than names', () => {
  const related = (name: string, marked_description: string) => ({
    ...hit(name),
    marked_description,
    reason: null,
    is_named: false,
  })

  test('are below the names, each tool once, with the match; Enter opens the first name', async () => {
    answer('rpc/search_tools', () => [
      related('Whisper', 'Same.'),
      related('Suno', 'Makes \u0002music\u0003.'),
    ])
    const { router, user, dialog } = await openSearch()
    await user.paste('whisper')
    await dialog.findByText('Related')
    expect(dialog.getAllByRole('option').map((row) => row.textContent)).toEqual([
      'Whisper',
      'SunoMakes music.',
    ])
    expect(dialog.getByText('music').tagName).toBe('MARK')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/tools/whisper'))
  })

  test('alone mark no row: Enter and the link lead to the results page, an arrow key to a row', async () => {
    answer('rpc/search_tools', () => [related('Suno', 'Makes \u0002music\u0003.')])
    const { router, user, dialog, field } = await openSearch()
    await user.paste('music')
    const row = await dialog.findByRole('option')
    expect(row.getAttribute('aria-selected')).toBe('false')
    expect(field.getAttribute('aria-activedescendant')).toBeNull()
    expect(dialog.getByRole('link', { name: 'See all results' }).getAttribute('href')).toBe('/search?q=music')
    await user.keyboard('{ArrowDown}')
    expect(row.getAttribute('aria-selected')).toBe('true')
    await user.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/tools/suno'))
  })

  test('are left out when their call fails', async () => {
    breakCalls('rpc/search_tools', 500)
    const { dialog, user } = await openSearch()
    await user.paste('whisper')
    await dialog.findByRole('option', { name: 'Whisper' })
    expect(dialog.queryByText('Related')).toBeNull()
    expect(dialog.queryByText('Failed to fetch tools')).toBeNull()
  })
})

test('the next text cancels the previous request', async () => {
  hold('rpc/search_catalogue')
  const { user } = await openSearch()
  await user.paste('vi')
  await waitFor(() => expect(calls).toContain('GET rpc/search_catalogue'))
  // Those of the page of a test before.
  cancelled.length = 0
  await user.paste('deo')
  // Sooner than the request’s own timeout would.
  await waitFor(() => expect(cancelled).toContain('GET rpc/search_catalogue'), { timeout: 5000 })
})

test('a URL with a search opens the dialog with its text, once', async () => {
  answer('rpc/list_tools', () => [])
  const { page, user, router } = open('/?search=suno')
  const field = await page.findByPlaceholderText<HTMLInputElement>(FIELD)
  expect(field.value).toBe('suno')
  await page.findByText('Search Results')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(router.state.location.href).toBe('/')
})

test.each([
  ['the results page', '/search?q=whisper', 'What do you want to do?', 'q=suno'],
  ['the page that compares', '/compare?add=whisper', 'Add a tool', 'add=suno'],
])('the field of %s keeps the focus, and follows the URL', async (_, path, label, searched) => {
  answer('rpc/search_tools', () => [])
  answer('rpc/compare_tools', () => [])
  answer('rpc/count_found_categories', () => [])
  const { page, user, router } = open(path)
  const field = await page.findByRole<HTMLInputElement>('searchbox', { name: label })
  await fill(user, field, 'suno')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.searchStr).toContain(searched))
  await waitFor(() => expect(router.state.status).toBe('idle'))
  expect(document.activeElement).toBe(page.getByRole('searchbox', { name: label }))
  router.history.back()
  await waitFor(() =>
    expect(page.getByRole<HTMLInputElement>('searchbox', { name: label }).value).toBe('whisper'),
  )
})

test('the shortcut does not open it over a question', async () => {
  signInAsAdministrator()
  answer('rpc/list_admin_categories', () => [{ id: 'c1', name: 'Coding', slug: 'coding', total: 1 }])
  const { page, user } = open('/admin/categories')
  await user.click(await page.findByRole('button', { name: 'Delete Coding' }))
  await page.findByRole('alertdialog')
  await user.keyboard('{Control>}k{/Control}')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(page.queryByRole('dialog', { name: 'Search' })).toBeNull()
})

test('settings of the search that are not saved say so once', async () => {
  signInAsAdministrator()
  const settings = { version: 1, language: 'english', synonyms: 'a, b', languages: ['english'], stale: 0 }
  answer('rpc/get_search_settings', () => settings)
  breakCalls('rpc/save_search_settings', 500)
  const { page, user } = open('/admin/search')
  await fill(user, await page.findByLabelText('Words that stand for each other'), 'a, c')
  await user.click(page.getByRole('button', { name: 'Save' }))
  await page.findByRole('alert')
  expect(page.getAllByText('The settings were not saved. Please try again.')).toHaveLength(1)
})
