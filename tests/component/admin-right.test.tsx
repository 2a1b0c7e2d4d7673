import { waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Member } from '../../src/features/admin/members/members-data.ts'
import { flaggedCard, serveQueue } from '../support/flagged-cards.ts'
import { fill, serveTool } from '../support/forms.ts'
import {
  answer,
  breakCalls,
  calls,
  hold,
  open,
  type Page,
  signIn,
  signInAsAdministrator,
} from '../support/render-site.tsx'

/** Section 2, Guards: who may enter, what is shown meanwhile, and what happens to a person who loses the right. */

const NO_RIGHT = { code: '42501', message: 'permission denied' }
const HOME = { level: 1, name: 'Discover AI Tools' }
const DAY = '2026-01-03T00:00:00Z'
const ANN: Member = {
  ...{
    id: 'm1',
    username: 'ann',
    full_name: 'Ann',
    email: 'ann@example.org',
    is_verified: true,
    joined_at: DAY,
  },
  ...{ upvotes: 0, role: null, role_since: null, granted_by: null, hides_upvotes: null },
  ...{ suspended_at: null, suspended_by: null, suspension_reason: null },
}

beforeEach(() => {
  serveTool()
  answer('rpc/list_admin_tools', () => [
    {
      ...{ id: 't1', name: 'Whisper', slug: 'whisper', logo: null, featured: false, total: 1 },
      ...{ category_name: null, upvote_count: 0 },
    },
  ])
  answer('rpc/list_admin_categories', () => [])
  answer('rpc/list_members', () => [ANN])
  answer('rpc/count_tools', () => 0)
})

/** From now on the person is no administrator, and the server refuses these calls. */
function loseRight(...refused: string[]): void {
  answer('rpc/is_admin', () => false)
  answer('tools', () => [])
  answer('categories', () => [])
  for (const call of refused) breakCalls(call, 403, NO_RIGHT)
}

const atHome = async (page: Page) => {
  await page.findByRole('heading', HOME)
  expect(page.queryByRole('link', { name: 'Admin' })).toBeNull()
}

