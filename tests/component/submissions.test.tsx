import { waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { CATEGORIES, fill, storedTool } from '../support/forms.ts'
import {
  answer,
  breakCalls,
  calls,
  hold,
  open,
  type Page,
  signInAsAdministrator,
} from '../support/render-site.tsx'

/** What members sent in, and what happens meanwhile. */

const DAY = '2026-01-01T00:00:00Z'
const TOOL = { ...storedTool, updated_at: DAY }

const card = (id: string, changes: object = {}) => ({
  ...{ id, kind: 'submission', version: 1, state: 'waiting', subject: id, created_at: DAY },
  member: { username: 'ann', since: DAY, accepted: 0, declined: 0 },
  tool: null,
  proposed: { name: id, short_description: 'Writes.', website_url: 'https://quill.example/' },
  ...{ base: {}, standing: {}, category_names: {}, existing: [] },
  ...{ logo: null, problem: null, note: null, is_changed: false, reason: null, decided_by: null },
  ...{ decided_at: null, undo_until: null, is_own: false, is_maker: false },
  ...changes,
})
type Card = ReturnType<typeof card>

const correction = (changes: object = {}) =>
  card('c1', {
    kind: 'correction',
    tool: {
      id: 't1',
      name: 'Whisper',
      slug: 'whisper',
      website_url: 'https://example.org/',
      logo: null,
      updated_at: DAY,
    },
    proposed: { short_description: 'As it is.' },
    ...changes,
  })

const serve = (cards: Card[], more = false) =>
  answer('rpc/list_contributions', () => ({ cards, more, waiting: cards.length }))

beforeEach(() => {
  signInAsAdministrator()
  answer('tools', () => [TOOL])
  answer('tool_categories', () => [])
  answer('categories', () => CATEGORIES)
})

test('a page that failed is asked for again by its button only', async () => {
  answer('rpc/list_contributions', () => {
    breakCalls('rpc/list_contributions', 500)
    return { cards: [card('One')], more: true, waiting: 2 }
  })
  const { page, user } = open('/admin/submissions')
  await page.findByText('Failed to load what members sent in')
  const before = asked()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(asked()).toBe(before)
  breakCalls('rpc/list_contributions', 200, { cards: [card('Two')], more: false, waiting: 2 })
  await user.click(page.getByRole('button', { name: 'Load More' }))
  await page.findByRole('article', { name: /^Two/ })
})

const asked = () => calls.filter((call) => call === 'POST rpc/list_contributions').length

async function openEditor(page: Page, user: ReturnType<typeof open>['user']) {
  const [first] = await page.findAllByRole('button', { name: /^Details of/ })
  await user.click(first ?? document.body)
  await user.click(page.getByRole('button', { name: 'Edit and accept' }))
  return page.findByLabelText<HTMLInputElement>('Name')
}

test('what an editor changes stays while the member and somebody else change it too', async () => {
  serve([correction()])
  const sent: unknown[] = []
  answer('rpc/decide_contributions', ({ cases }) => {
    sent.push(cases)
    const changed = correction({ version: 2, proposed: { short_description: 'As it is now.' } })
    return [{ id: 'c1', outcome: sent.length === 1 ? 'changed' : 'done', card: changed }]
  })
  const { page, user, router } = open('/admin/submissions')
  const { queryClient } = router.options.context
  queryClient.setQueryData(['tools', 'a list of before'], [])
  const name = await openEditor(page, user)
  await fill(user, name, 'Whisper Two')
  answer('tools', () => [{ ...TOOL, updated_at: 'later', website_url: 'https://moved.example/' }])
  await user.click(page.getByRole('button', { name: 'Accept these values' }))
  await page.findByText('It has changed since you saw it. Look again before you decide.')
  await waitFor(() =>
    expect(page.getByLabelText<HTMLInputElement>('Website URL').value).toBe('https://moved.example/'),
  )
  expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('Whisper Two')
  expect(page.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('As it is now.')
  await user.click(page.getByRole('button', { name: 'Accept these values' }))
  await page.findByText('1 accepted.')
  const values = { name: 'Whisper Two', short_description: 'As it is now.' }
  expect(sent[1]).toEqual([{ id: 'c1', seen: 2, tool_seen: 'later', logo: null, values }])
  expect(queryClient.getQueryData(['tools', 'a list of before']), 'lists are outdated').toBeUndefined()
})

test('what an editor has changed is not left without a question', async () => {
  serve([correction()])
  const { page, user } = open('/admin/submissions')
  await fill(user, await openEditor(page, user), 'Whisper Two')
  const [link] = page.getAllByRole('link', { name: 'Categories' })
  await user.click(link ?? document.body)
  await page.findByRole('dialog', { name: 'Leave without saving?' })
})

describe('nor is it lost without a question', () => {
  const press = (name: string | RegExp) => (page: Page, user: ReturnType<typeof open>['user']) =>
    user.click(page.getByRole('button', { name }))
  const key = (letter: string) => (page: Page, user: ReturnType<typeof open>['user']) => {
    page.getByRole('article', { name: /^Whisper/ }).focus()
    return user.keyboard(letter)
  }
  test.each([
    ['by closing its row', press(/^Details of Whisper/)],
    ['by closing its row with the key', key('o')],
    ['by another state', press('Declined')],
    ['by another kind', press('Problems')],
    ['by another editor', press('Edit and accept')],
    ['by cancelling', press('Cancel')],
    ['by accepting it as it was sent', key('a')],
    ['by declining it among the selected', press('Decline selected (1)')],
  ])('%s', async (_how, act) => {
    serve([correction(), card('Quill')])
    const { page, user } = open('/admin/submissions')
    await fill(user, await openEditor(page, user), 'Whisper Two')
    await user.click(page.getByRole('button', { name: 'Details of Quill' }))
    if (_how.endsWith('selected')) await user.click(page.getByRole('checkbox', { name: /Whisper/ }))
    await act(page, user)
    await user.click(await page.findByRole('button', { name: 'Stay' }))
    expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('Whisper Two')
    expect(calls).not.toContain('POST rpc/decide_contributions')
    await act(page, user)
    await user.click(await page.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(page.queryByDisplayValue('Whisper Two')).toBeNull())
  })
})

test('what could not be sent keeps its selection and its reason', async () => {
  serve([card('One'), card('Two')])
  breakCalls('rpc/decide_contributions', 500)
  const { page, user } = open('/admin/submissions')
  await user.click(await page.findByRole('checkbox', { name: /One/ }))
  await user.click(page.getByRole('button', { name: 'Add a reason' }))
  const bar = within(page.getByRole('region', { name: 'Selected' }))
  await user.type(bar.getByLabelText(/^Reason/), 'Odd')
  await user.click(page.getByRole('button', { name: 'Decline selected (1)' }))
  await page.findByText('The decision failed. Please try again.')
  expect(bar.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe('Odd')
  breakCalls('rpc/decide_contributions', 200, [
    { id: 'One', outcome: 'done', card: card('One', { version: 2, state: 'declined' }) },
  ])
  await user.click(page.getByRole('button', { name: 'Decline selected (1)' }))
  await page.findByText('1 declined.')
  expect(page.queryByRole('region', { name: 'Selected' })).toBeNull()
})

test('one that waits says its name once', async () => {
  serve([card('Quill')])
  const { page } = open('/admin/submissions')
  const row = within(await page.findByRole('article', { name: /^Quill/ }))
  expect(row.getAllByText('Quill')).toHaveLength(1)
})

test('nobody decides about their own', async () => {
  serve([card('Mine', { is_own: true })])
  const { page } = open('/admin/submissions')
  const own = await page.findByRole('article', { name: /^Mine/ })
  expect(own.textContent).toContain('someone else decides')
  expect(within(own).queryByRole('button', { name: 'Accept' })).toBeNull()
})

test('while they load, nothing is said of flagged content', async () => {
  hold('rpc/list_contributions')
  const { page } = open('/admin/submissions')
  await page.findByRole('heading', { name: 'Submissions and Suggestions' })
  expect(page.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Loading...')
})
