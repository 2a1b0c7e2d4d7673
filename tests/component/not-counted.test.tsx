import { beforeEach, expect, test } from 'vitest'
import { answer, open, signIn } from '../support/render-site.tsx'

/** A member's own recommendations that a moderator set aside: marked in the profile, with the reason and an appeal. */

const DAY = '2026-01-01T00:00:00Z'
const upvote = (id: string, name: string, values: object) => ({
  ...{ id, tool_id: id, reason: 'Hears all.', created_at: DAY, is_flagged: false, flag_status: null },
  ...{ decided_at: null, weight: 1, upvote_appeals: null, tools: { name, slug: id }, ...values },
})
const SET_ASIDE = 'Shown, but not counted in the orders: a moderator set it aside'

beforeEach(() => {
  signIn()
  answer('rpc/list_my_outcomes', () =>
    ['u1', 'u2'].map((upvote_id) => ({
      ...{ upvote_id, hidden_reason: null, uncounted_reason: 'Fifty in an hour.' },
    })),
  )
})

test('what is not counted is marked with its reason, and can be appealed once', async () => {
  answer('tool_upvotes', () => [
    upvote('u1', 'Whisper', { weight: 0 }),
    upvote('u2', 'Quill', {
      weight: 0,
      upvote_appeals: { about: 'uncounted', reason: 'I use it.', status: 'pending' },
    }),
    upvote('u3', 'Pen', { upvote_appeals: { about: 'uncounted', reason: 'I use it.', status: 'approved' } }),
    upvote('u4', 'Ink', {}),
  ])
  const sent: unknown[] = []
  answer('POST upvote_appeals', (values) => {
    sent.push(values)
    return null
  })
  const { page, user } = open('/profile?tab=upvotes')
  await page.findByText(SET_ASIDE)
  expect(page.getAllByText('Fifty in an hour.')).toHaveLength(2)
  expect(page.getByText('Appeal sent. Not counted until it is reviewed.')).toBeTruthy()
  expect(page.getByText('Counted again: your appeal was accepted')).toBeTruthy()
  const buttons = page.getAllByRole('button', { name: /^Appeal this decision about/ })
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Appeal this decision about Whisper',
  ])
  await user.click(page.getByRole('button', { name: /^Appeal this decision about/ }))
  await page.findByText(/why your upvote for Whisper should count/)
  await user.type(page.getByLabelText('Your appeal'), 'I use it daily.')
  await user.click(page.getByRole('button', { name: 'Send appeal' }))
  await page.findByText('Appeal sent')
  expect(sent).toMatchObject([{ upvote_id: 'u1', reason: 'I use it daily.' }])
})

test('why a moderator hid one stands with it, only while it is hidden', async () => {
  answer('rpc/list_my_outcomes', () => [
    { upvote_id: 'u1', hidden_reason: 'Sells a course.', uncounted_reason: null },
  ])
  answer('tool_upvotes', () => [upvote('u1', 'Whisper', { is_flagged: true, flag_status: 'rejected' })])
  const { page } = open('/profile?tab=upvotes')
  await page.findByText('Hidden: a moderator upheld a report')
  expect(page.getByText('Sells a course.')).toBeTruthy()
})
