import { waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Member } from '../../src/features/admin/members/members-data.ts'
import { fill } from '../support/forms.ts'
import {
  answer,
  breakCalls,
  open,
  PERSON_ID,
  restore,
  signInAsAdministrator,
} from '../support/render-site.tsx'

/** The People page on failures: the message, nothing typed is lost, and it can be retried. */

const OUT_OF_ORDER = [
  ['with 500', 500],
  ['with 503', 503],
  ['without an answer', null],
] as const

const DAY = '2026-01-03T00:00:00Z'

const ANN: Member = {
  id: '00000000-0000-4000-8000-00000000000a',
  username: 'ann',
  full_name: 'Ann',
  email: 'ann@example.org',
  is_verified: true,
  joined_at: DAY,
  upvotes: 0,
  role: null,
  role_since: null,
  granted_by: null,
  suspended_at: null,
  suspended_by: null,
  suspension_reason: null,
  hides_upvotes: null,
}

let ann: Member
const change = (changes: Partial<Member>) => () => {
  ann = { ...ann, ...changes }
}

beforeEach(() => {
  ann = ANN
  signInAsAdministrator()
  answer('rpc/list_members', () => [ann])
  answer('rpc/grant_administrator', change({ role: 'administrator', role_since: DAY }))
  answer('rpc/revoke_administrator', change({ role: null, role_since: null }))
  answer('rpc/suspend_member', change({ suspended_at: DAY, suspension_reason: 'Spam' }))
  answer('rpc/lift_suspension', change({ suspended_at: null }))
})

describe.each(OUT_OF_ORDER)('people who cannot be loaded, %s', (_, status) => {
  const words = status ? 'The server could not answer just now.' : 'We could not reach the server.'

  test('Failed to load members, at first and for a search', async () => {
    breakCalls('rpc/list_members', status)
    const { page, user } = open('/admin/people')
    const tryAgain = async () => {
      const failure = await page.findByRole('alert')
      expect(failure.textContent).toContain('Failed to load members')
      expect(failure.textContent).toContain(words)
      expect(page.queryByText(/No one has joined yet|No members match/)).toBeNull()
      restore('rpc/list_members')
      await user.click(within(failure).getByRole('button', { name: 'Try again' }))
      await page.findByText('@ann')
      expect(page.queryByRole('alert')).toBeNull()
    }
    await tryAgain()

    breakCalls('rpc/list_members', status)
    await user.type(page.getByLabelText('Search members'), 'ann')
    await page.findByRole('alert')
    expect(page.getByLabelText<HTMLInputElement>('Search members').value).toBe('ann')
    await tryAgain()
  })

  test('Failed to load members, on further pages', async () => {
    const people = Array.from({ length: 26 }, (_member, n) => ({ ...ANN, id: `${ANN.id}${n}` }))
    answer('rpc/list_members', ({ before_id }) => (before_id ? people.slice(25) : people.slice(0, 25)))
    const { page, user } = open('/admin/people')
    const items = async () =>
      within(await page.findByRole('list', { name: 'Members' })).getAllByRole('listitem')
    expect(await items()).toHaveLength(25)
    breakCalls('rpc/list_members', status)
    await user.click(page.getByRole('button', { name: 'Load More' }))
    expect((await page.findByRole('alert')).textContent).toBe('Failed to load members')
    expect(await items(), 'what was there stays').toHaveLength(25)
    restore('rpc/list_members')
    await user.click(page.getByRole('button', { name: 'Load More' }))
    await waitFor(async () => expect(await items()).toHaveLength(26))
    expect(page.queryByRole('alert')).toBeNull()
  })
})

const ACTS = [
  {
    what: 'Make administrator',
    question: 'Make @ann an administrator?',
    call: 'rpc/grant_administrator',
    who: {},
    failure: 'Failed to make @ann an administrator',
    done: '@ann is now an administrator',
  },
  {
    what: 'Revoke administrator',
    question: 'Revoke @ann as administrator?',
    call: 'rpc/revoke_administrator',
    who: { role: 'administrator', role_since: DAY },
    failure: 'Failed to revoke @ann',
    done: '@ann is no longer an administrator',
  },
  {
    what: 'Suspend',
    question: 'Suspend @ann?',
    call: 'rpc/suspend_member',
    who: {},
    failure: 'Failed to suspend @ann',
    done: '@ann has been suspended',
  },
  {
    what: 'Lift suspension',
    question: 'Lift the suspension of @ann?',
    call: 'rpc/lift_suspension',
    who: { suspended_at: DAY, suspension_reason: 'Spam' },
    failure: 'Failed to lift the suspension of @ann',
    done: 'The suspension of @ann has been lifted',
  },
]

