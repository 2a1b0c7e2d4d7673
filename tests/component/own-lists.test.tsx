import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fill } from '../support/forms.ts'
import { answer, breakCalls, open, restore, signIn } from '../support/render-site.tsx'

/** A member changes one of their lists: what is refused is said, and the focus stays where they work. */

const ADDRESS = '0123456789ab'
const PATH = `/profile?tab=saved&list=${ADDRESS}`
const TOOL = {
  id: 't1',
  name: 'Whisper',
  slug: 'whisper',
  logo: null,
  short_description: 'Hears.',
  note: null,
}
const LIST = {
  ...{ id: 'l1', name: 'My picks', is_public: false, is_hidden: false, is_own: true, username: 'member' },
  ...{ has_page: true, changed_at: '2026-01-01T00:00:00Z', tools: [TOOL] },
}
const LIMIT = { code: 'PT429', message: 'You can do this at most 20 times a day. Please try again tomorrow.' }

beforeEach(() => {
  signIn()
  answer('rpc/get_list', () => [LIST])
  answer('rpc/list_my_lists', () => [])
  answer('rpc/set_listed', () => null)
})

test('what everyone may see is not changed silently beyond a limit', async () => {
  breakCalls('rpc/save_my_list', 429, LIMIT)
  const { page, user } = open(PATH)
  const box = await page.findByLabelText<HTMLInputElement>('Everyone may see this list')
  await user.click(box)
  expect((await page.findByText(LIMIT.message)).closest('[role=alert]')).toBeTruthy()
  expect(box.checked).toBe(false)
  restore('rpc/save_my_list')
  answer('rpc/save_my_list', () => 'l1')
  await user.click(box)
  await page.findByText('Saved')
  expect(page.queryByText(LIMIT.message)).toBeNull()
})

test('a name that is refused is read out', async () => {
  const { page, user } = open(PATH)
  await fill(user, await page.findByLabelText('Name'), '  ')
  await user.click(page.getByRole('button', { name: 'Rename' }))
  expect((await page.findByText('Name is required')).getAttribute('aria-live')).toBe('polite')
})

test('a name that is typed is not left for another page without a question', async () => {
  const { page, user, router } = open(PATH)
  await fill(user, await page.findByLabelText('Name'), 'Other picks')
  const leave = async () => user.click(await page.findByRole('link', { name: 'Whisper' }))
  await leave()
  await user.click(await page.findByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.getByLabelText('Name')).toHaveProperty('value', 'Other picks')
  await leave()
  await user.click(await page.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/tools/whisper'))
})

test('after the last tool is taken out the focus is where the list was', async () => {
  answer('rpc/set_listed', () => {
    answer('rpc/get_list', () => [{ ...LIST, tools: [] }])
    return null
  })
  const { page, user } = open(PATH)
  await user.click(await page.findByRole('button', { name: 'Take Whisper out' }))
  await page.findByText('Nothing is in this list yet')
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Nothing is in this list yet'))
  expect(document.activeElement).not.toBe(document.body)
})

test('a note is counted and limited, and begins with what stands now', async () => {
  const noted = (note: string) => answer('rpc/get_list', () => [{ ...LIST, tools: [{ ...TOOL, note }] }])
  noted('Old')
  const { page, user, router } = open(PATH)
  const openNote = async () => {
    await user.click(await page.findByRole('button', { name: /^Edit note/ }))
    const dialog = within(await page.findByRole('dialog', { name: 'Note about Whisper' }))
    return { dialog, field: dialog.getByRole<HTMLTextAreaElement>('textbox') }
  }
  const first = await openNote()
  first.dialog.getByText('3/300 characters')
  await user.keyboard('{Escape}')
  noted('New')
  await router.options.context.queryClient.invalidateQueries()
  await page.findByText('New')
  const { dialog, field } = await openNote()
  expect(field.value).toBe('New')
  await fill(user, field, 'x'.repeat(310))
  dialog.getByText('300/300 characters')
})