describe('with unsaved text the person may stay', () => {
  async function stayThenLeave(page: Page, user: UserEvent, press: string): Promise<void> {
    const question = async () =>
      within(await page.findByRole('dialog', { name: 'You are no longer an administrator' }))
    await user.click(page.getByRole('button', { name: press }))
    await user.click((await question()).getByRole('button', { name: 'Stay' }))
    expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('typed')
    await user.click(page.getByRole('button', { name: press }))
    await user.click((await question()).getByRole('button', { name: 'Leave' }))
    await atHome(page)
  }

  test.each([
    ['/admin/tools/new', 'Create Tool', 'rpc/save_tool'],
    ['/admin/tools/edit/t1', 'Update Tool', 'rpc/save_tool'],
    ['/admin/categories/new', 'Create Category', 'POST categories'],
  ])('at %s', async (address, press, call) => {
    const { page, user } = open(address)
    for (const label of ['Name', 'Slug', 'Description'])
      await fill(user, await page.findByLabelText(label), 'typed')
    const website = page.queryByLabelText('Website URL')
    if (website) await fill(user, website, 'https://example.org/')
    loseRight(call)
    await stayThenLeave(page, user, press)
  })

  test('in a category, whose update affects no row', async () => {
    const category = { id: 'c1', name: 'Coding', slug: 'coding', description: null, updated_at: DAY }
    answer('categories', () => [category])
    const { page, user } = open('/admin/categories/edit/c1')
    await fill(user, await page.findByLabelText('Name'), 'typed')
    answer('rpc/is_admin', () => false)
    answer('tools', () => [])
    answer('PATCH categories', () => [])
    await stayThenLeave(page, user, 'Update Category')
  })

  test('whom that question interrupts at signing out, and who can sign out afterwards', async () => {
    const { page, user } = open('/admin/categories/new')
    await fill(user, await page.findByLabelText('Name'), 'typed')
    const signOut = page.getByRole<HTMLButtonElement>('button', { name: 'Sign out' })
    await user.click(signOut)
    await page.findByRole('dialog', { name: 'Leave without saving?' })
    loseRight()
    // Focusing the window refetches stale data.
    vi.setSystemTime(Date.now() + 600_000)
    try {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      const question = await page.findByRole('dialog', { name: 'You are no longer an administrator' })
      await user.click(within(question).getByRole('button', { name: 'Stay' }))
      await waitFor(() => expect(signOut.disabled).toBe(false))
    } finally {
      vi.useRealTimers()
    }
  })

  test('in the reason of a suspension', async () => {
    const { page, user } = open('/admin/people')
    await user.click(await page.findByRole('button', { name: 'Suspend @ann' }))
    await fill(user, await page.findByLabelText('Reason'), 'Only advertisements')
    loseRight('rpc/suspend_member')
    const press = () =>
      user.click(
        within(page.getByRole('dialog', { name: /^Suspend/ })).getByRole('button', { name: 'Suspend' }),
      )
    await press()
    const question = async () =>
      within(await page.findByRole('dialog', { name: 'You are no longer an administrator' }))
    await user.click((await question()).getByRole('button', { name: 'Stay' }))
    expect(page.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Only advertisements')
    await press()
    await user.click((await question()).getByRole('button', { name: 'Leave' }))
    await atHome(page)
  })
})

describe('without unsaved text the person is told and redirected home at once', () => {
  test('reading a list', async () => {
    const { page, user } = open('/admin/tools')
    await page.findByRole('button', { name: 'Delete Whisper' })
    loseRight('rpc/list_admin_tools')
    await user.type(page.getByLabelText('Search tools'), 'x')
    await page.findByText('You are no longer an administrator.')
    await atHome(page)
  })

  test('deleting something, which is answered as if it did not exist', async () => {
    const { page, user } = open('/admin/tools')
    await user.click(await page.findByRole('button', { name: 'Delete Whisper' }))
    loseRight()
    answer('DELETE tools', () => [])
    await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await page.findByText('You are no longer an administrator.')
    await atHome(page)
    expect(page.queryByText(/has been deleted/)).toBeNull()
  })

  test('deciding, and granting', async () => {
    serveQueue([flaggedCard('Whisper')])
    const { page, user } = open('/admin/flags')
    await page.findByRole('article')
    loseRight('rpc/decide_several', 'rpc/watch_flagged')
    await user.click(page.getByRole('button', { name: 'Reject' }))
    await page.findByText('You are no longer an administrator.')
    await atHome(page)
  })
})

test('the page waits for the check, which is cached', async () => {
  const release = hold('rpc/is_admin')
  const { page, user } = open('/admin/tools')
  await waitFor(() => expect(calls).toContain('POST rpc/is_admin'))
  expect(page.queryByRole('heading', { name: 'Admin Dashboard' })).toBeNull()
  release()
  await page.findByRole('heading', { name: 'Admin Dashboard' })
  await user.click(page.getAllByRole('link', { name: 'Plaudit' })[0] ?? document.body)
  await page.findByRole('heading', HOME)
  await user.click(page.getAllByRole('link', { name: 'Admin' })[0] ?? document.body)
  await page.findByRole('heading', { name: 'Admin Dashboard' })
  expect(
    calls.filter((call) => call.endsWith('is_admin')),
    'once in five minutes',
  ).toHaveLength(1)
})

test('when the check fails the person does not count as administrator, in the header too', async () => {
  breakCalls('rpc/is_admin', 500)
  const { page } = open('/admin')
  await atHome(page)
  expect(page.getAllByRole('link', { name: 'Profile' })[0]).toBeTruthy()
})

test('when the session ends the person is told and redirected to sign in', async () => {
  const { page } = open('/admin')
  await page.findByRole('heading', { name: 'Admin Dashboard' })
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  await page.findByText('Your session has ended. Please sign in again.')
  await page.findByLabelText('Password')
  // Restored for later tests.
  signInAsAdministrator()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
})

test('a member is redirected home', async () => {
  signIn()
  const { page } = open('/admin')
  await waitFor(() => expect(calls).toContain('POST rpc/is_admin'))
  await atHome(page)
})

describe('who has another role', () => {
  const tabs = async (page: Page) => (await page.findAllByRole('tab')).map(({ textContent }) => textContent)

  test('a moderator begins at the reports, and sees their sections only', async () => {
    signIn({ role: 'moderator' })
    serveQueue([flaggedCard('Whisper')])
    const { page, router } = open('/admin')
    await page.findByRole('article')
    expect(router.state.location.pathname).toBe('/admin/flags')
    expect(await tabs(page)).toEqual(['Flags', 'Members', 'Audit log'])
    expect(page.getAllByRole('link', { name: 'Admin' })[0]).toBeTruthy()
  })

  test('a moderator suspends members, and grants nothing', async () => {
    signIn({ role: 'moderator' })
    const { page } = open('/admin/people')
    await page.findByRole('button', { name: 'Suspend @ann' })
    expect(page.queryByRole('button', { name: 'More actions for @ann' })).toBeNull()
  })

  test('an editor begins at the tools, and sees their sections only', async () => {
    signIn({ role: 'editor' })
    const { page } = open('/admin')
    await page.findByRole('button', { name: 'Delete Whisper' })
    expect(await tabs(page)).toEqual(['Tools', 'Categories', 'Submissions', 'Import & export'])
  })

  test.each([
    ['moderator', '/admin/tools'],
    ['moderator', '/admin/tools/edit/t1'],
    ['moderator', '/admin/submissions'],
    ['moderator', '/admin/site'],
    ['moderator', '/admin/backup'],
    ['editor', '/admin/flags'],
    ['editor', '/admin/people'],
    ['editor', '/admin/site'],
  ])('a %s is redirected from %s as anybody without the right', async (role, address) => {
    signIn({ role })
    answer('tools', () => [])
    answer('categories', () => [])
    const { page, router } = open(address)
    await page.findByRole('heading', HOME)
    expect(router.state.location.pathname).toBe('/')
    expect(page.queryByText(/no longer/)).toBeNull()
    // Home's reads, and none of the page's own.
    expect(calls.filter((call) => /rpc\/(list_(?!tools|chosen_)|get_(?!my_standing))/.test(call))).toEqual([])
  })

  test('an administrator who becomes a moderator is told, and leaves what a moderator may not open', async () => {
    const { page } = open('/admin/tools')
    await page.findByRole('button', { name: 'Delete Whisper' })
    answer('rpc/is_admin', () => false)
    answer('rpc/get_my_standing', () => [{ role: 'moderator', unread: 0 }])
    answer('tools', () => [])
    answer('categories', () => [])
    vi.setSystemTime(Date.now() + 600_000)
    try {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      await page.findByText('You are no longer an administrator.')
      await page.findByRole('heading', HOME)
    } finally {
      vi.useRealTimers()
    }
  })
})

test.each([
  ['/admin/tools/new', 'Add New Tool'],
  ['/admin/tools/edit/t1', 'Edit Tool'],
  ['/admin/categories/new', 'Add New Category'],
  ['/admin/categories/edit/music', 'Edit Category'],
])('%s has its own title', async (address, name) => {
  open(address)
  await waitFor(() => expect(document.title).toBe(`${name} - Admin Dashboard - Plaudit`))
})
