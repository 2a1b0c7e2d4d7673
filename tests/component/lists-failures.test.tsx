import { fireEvent, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { serveQueue } from '../support/flagged-cards.ts'
import {
  answer,
  breakCalls,
  calls,
  hold,
  open,
  restore,
  signInAsAdministrator,
} from '../support/render-site.tsx'

/** Section 8, failing loads and deletions in the administrator's lists. */

const DAY = '2026-01-01T00:00:00Z'
type Row = { id: string; name: string; slug: string; total: number }
const LOGO = `${location.origin}/storage/v1/object/public/tool-logos/old.png`
const REMOVAL = '/storage/v1/object/tool-logos'
const ROW: Row = { id: 'x1', name: 'Doomed', slug: 'doomed', total: 1 }
let rows: Row[]

beforeEach(() => {
  rows = [ROW]
  signInAsAdministrator()
  answer('rpc/list_admin_tools', () =>
    rows.map((row) => ({ ...row, category_name: 'Kind', featured: false, upvote_count: 1, logo: LOGO })),
  )
  answer('rpc/list_admin_categories', () => rows.map((row) => ({ ...row, description: '', tool_count: 1 })))
  answer('categories', () => [{ tool_count: 1 }])
  answer('DELETE tools', () => rows.splice(0).map(() => ({ logo: LOGO })))
  answer('DELETE categories', () => rows.splice(0).map(({ id }) => ({ id })))
  answer(REMOVAL, () => [])
})
afterEach(() => {
  vi.restoreAllMocks()
})

const KINDS = [
  ['tool', 'tools'],
  ['category', 'categories'],
] as const

describe.each(KINDS)('the list of a %s', (thing, things) => {
  test('that cannot be loaded says so and can be tried again', async () => {
    breakCalls(`rpc/list_admin_${things}`, 500)
    const { page, user } = open(`/admin/${things}`)
    const failure = await page.findByRole('alert')
    expect(failure.textContent).toContain(`Failed to load ${things}`)
    restore(`rpc/list_admin_${things}`)
    await user.click(within(failure).getByRole('button', { name: 'Try again' }))
    await page.findByText(ROW.name)
  })

  test('keeps what could not be deleted, and says why', async () => {
    const { page, user } = open(`/admin/${things}`)
    const confirm = async () => {
      await user.click(await page.findByRole('button', { name: `Delete ${ROW.name}` }))
      const dialog = within(await page.findByRole('alertdialog'))
      await user.click(dialog.getByRole('button', { name: 'Delete' }))
    }
    for (const [status, message, times] of [
      [500, `Failed to delete ${thing}`, 1],
      [503, 'Failed to complete delete operation', 1],
      [null, 'Failed to complete delete operation', 2],
    ] as const) {
      breakCalls(`DELETE ${things}`, status)
      await confirm()
      await waitFor(() => expect(page.getAllByText(message).length).toBeGreaterThanOrEqual(times))
      await waitFor(() =>
        expect(document.activeElement).toBe(page.getByRole('button', { name: `Delete ${ROW.name}` })),
      )
    }
    restore(`DELETE ${things}`)
    await confirm()
    await page.findByText(`"${ROW.name}" has been deleted`)
    await waitFor(() => expect(page.queryByRole('button', { name: `Delete ${ROW.name}` })).toBeNull())
  })
})

test('an audit log that cannot be loaded says so and can be tried again', async () => {
  answer('rpc/list_audit_actors', () => [])
  breakCalls('rpc/list_audit_log', null)
  const { page, user } = open('/admin/audit')
  const failure = await page.findByRole('alert')
  expect(failure.textContent).toContain('Failed to load the audit log')
  restore('rpc/list_audit_log')
  answer('rpc/list_audit_log', () => [])
  await user.click(within(failure).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(page.queryByRole('alert')).toBeNull())
})

test('a long audit log is read page by page, each after the last entry of the one before', async () => {
  const entries = Array.from({ length: 52 }, (_, index) => ({
    ...{ id: 52 - index, created_at: DAY, action: 'insert', table_name: 'categories', row_id: `c${index}` },
    ...{ actor_id: 'a1', actor: '@ann', source: 'app', subject: `Kind ${index}`, names: {} },
    ...{ person: null, person_id: null, before: null, after: {} },
  }))
  answer('rpc/list_audit_actors', () => [])
  answer('rpc/list_audit_log', ({ before_id }) =>
    before_id === 3 ? entries.slice(50) : entries.slice(0, 50),
  )
  const { page, user } = open('/admin/audit')
  await page.findByText(/Kind 49$/)
  await user.click(page.getByRole('button', { name: 'Load More' }))
  await page.findByText(/Kind 51$/)
  expect(page.getAllByText(/Kind \d+$/)).toHaveLength(52)
  expect(document.activeElement?.textContent, 'the focus stays at the end').toBe('End of the list')
  expect(page.queryByRole('button', { name: 'Load More' })).toBeNull()
})

test.each([
  ['with 500', 500],
  ['without an answer', null],
] as const)('a logo that cannot be removed %s is only logged', async (_how, status) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  breakCalls(REMOVAL, status)
  const { page, user } = open('/admin/tools')
  await user.click(await page.findByRole('button', { name: `Delete ${ROW.name}` }))
  await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await page.findByText(`"${ROW.name}" has been deleted`)
  await waitFor(() => expect(String(logged.mock.calls)).toContain('Failed to delete logo'))
  expect(calls).toContain(`DELETE ${REMOVAL}`)
})

