import { waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { FlaggedCard } from '../../src/features/admin/moderation/flagged-data.ts'
import { answerDecisions } from '../support/flagged-cards.ts'
import {
  answer,
  breakCalls,
  hold,
  open,
  passTimeUntil,
  restore,
  signInAsAdministrator,
} from '../support/render-site.tsx'

/** Section 8, Moderation: a failing decision, list or undo. Contract tests cover what the database refuses. */

const DAY = '2026-01-03T00:00:00Z'
const CARD: FlaggedCard = {
  id: 'u1',
  version: 1,
  state: 'pending',
  activity_at: DAY,
  reason: 'Buy it at my shop.',
  created_at: DAY,
  author_role: null,
  edited_at: null,
  former_texts: [],
  visible: false,
  writer: 'ann',
  tool_name: 'Whisper',
  tool_slug: 'whisper',
  report_count: 1,
  reports: [
    {
      id: 'r1',
      reporter: 'ben',
      is_automatic: false,
      reason: 'Spam',
      status: 'pending',
      flagged_at: DAY,
    },
  ],
  decision: null,
  appeal: null,
  for_another: null,
}
const counts = { pending: 1, approved: 0, rejected: 0, all: 1 }

beforeEach(() => {
  signInAsAdministrator()
  answer('rpc/list_flagged', () => ({ cards: [CARD], more: false, counts }))
  answer('rpc/watch_flagged', () => ({ cards: [CARD], gone: [], arrived: 0, counts }))
})

async function openCard() {
  const { page, user } = open('/admin/flags')
  const card = await page.findByRole('article')
  return { page, user, card }
}

describe.each([
  ['with 500', 500],
  ['without an answer', null],
] as const)('a decision that fails %s shows at once and is rolled back', (_how, status) => {
  test.each([
    ['Approve', 'Failed to approve upvote'],
    ['Reject', 'Failed to reject upvote'],
    ['Delete', 'Failed to delete upvote'],
  ])('%s: %s', async (name, message) => {
    const { page, user } = await openCard()
    breakCalls('rpc/decide_several', status)
    const letGo = hold('rpc/decide_several')
    await user.click(page.getByRole('button', { name }))
    await waitFor(() => expect(page.queryByRole('button', { name })).toBeNull())
    expect(page.queryByText(CARD.reason, { exact: false })).toBeNull()
    letGo()
    await page.findByText(message)
    await page.findByText(CARD.reason, { exact: false })
    expect(page.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false)
    await waitFor(() => expect(document.activeElement).toBe(page.getByRole('article')))
  })
})

test('a list that cannot be loaded says so and can be tried again', async () => {
  breakCalls('rpc/list_flagged', 500)
  const { page, user } = open('/admin/flags')
  const failure = await page.findByRole('alert')
  expect(failure.textContent).toContain('Failed to load flagged content')
  restore('rpc/list_flagged')
  await user.click(within(failure).getByRole('button', { name: 'Try again' }))
  await page.findByRole('article')
})

test('a refresh that fails says so, keeps the cards, and goes on by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const { page } = await openCard()
    breakCalls('rpc/watch_flagged', null)
    await passTimeUntil(() => page.getByText(/^Could not be refreshed just now\./))
    expect(page.getByRole('article')).toBeTruthy()
    restore('rpc/watch_flagged')
    await passTimeUntil(() => expect(page.queryByText(/^Could not be refreshed just now\./)).toBeNull())
  } finally {
    vi.useRealTimers()
  }
})

test('an undo that comes too late says so in the words of the database', async () => {
  const decision = { id: 7, decision: 'approved', by: 'me', at: DAY, mine: true } as const
  const decided: FlaggedCard = {
    ...CARD,
    version: 2,
    state: 'approved',
    visible: true,
    decision: { ...decision, undoable_until: new Date(Date.now() + 60_000).toISOString() },
  }
  answerDecisions(() => ({ outcome: 'done', card: decided }))
  const { page, user, card } = await openCard()
  await user.click(within(card).getByRole('button', { name: 'Approve' }))
  await page.findByText('Upvote approved and is now visible again')
  const tooLate = 'This decision can no longer be undone'
  answer('rpc/undo_decisions', () => [{ id: 7, outcome: 'refused', card: null, message: tooLate }])
  answer('rpc/watch_flagged', () => ({
    cards: [{ ...decided, decision: { ...decision, undoable_until: null } }],
    gone: [],
    arrived: 0,
    counts,
  }))
  await user.click((await page.findAllByRole('button', { name: 'Undo' }))[0] ?? card)
  await page.findByText(tooLate)
  await waitFor(() =>
    expect(within(page.getByRole('article')).queryByRole('button', { name: 'Undo' })).toBeNull(),
  )
})
