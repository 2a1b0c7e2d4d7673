import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakCalls, open, signInAsAdministrator } from '../support/render-site.tsx'

/** Alerts of the inbox: what is done about them, and what undoes it. */

const DAY = '2026-01-03T00:00:00Z'

beforeEach(() => {
  signInAsAdministrator()
  answer('rpc/list_reported_content', () => [])
})

const vote = (n: number, changes: object = {}) => ({
  ...{ upvote_id: `u${n}`, username: `m${n}`, joined_at: DAY, reason: 'The best.', created_at: DAY },
  ...{ not_counted: false, void_reason: null, same_text: 3, same_network: 1, other_count: 0, others: [] },
  ...changes,
})
const alert = (votes: object[], changes: object = {}) => ({
  ...{ id: 'a1', kind: 'burst', reasons: ['texts'], raised_at: DAY, usual: 0.25 },
  ...{ appeal: null, tool: { name: 'Whisper', slug: 'whisper' }, votes },
  ...changes,
})
const serve = (alerts: object[]) => answer('rpc/list_alerts', () => ({ waiting: alerts.length, alerts }))

test('only what is undone changes back', async () => {
  serve([alert([vote(1), vote(2), vote(3, { not_counted: true, void_reason: 'Before.' })])])
  const sent: unknown[] = []
  answer('rpc/set_counted', (request) => {
    sent.push(request)
    return { changed: ['u1'], unchanged: request.counted ? [] : ['u2'] }
  })
  const { page, user } = open('/admin/flags?tab=alerts')
  await user.click(await page.findByRole('button', { name: 'Select all 3' }))
  expect(page.getByRole('button', { name: 'Count 1 again' })).toBeTruthy()
  await user.click(page.getByRole('button', { name: 'Do not count 2' }))
  await user.click(page.getByRole('button', { name: 'Do not count 2' }))
  await page.findByText('1 recommendation is no longer counted')
  await user.click(page.getByRole('button', { name: 'Undo' }))
  await page.findByText('1 recommendation is counted again')
  expect(sent).toEqual([
    { upvote_ids: ['u1', 'u2'], counted: false, reason: 'Nearly the same text' },
    { upvote_ids: ['u1'], counted: true },
  ])
})

test('who was second is told; a conflict in the words of the database', async () => {
  serve([alert([vote(1)], { kind: 'appeal', reasons: [], appeal: 'We share an office.' })])
  answer('rpc/set_counted', () => ({ changed: [], unchanged: ['u1'] }))
  const { page, user } = open('/admin/flags?tab=alerts')
  await user.click(await page.findByRole('button', { name: 'Count it again' }))
  await page.findByText('Someone else was first. Nothing was changed.')
  const conflict = 'Another administrator decides about the appeal'
  breakCalls('rpc/set_counted', 400, { code: 'P0001', message: conflict })
  await user.click(await page.findByRole('button', { name: 'Count it again' }))
  await page.findByText(conflict)
})

test('none, and a failure, are told', async () => {
  breakCalls('rpc/list_alerts', 500)
  const { page, user } = open('/admin/flags?tab=alerts')
  await page.findByText('Failed to load flagged content')
  breakCalls('rpc/list_alerts', 200, { waiting: 0, alerts: [] })
  await user.click(page.getByRole('button', { name: 'Try again' }))
  await page.findByText('All clear.')
})

test('what could not be loaded is not clear', async () => {
  serve([])
  breakCalls('rpc/list_reported_content', 500)
  const { page } = open('/admin/flags?tab=alerts')
  await page.findByText('Failed to load flagged content')
  expect(page.queryByText('All clear.')).toBeNull()
})

test('an appeal that is rejected cannot be undone by accepting it', async () => {
  serve([alert([vote(1, { not_counted: true, void_reason: 'Before.' })], { kind: 'appeal', appeal: 'No.' })])
  const sent: unknown[] = []
  answer('rpc/set_counted', (request) => {
    sent.push(request)
    return { changed: ['u1'], unchanged: [] }
  })
  const { page, user } = open('/admin/flags?tab=alerts')
  await user.click(await page.findByRole('button', { name: 'Keep not counted' }))
  await user.click(page.getByRole('button', { name: 'Keep not counted' }))
  await page.findByText('Appeal rejected: the recommendation is still not counted')
  expect(page.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(sent).toEqual([{ upvote_ids: ['u1'], counted: false, reason: 'Nearly the same text' }])
})

test('recommendations that are counted again get their own reasons back', async () => {
  serve([
    alert([
      vote(1, { not_counted: true, void_reason: 'Same office.' }),
      vote(2, { not_counted: true, void_reason: 'Same text.' }),
      vote(3, { not_counted: true, void_reason: 'Same office.' }),
    ]),
  ])
  const sent: unknown[] = []
  answer('rpc/set_counted', (request) => {
    sent.push(request)
    return { changed: request.upvote_ids, unchanged: [] }
  })
  const { page, user } = open('/admin/flags?tab=alerts')
  await user.click(await page.findByRole('button', { name: 'Select all 3' }))
  await user.click(page.getByRole('button', { name: 'Count 3 again' }))
  await user.click(await page.findByRole('button', { name: 'Undo' }))
  await page.findByText('3 recommendations are no longer counted')
  expect(sent).toEqual([
    { upvote_ids: ['u1', 'u2', 'u3'], counted: true },
    { upvote_ids: ['u1', 'u3'], counted: false, reason: 'Same office.' },
    { upvote_ids: ['u2'], counted: false, reason: 'Same text.' },
  ])
})

test('what failed keeps its selection and its reason', async () => {
  serve([alert([vote(1), vote(2)])])
  breakCalls('rpc/set_counted', 500)
  const { page, user } = open('/admin/flags?tab=alerts')
  await user.click(await page.findByRole('button', { name: 'Select all 2' }))
  await user.click(page.getByRole('button', { name: 'Do not count 2' }))
  await user.click(page.getByRole('button', { name: 'Do not count 2' }))
  await page.findByText('The alert could not be changed. Please try again.')
  await waitFor(() => expect(page.getByRole('button', { name: 'Do not count 2' })).toBeTruthy())
  expect(page.getByLabelText<HTMLInputElement>('Reason').value).toBe('Nearly the same text')
})

test('an appeal says both sides, and is gone when it is accepted', async () => {
  const votes = [vote(1, { not_counted: true, void_reason: 'From one network.' })]
  serve([alert(votes, { kind: 'appeal', reasons: [], appeal: 'We share an office.' })])
  answer('rpc/set_counted', (request) => {
    expect(request).toEqual({ upvote_ids: ['u1'], counted: true })
    serve([])
    return { changed: ['u1'], unchanged: [] }
  })
  const { page, user } = open('/admin/flags?tab=alerts')
  const article = await page.findByRole('article', { name: /^Whisper/ })
  expect(article.textContent).toContain('We share an office.')
  expect(article.textContent).toContain('From one network.')
  await user.click(page.getByRole('button', { name: 'Count it again' }))
  await page.findByText('1 recommendation is counted again')
  await waitFor(() => expect(article.isConnected).toBe(false))
})
