import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakCalls, calls, open, restore, signInAsAdministrator } from '../support/render-site.tsx'

/** The first steps of a new directory on the dashboard. */

const NONE = {
  has_settings: false,
  has_links: false,
  has_law: false,
  has_own_tools: false,
  has_company: false,
  backup_at: null as string | null,
  is_dismissed: false,
}
beforeEach(() => {
  signInAsAdministrator()
  answer('rpc/list_admin_tools', () => [])
})
const tell = (steps: Partial<typeof NONE>) => answer('rpc/get_first_steps', () => ({ ...NONE, ...steps }))

test('each is a link, done or not', async () => {
  tell({ has_own_tools: true })
  const { page } = open('/admin')
  const section = within(await page.findByRole('region', { name: 'First steps' }))
  const items = section.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items[0]).toMatch(/^To do: Make it yours/)
  expect(items[1]).toBe('Done: Import your tools')
  expect(section.getByText('1 of 4 done')).toBeDefined()
  const links = section.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Make it yours', '/admin/site'],
    ['Import your tools', '/admin/transfer'],
    ['Add a second administrator', '/admin/people'],
    ['Make a backup', '/admin/backup'],
  ])
})

test('they can be dismissed, with a message if that fails', async () => {
  tell({})
  breakCalls('rpc/dismiss_first_steps', 500)
  const { page, user } = open('/admin')
  const hide = await page.findByRole('button', { name: 'Hide' })
  await user.click(hide)
  await page.findByText('Failed to hide the first steps')
  restore('rpc/dismiss_first_steps')
  answer('rpc/dismiss_first_steps', () => null)
  await user.click(hide)
  await waitFor(() => expect(page.queryByText('First steps')).toBeNull())
  expect(document.activeElement?.getAttribute('role')).toBe('tabpanel')
})

test.each([
  [
    'all are done',
    {
      ...{ has_settings: true, has_links: true, has_law: true },
      ...{ has_own_tools: true, has_company: true, backup_at: '2026-11-20T12:00:00+00:00' },
    },
  ],
  ['somebody hid them', { is_dismissed: true }],
])('nothing is shown once %s', async (_, steps) => {
  tell(steps)
  const { page } = open('/admin')
  await page.findByText('No tools found. Add your first tool to get started.')
  expect(page.queryByText('First steps')).toBeNull()
})

test('without an answer the dashboard opens without them', async () => {
  breakCalls('rpc/get_first_steps', 500)
  const { page } = open('/admin')
  await page.findByText('No tools found. Add your first tool to get started.')
  await waitFor(() =>
    expect(calls.filter((call) => call.endsWith('get_first_steps')).length).toBeGreaterThan(0),
  )
  expect(page.queryByText('First steps')).toBeNull()
})

test('the page about backups shows when the last one was made, if any', async () => {
  breakCalls('rpc/get_first_steps', 500)
  const { page, user } = open('/admin/backup')
  await page.findByText('Failed to load the last backup')
  restore('rpc/get_first_steps')
  tell({})
  await user.click(page.getByRole('button', { name: 'Try again' }))
  await page.findByText('No backup has been made yet.')
  expect(page.getByText('npm run cli -- backup plaudit.tar.gz')).toBeDefined()
})

test('the dashboard says what waits to be sent and what was given up', async () => {
  tell({})
  const show = (status: object) => answer('rpc/get_queue_status', () => [status])
  show({ waiting: 0, failed: 0, waiting_since: null })
  await open('/admin').page.findByText('No email waits.')
  show({ waiting: 3, failed: 2, waiting_since: '2026-11-20T12:00:00.123456+00:00' })
  const { page } = open('/admin')
  await page.findByText(/^3 emails wait, since 20 November 2026/)
  expect(page.getByText(/^2 emails were given up\. .*npm run cli -- jobs/)).toBeDefined()
})

test('the dashboard counts what members sent in, and is clear only when nothing waits', async () => {
  tell({})
  answer('rpc/count_waiting', () => ({ reports: 0, appeals: 0, alerts: 0, contributions: 3 }))
  const { page } = open('/admin')
  const link = await page.findByRole('link', { name: '3 submissions' })
  expect(link.getAttribute('href')).toBe('/admin/submissions')
  expect(page.queryByText('All clear.')).toBeNull()
  answer('rpc/count_waiting', () => ({ reports: 0, appeals: 0, alerts: 0, contributions: 0 }))
  await open('/admin').page.findByText('All clear.')
})

test('a backup is shown with its day', async () => {
  tell({ backup_at: '2026-11-20T12:00:00.123456+00:00' })
  const { page } = open('/admin/backup')
  expect((await page.findByText(/^20 November 2026/)).getAttribute('datetime')).toBe(
    '2026-11-20T12:00:00.123Z',
  )
})

test('they say what is still the default’s, until it is not', async () => {
  tell({ has_settings: true })
  const first = async (path: string) => {
    const section = within(await open(path).page.findByRole('region', { name: 'First steps' }))
    return section.getAllByRole('listitem')[0]?.textContent
  }
  const whole = await first('/admin')
  expect(whole).toContain('placeholders')
  expect(whole).toContain('the law of New South Wales, Australia')
})

test('begin empty asks, removes the starter and can be undone', async () => {
  let left = { tools: 94, categories: 1 }
  tell({})
  answer('/transfer/v1/starter', () => left)
  const { page, user } = open('/admin')
  await user.click(await page.findByRole('button', { name: 'Begin empty' }))
  const dialog = within(page.getByRole('dialog'))
  expect(dialog.getByText(/^94 tools and 1 category are removed/)).toBeDefined()
  breakCalls('DELETE /transfer/v1/starter', 403, { message: 'Only administrators may' })
  await user.click(dialog.getByRole('button', { name: 'Begin empty' }))
  await page.findByText('Only administrators may')
  restore('DELETE /transfer/v1/starter')
  await user.click(page.getByRole('button', { name: 'Begin empty' }))
  await user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Begin empty' }))
  await page.findByText('94 tools and 1 category were removed')
  left = { tools: 0, categories: 0 }
  await user.click(page.getByRole('button', { name: 'Undo' }))
  await page.findByText('0 tools and 0 categories are back')
  await waitFor(() => expect(page.queryByRole('button', { name: 'Begin empty' })).toBeNull())
})

test('what the overview could not load does not look like nothing', async () => {
  tell({})
  breakCalls('rpc/count_waiting', 500)
  const overview = within(await open('/admin').page.findByRole('region', { name: 'Overview' }))
  await overview.findByText('Failed to load flagged content')
})