test.each(ACTS)(
  '$what: is said where it was asked, changes nothing, and works when it is tried again',
  async ({ what, question, call, who, failure, done }) => {
    ann = { ...ANN, ...who }
    const { page, user } = open('/admin/people')
    const inMenu = what.endsWith('administrator')
    const name = inMenu ? 'More actions for @ann' : `${what} @ann`
    const ask = async () => {
      await user.click(await page.findByRole('button', { name }))
      if (inMenu) await user.click(await page.findByRole('menuitem', { name: what }))
      return within(await page.findByRole('dialog', { name: question }))
    }
    const confirm = (dialog: typeof page) => user.click(dialog.getByRole('button', { name: what }))
    const give = async (dialog: typeof page, text: string) => {
      if (what === 'Suspend') await fill(user, dialog.getByLabelText('Reason'), text)
    }

    for (const [how, status] of OUT_OF_ORDER) {
      const dialog = await ask()
      expect(dialog.queryByRole('alert'), 'nothing of the last time').toBeNull()
      await give(dialog, how)
      breakCalls(call, status)
      await confirm(dialog)
      expect((await dialog.findByRole('alert')).textContent, how).toBe(failure)
      if (what === 'Suspend') expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe(how)
      expect(page.queryByText(done)).toBeNull()
      restore(call)
      await user.click(dialog.getByRole('button', { name: 'Cancel' }))
      await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
      expect(document.activeElement).toBe(page.getByRole('button', { name }))
    }

    const dialog = await ask()
    await give(dialog, 'Spam')
    breakCalls(call, 503)
    await confirm(dialog)
    await dialog.findByRole('alert')
    restore(call)
    await confirm(dialog)
    await page.findByText(done)
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  },
)

test('the database’s refusal is shown in the dialog, in its words', async () => {
  const { page, user } = open('/admin/people')
  await user.click(await page.findByRole('button', { name: 'Suspend @ann' }))
  const dialog = within(await page.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Reason'), 'Spam')
  const message = 'Administrators cannot be suspended. Revoke the administrator first.'
  breakCalls('rpc/suspend_member', 400, { code: 'P0001', message })
  change({ role: 'administrator', role_since: DAY })()
  await user.click(dialog.getByRole('button', { name: 'Suspend' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(message)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await page.findByText(/Administrator since/)
})

test('a typed reason stays while its dialog is closed, until it is sent', async () => {
  const { page, user } = open('/admin/people')
  const reason = () => page.getByLabelText<HTMLTextAreaElement>('Reason')
  await user.click(await page.findByRole('button', { name: 'Suspend @ann' }))
  await user.type(reason(), 'Spam')
  await user.click(page.getByRole('button', { name: 'Cancel' }))
  await user.click(page.getByRole('button', { name: 'Suspend @ann' }))
  expect(reason().value).toBe('Spam')
  await user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Suspend' }))
  await page.findByText('@ann has been suspended')
  answer('rpc/lift_suspension', change({ suspended_at: null, suspension_reason: null }))
  await user.click(page.getByRole('button', { name: 'Lift suspension @ann' }))
  await user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Lift suspension' }))
  await user.click(await page.findByRole('button', { name: 'Suspend @ann' }))
  expect(reason().value).toBe('')
})

test('a suspension needs a reason of at most 500 characters, and keeps or hides recommendations', async () => {
  ann = { ...ANN, upvotes: 1 }
  const sent: unknown[] = []
  answer('rpc/suspend_member', (call) => {
    sent.push(call)
    change({ suspended_at: DAY, suspension_reason: 'Only advertisements', hides_upvotes: true })()
  })
  const { page, user } = open('/admin/people')
  await user.click(await page.findByRole('button', { name: 'Suspend @ann' }))
  const dialog = within(await page.findByRole('dialog'))
  const suspend = () => user.click(dialog.getByRole('button', { name: 'Suspend' }))
  await suspend()
  await dialog.findByText('Please provide a reason for the suspension')
  await fill(user, dialog.getByLabelText('Reason'), 'x'.repeat(501))
  await suspend()
  await dialog.findByText('Reason must be 500 characters or less')
  await fill(user, dialog.getByLabelText('Reason'), 'Only advertisements')
  dialog.getByText('19/500 characters')
  dialog.getByText('Shown to the member at sign-in, and to administrators.')
  expect(dialog.getByLabelText<HTMLInputElement>(/^Keep/).checked).toBe(true)
  await user.click(dialog.getByLabelText(/^Hide/))
  expect(sent).toEqual([])
  await suspend()
  await page.findByText('Only advertisements', { selector: 'q' })
  expect(sent).toEqual([{ member_id: ANN.id, reason: 'Only advertisements', hide_upvotes: true }])
  page.getByText(/recommendations hidden/)
  await user.click(page.getByRole('button', { name: 'Lift suspension @ann' }))
  await page.findByText(/Their hidden recommendations come back as they were\./)
})

test('who revokes their own right is warned, told and redirected home', async () => {
  ann = { ...ANN, id: PERSON_ID, role: 'administrator', role_since: DAY }
  answer('rpc/revoke_administrator', () => answer('rpc/is_admin', () => false))
  for (const read of ['rpc/list_tools', 'tools', 'categories']) answer(read, () => [])
  answer('rpc/count_tools', () => 0)
  const { page, user } = open('/admin/people')
  await user.click(await page.findByRole('button', { name: 'More actions for @ann' }))
  await user.click(await page.findByRole('menuitem', { name: 'Revoke administrator' }))
  const dialog = within(await page.findByRole('dialog'))
  dialog.getByText(/You lose access to the admin area at once/)
  await user.click(dialog.getByRole('button', { name: 'Revoke my rights' }))
  await page.findByText('You are no longer an administrator.')
  await page.findByRole('heading', { level: 1, name: 'Discover AI Tools' })
  expect(page.queryByRole('link', { name: 'Admin' })).toBeNull()
})
