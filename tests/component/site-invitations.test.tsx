import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fill } from '../support/forms.ts'
import {
  answer,
  breakCalls,
  calls,
  hold,
  open,
  restore,
  SETTINGS,
  signInAsAdministrator,
} from '../support/render-site.tsx'

/** The invited addresses on the page of settings. */

const row = (address: string) => ({
  ...{ address, created_at: '2026-11-20T10:00:00Z' },
  ...{ invited_by: null, mailed_at: null, joined_at: null },
})

beforeEach(() => {
  signInAsAdministrator()
  answer('rpc/get_site_settings', () => ({ ...SETTINGS, version: 4 }))
  answer('rpc/list_site_versions', () => [])
})

async function openInvitations() {
  const site = open('/admin/site')
  await site.user.click(await site.page.findByLabelText(/^By invitation/))
  return site
}

test('an address is invited at once, and a refusal is said at its field', async () => {
  const invited: string[] = []
  answer('rpc/list_invitations', () => invited.map(row))
  answer('rpc/invite', ({ address }) => {
    invited.push(String(address))
    return true
  })
  const { page, user } = await openInvitations()
  const field = await page.findByLabelText<HTMLInputElement>('Address to invite')
  await page.findByText('No one is invited yet.')
  breakCalls('rpc/invite', 400, { code: '23514', message: 'Invite an email address' })
  await user.type(field, 'nobody{Enter}')
  await page.findByText('Invite an email address')
  restore('rpc/invite')
  await fill(user, field, 'eve@example.org')
  const release = hold('rpc/invite')
  await user.type(field, '{Enter}')
  await fill(user, field, 'typed meanwhile')
  release()
  await page.findByText('Invited 20 November 2026')
  expect(field.value).toBe('typed meanwhile')
  expect(invited).toEqual(['eve@example.org'])
  expect(calls, 'not published by Enter').not.toContain('POST rpc/save_site_settings')
})

test('invitations are loaded page by page', async () => {
  const asked: unknown[] = []
  answer('rpc/list_invitations', ({ before_address, max_results }) => {
    asked.push(before_address)
    return before_address === null
      ? Array.from({ length: Number(max_results) }, (_, n) => row(`${n}@example.org`))
      : [row('last@example.org')]
  })
  const { page, user } = await openInvitations()
  const list = within(await page.findByRole('list', { name: 'Invited addresses' }))
  const before = list.getAllByRole('listitem').length
  await user.click(page.getByRole('button', { name: 'Load More' }))
  await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(before + 1))
  expect(asked).toEqual([null, `${before - 1}@example.org`])
  expect(page.queryByRole('button', { name: 'Load More' })).toBeNull()
})

test('the focus stays in the list of invited addresses when one is taken back', async () => {
  const invited = ['ann@example.org', 'ben@example.org', 'eve@example.org']
  answer('rpc/list_invitations', () => invited.map(row))
  answer('rpc/revoke_invitation', ({ address }) => {
    invited.splice(invited.indexOf(String(address)), 1)
    return true
  })
  const { page, user } = await openInvitations()
  const buttonOf = (name: string) =>
    page.queryByRole('button', { name: `Revoke the invitation of ${name}@example.org` })
  await waitFor(() => expect(buttonOf('ben')).toBeTruthy())
  for (const [name, next] of [
    ['ben', () => buttonOf('eve')],
    ['eve', () => buttonOf('ann')],
    ['ann', () => page.getByLabelText('Address to invite')],
  ] as const) {
    buttonOf(name)?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(buttonOf(name)).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(next()))
  }
})