test('a row that someone else has deleted already counts as deleted', async () => {
  const { page, user } = open('/admin/tools')
  await user.click(await page.findByRole('button', { name: `Delete ${ROW.name}` }))
  rows = []
  await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await page.findByText(`"${ROW.name}" has been deleted`)
  await page.findByText('No tools found. Add your first tool to get started.')
  expect(calls).not.toContain(`DELETE ${REMOVAL}`)
})

test.each(KINDS)('without a %s the list says how to begin, and so does a search', async (thing, things) => {
  rows = []
  const { page, user } = open(`/admin/${things}`)
  await page.findByText(`No ${things} found. Add your first ${thing} to get started.`)
  await user.type(page.getByLabelText(`Search ${things}`), 'x')
  await page.findByText(`No ${things} match your search.`)
})

test('further typing shows only the results of the last text', async () => {
  answer('rpc/list_admin_tools', ({ search }) => [
    { ...ROW, name: `Found by ${search}`, category_name: null, featured: false, upvote_count: 0, logo: null },
  ])
  const { page, user } = open('/admin/tools')
  const field = await page.findByRole('searchbox', { name: 'Search tools' })
  const asked = () => calls.filter((call) => call.endsWith('rpc/list_admin_tools')).length
  const before = asked()
  const answerFirst = hold('rpc/list_admin_tools')
  await user.type(field, 'o')
  await waitFor(() => expect(asked()).toBe(before + 1))
  const answerSecond = hold('rpc/list_admin_tools')
  await user.type(field, 'n')
  await waitFor(() => expect(asked()).toBe(before + 2))
  answerSecond()
  await page.findByText('Found by on')
  answerFirst()
  await waitFor(() => expect(page.queryByText('Found by o')).toBeNull())
  await page.findByText('Found by on')
})

test.each([
  ['/admin/tools', 'Search tools', 'Slug', { search: 'typed', sort: 'slug' }],
  ['/admin/flags', 'Search flagged content', 'Approved', { q: 'typed', status: 'approved' }],
])(
  'at %s a choice made right after typing stays when the search is sent',
  async (path, field, choice, search) => {
    serveQueue([])
    const { page, router } = open(path)
    await page.findByText(path === '/admin/flags' ? 'No recommendations are pending.' : ROW.name)
    const press = page.getByRole('button', { name: new RegExp(`^${choice}`) })
    // Both within the pause after which a search is sent.
    fireEvent.change(page.getByLabelText(field), { target: { value: 'typed' } })
    fireEvent.click(press)
    await waitFor(() => expect(router.state.location.search).toEqual(search))
  },
)

test('a search typed right before another page is opened does not return to the list', async () => {
  const { page, router } = open('/admin/tools')
  await page.findByText(ROW.name)
  const letThrough = hold('rpc/list_category_samples')
  answer('rpc/list_category_samples', () => [])
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    fireEvent.change(page.getByLabelText('Search tools'), { target: { value: 'typed' } })
    fireEvent.click(page.getAllByRole('link', { name: 'Categories' })[0] ?? document.body)
    await vi.advanceTimersByTimeAsync(1000)
    expect(router.latestLocation.href).toBe('/categories')
  } finally {
    vi.useRealTimers()
    letThrough()
  }
  await page.findByRole('heading', { level: 1, name: 'All Categories' })
})

test('a list requested before a deletion is refetched', async () => {
  const { page, user } = open('/admin/categories')
  const press = await page.findByRole('button', { name: `Delete ${ROW.name}` })
  const letThrough = hold('rpc/list_admin_categories')
  const stale = { ...ROW, description: '', tool_count: 1 }
  let answered = 0
  answer('rpc/list_admin_categories', () => (answered++ === 0 ? [stale] : []))
  const before = calls.length
  await user.type(page.getByLabelText('Search categories'), 'd')
  await waitFor(() => expect(calls.slice(before).join()).toContain('rpc/list_admin_categories'))
  await user.click(press)
  await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await page.findByText(`"${ROW.name}" has been deleted`)
  letThrough()
  await page.findByText('No categories match your search.')
  expect(page.queryByRole('button', { name: `Delete ${ROW.name}` })).toBeNull()
})

test('deleting a category in use says how many tools it touches; the list’s heading takes the focus', async () => {
  answer('categories', () => [{ tool_count: 2 }])
  const { page, user } = open('/admin/categories')
  await user.click(await page.findByRole('button', { name: `Delete ${ROW.name}` }))
  const dialog = within(await page.findByRole('alertdialog'))
  await dialog.findByText(/^2 tools are in it and stay/)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await page.findByText(`"${ROW.name}" has been deleted`)
  const heading = page.getByRole('heading', { level: 2, name: 'Categories' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})
