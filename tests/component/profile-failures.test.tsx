import { waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fill } from '../support/forms.ts'
import { answer, breakCalls, calls, open, PERSON_ID, restore, signIn } from '../support/render-site.tsx'

/** Section 8, the profile: messages when loading, saving, deleting and appealing fail; typed text is kept. */

const DAY = '2026-01-01T00:00:00Z'
const PROFILE = { id: PERSON_ID, full_name: 'A Member', username: 'member', created_at: DAY, updated_at: DAY }
const UPVOTES = '/profile?tab=upvotes'
const REJECTED = {
  ...{ id: 'u1', tool_id: 't1', reason: 'Hears all.', created_at: DAY },
  ...{ is_flagged: true, flag_status: 'rejected', decided_at: DAY, upvote_appeals: null },
  tools: { name: 'Whisper', slug: 'whisper' },
}

beforeEach(() => {
  signIn()
  answer('profiles', ({ username }) => (username ? [] : PROFILE))
  answer('PATCH profiles', (values) => ({ ...PROFILE, ...values }))
  answer('tool_upvotes', () => [REJECTED])
  answer('DELETE tool_upvotes', () => null)
  answer('POST upvote_appeals', () => null)
  answer('rpc/list_my_reports', () => [])
  answer('rpc/export_my_data', () => ({}))
  answer('rpc/delete_my_account', () => null)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('without upvotes there is a link to the tools', async () => {
  answer('tool_upvotes', () => [])
  const { page } = open(UPVOTES)
  await page.findByText("You haven't upvoted any tools yet.")
  expect(page.getByRole('link', { name: 'Find one you use' }).getAttribute('href')).toBe('/')
})

test('what was saved is shown as it is stored, and nothing is unsaved', async () => {
  const { page, user } = open('/profile')
  const fullName = await page.findByLabelText<HTMLInputElement>('Full Name')
  await fill(user, fullName, ' New Name ')
  await user.click(page.getByRole('button', { name: 'Update Profile' }))
  await page.findByText('Profile updated successfully')
  await waitFor(() => expect(fullName.value).toBe('New Name'))
  await user.click(page.getByRole('link', { name: 'Categories' }))
  await page.findByRole('heading', { name: 'All Categories' })
})

describe.each([
  ['with 500', 500],
  ['without an answer', null],
] as const)('a call that fails %s', (_how, status) => {
  test('Failed to load and to update profile', async () => {
    breakCalls('profiles', status)
    const { page, user } = open('/profile')
    await page.findByText('Failed to load profile')
    restore('profiles')
    await user.click(page.getByRole('button', { name: 'Try again' }))
    const fullName = await page.findByLabelText<HTMLInputElement>('Full Name')
    await fill(user, fullName, 'Typed once')
    breakCalls('PATCH profiles', status)
    await user.click(page.getByRole('button', { name: 'Update Profile' }))
    await page.findByText('Failed to update profile')
    expect(fullName.value).toBe('Typed once')
    restore('PATCH profiles')
    await user.click(page.getByRole('button', { name: 'Update Profile' }))
    await page.findByText('Profile updated successfully')
  })

  test('Failed to fetch and to delete upvotes', async () => {
    breakCalls('tool_upvotes', status)
    const { page, user } = open(UPVOTES)
    await page.findByText('Failed to fetch upvotes')
    restore('tool_upvotes')
    await user.click(page.getByRole('button', { name: 'Try again' }))
    const remove = { name: 'Delete upvote for Whisper' }
    await user.click(await page.findByRole('button', remove))
    breakCalls('DELETE tool_upvotes', status)
    await user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await page.findByText('Failed to delete upvote. Please try again.')
    await waitFor(() => expect(page.getByRole<HTMLButtonElement>('button', remove).disabled).toBe(false))
  })

  test('Failed to load your reports', async () => {
    breakCalls('rpc/list_my_reports', status)
    const { page, user } = open(UPVOTES)
    const failure = await page.findByRole('alert')
    expect(failure.textContent).toContain('Failed to load your reports')
    restore('rpc/list_my_reports')
    await user.click(within(failure).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(page.queryByRole('alert')).toBeNull())
  })

  test('Failed to load what you follow, and a tool to be changed', async () => {
    breakCalls('rpc/list_my_follows', status)
    breakCalls('tools', status)
    const { page, router } = open('/profile?tab=notices')
    await page.findByText('Failed to load what you follow')
    await router.navigate({ to: '/suggest/$slug', params: { slug: 'whisper' } })
    await page.findByText('Failed to load tool')
  })

  test('Failed to send your appeal, the text kept', async () => {
    const { page, user } = open(UPVOTES)
    await user.click(await page.findByRole('button', { name: 'Appeal this decision about Whisper' }))
    const dialog = within(await page.findByRole('dialog'))
    await fill(user, dialog.getByRole('textbox'), 'Typed with care.')
    breakCalls('POST upvote_appeals', status)
    await user.click(dialog.getByRole('button', { name: 'Send appeal' }))
    await page.findByText('Failed to send your appeal. Please try again.')
    expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Typed with care.')
  })

  test('Failed to download your data and to delete your account', async () => {
    const { page, user } = open('/profile')
    breakCalls('rpc/export_my_data', status)
    const download = await page.findByRole<HTMLButtonElement>('button', { name: 'Download your data' })
    await user.click(download)
    await page.findByText('Failed to download your data. Please try again.')
    await waitFor(() => expect(download.disabled).toBe(false))

    await user.click(page.getByRole('button', { name: 'Delete account' }))
    const dialog = within(await page.findByRole('dialog', { name: 'Delete account?' }))
    await fill(user, dialog.getByRole('textbox'), 'member')
    breakCalls('rpc/delete_my_account', status)
    await user.click(dialog.getByRole('button', { name: 'Delete account' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'Failed to delete your account. Please try again.',
    )
    expect(dialog.getByRole<HTMLInputElement>('textbox').value).toBe('member')
  })
})

test('the database’s reason why an account cannot be deleted is shown', async () => {
  const { page, user } = open('/profile')
  await user.click(await page.findByRole('button', { name: 'Delete account' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Delete account?' }))
  await fill(user, dialog.getByRole('textbox'), 'member')
  const message = 'You are the only administrator.'
  breakCalls('rpc/delete_my_account', 400, { code: 'P0001', message })
  await user.click(dialog.getByRole('button', { name: 'Delete account' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
})

test('the daily limit of appeals is shown in the dialog, in the words of the database', async () => {
  const { page, user } = open(UPVOTES)
  await user.click(await page.findByRole('button', { name: 'Appeal this decision about Whisper' }))
  const dialog = within(await page.findByRole('dialog'))
  await fill(user, dialog.getByRole('textbox'), 'One more.')
  const words = 'You can appeal at most 20 decisions a day. Please try again tomorrow.'
  breakCalls('POST upvote_appeals', 429, { code: 'PT429', message: words })
  await user.click(dialog.getByRole('button', { name: 'Send appeal' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(words)
})

test('a rejection that can no longer be appealed is reported, and refetched', async () => {
  const { page, user } = open(UPVOTES)
  await user.click(await page.findByRole('button', { name: 'Appeal this decision about Whisper' }))
  const dialog = within(await page.findByRole('dialog'))
  await user.click(dialog.getByRole('textbox'))
  await user.paste(' \n ')
  await user.click(dialog.getByRole('button', { name: 'Send appeal' }))
  await dialog.findByText('Please write your appeal')
  await fill(user, dialog.getByRole('textbox'), '👏'.repeat(1001))
  await user.click(dialog.getByRole('button', { name: 'Send appeal' }))
  await dialog.findByText('Appeal must be 1000 characters or less')
  await fill(user, dialog.getByRole('textbox'), 'Once more.')
  breakCalls('POST upvote_appeals', 409, { code: '23505', message: 'duplicate key' })
  const appeal = { about: 'rejected', reason: 'From my telephone.', status: 'pending' }
  answer('tool_upvotes', () => [{ ...REJECTED, upvote_appeals: appeal }])
  await user.click(dialog.getByRole('button', { name: 'Send appeal' }))
  await page.findByText('This can no longer be appealed')
  await page.findByText('From my telephone.')
})

test('each of the person’s recommendations says whether it is hidden, and why', async () => {
  const states = [
    ['Reported', { is_flagged: true, flag_status: 'pending' }, 'Hidden while a moderator reviews a report'],
    ['Rejected', { is_flagged: true, flag_status: 'rejected' }, 'Hidden: a moderator upheld a report'],
    ['Approved', { is_flagged: true, flag_status: 'approved' }, ''],
    ['Plain', { is_flagged: false, flag_status: null }, ''],
    [
      'Appealed in vain',
      {
        is_flagged: true,
        flag_status: 'rejected',
        upvote_appeals: { about: 'rejected', reason: 'Please.', status: 'rejected' },
      },
      'Hidden for good: your appeal was rejected',
    ],
    [
      'Appealed before, about its weight',
      {
        is_flagged: true,
        flag_status: 'rejected',
        upvote_appeals: { about: 'uncounted', reason: 'Please.', status: 'rejected' },
      },
      'Hidden: a moderator upheld a report',
    ],
  ] as const
  answer('tool_upvotes', () =>
    states.map(([name, state]) => ({ ...REJECTED, ...state, id: name, tools: { name, slug: 'x' } })),
  )
  const { page } = open(UPVOTES)
  await page.findByText('Plain')
  for (const [name, , told] of states) {
    const item = page.getByRole('heading', { name }).closest('li')
    expect(item?.textContent?.includes('Hidden'), name).toBe(told !== '')
    expect(item?.textContent).toContain(told)
    const canAppeal = page.queryByRole('button', { name: `Appeal this decision about ${name}` })
    expect(canAppeal !== null, name).toBe(['Rejected', 'Appealed before, about its weight'].includes(name))
  }
})

test('a deletion refetches the list once', async () => {
  const { page, user } = open(UPVOTES)
  await user.click(await page.findByRole('button', { name: 'Delete upvote for Whisper' }))
  answer('tool_upvotes', () => [])
  const before = calls.length
  await user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await page.findByText("You haven't upvoted any tools yet.")
  expect(calls.slice(before).filter((call) => call === 'GET tool_upvotes')).toHaveLength(1)
  await waitFor(() =>
    expect(document.activeElement).toBe(page.getByRole('heading', { name: "Tools You've Upvoted" })),
  )
})

test('the person’s upvotes are loaded page by page, one request each', async () => {
  const rows = Array.from({ length: 16 }, (_, index) => ({
    ...REJECTED,
    id: `u${index}`,
    tool_id: `t${index}`,
  }))
  answer('tool_upvotes', ({ offset }) => (offset === '15' ? [{ ...REJECTED, id: 'last' }] : rows))
  const { page, user } = open(UPVOTES)
  const panel = within(await page.findByRole('tabpanel', { name: 'My Upvotes' }))
  const lists = () => calls.filter((call) => call === 'GET tool_upvotes')
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(16))
  const before = lists().length
  await user.click(panel.getByRole('button', { name: 'Load More' }))
  await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(17))
  expect(lists()).toHaveLength(before + 1)
  expect(panel.queryByRole('button', { name: 'Load More' })).toBeNull()
})

test('each of the person’s reports says what came of it', async () => {
  const outcomes = [
    ['pending', 'A moderator will review it.'],
    ['approved', 'A moderator reviewed it and kept it.'],
    ['rejected', 'upheld your report: it is hidden.'],
    ['deleted', 'A moderator deleted it.'],
  ] as const
  answer('rpc/list_my_reports', () =>
    outcomes.map(([status]) => ({
      ...{ id: status, tool_name: `Tool ${status}`, tool_slug: 'x', reason: 'Spam', status },
      ...{ reported_at: DAY, decided_at: status === 'pending' ? null : DAY },
    })),
  )
  const { page } = open(UPVOTES)
  const reports = within(await page.findByRole('region', { name: 'Your Reports' }))
  for (const [status, told] of outcomes) {
    const text = reports.getByRole('heading', { name: `Tool ${status}` }).closest('li')?.textContent
    expect(text).toContain(told)
    expect(/reported .* ago, decided .* ago/.test(text ?? ''), status).toBe(status !== 'pending')
  }
})
