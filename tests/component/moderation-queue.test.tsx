import { waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { FlaggedCard } from '../../src/features/admin/moderation/flagged-data.ts'
import { answerDecisions, flaggedCard, serveQueue } from '../support/flagged-cards.ts'
import { answer, calls, open, passTimeUntil, signInAsAdministrator } from '../support/render-site.tsx'

/** Section 2, Flagged Content: a card's texts, the next page, and the refresh. Contract tests cover the database. */

beforeEach(() => signInAsAdministrator())

const inCard = (page: ReturnType<typeof open>['page'], tool: string) =>
  within(page.getByRole('article', { name: new RegExp(`^${tool} `) }))

test('each decision describes its effect, and the state is shown only if cards differ', async () => {
  serveQueue([flaggedCard('Hidden'), flaggedCard('Visible', { visible: true })])
  const { page, user } = open('/admin/flags')
  await page.findAllByRole('article')
  const effect = (tool: string, name: string) => {
    const id = inCard(page, tool).getByRole('button', { name }).getAttribute('aria-describedby')
    return document.getElementById(id ?? '')?.textContent
  }
  expect([effect('Hidden', 'Approve'), effect('Hidden', 'Reject')]).toEqual([
    'Shows it again',
    'Keeps it hidden',
  ])
  expect([effect('Visible', 'Approve'), effect('Visible', 'Reject')]).toEqual([
    'Keeps it visible',
    'Hides it',
  ])
  expect(inCard(page, 'Hidden').queryByText('Pending')).toBeNull()
  await user.click(page.getByRole('button', { name: 'All' }))
  await waitFor(() => expect(inCard(page, 'Hidden').getByText('Pending')).toBeTruthy())
})

test('the outcome beside a report is the report’s, not the recommendation’s', async () => {
  const [report] = flaggedCard('Both').reports
  if (!report) throw new Error('it was reported')
  serveQueue([
    flaggedCard('Both', {
      report_count: 2,
      reports: [
        { ...report, id: 'upheld', status: 'rejected' },
        { ...report, id: 'dismissed', status: 'approved' },
      ],
    }),
  ])
  const { page } = open('/admin/flags')
  const lines = within(await page.findByRole('article')).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => /Report (not )?upheld/.exec(textContent ?? '')?.[0])).toEqual([
    'Report upheld',
    'Report not upheld',
  ])
})

test('cards this administrator cannot decide come last, with the reason', async () => {
  const mine = {
    id: 1,
    decision: 'rejected',
    by: 'me',
    at: '2026-01-03T00:00:00Z',
    undoable_until: null,
  } as const
  serveQueue([
    flaggedCard('Rejected', { for_another: 'appeal', decision: { ...mine, mine: true } }),
    flaggedCard('Own', { for_another: 'own', decision: { ...mine, mine: true } }),
    flaggedCard('Decidable', {
      appeal: { reason: 'I have no part in it.', status: 'pending', created_at: mine.at },
      decision: { ...mine, by: 'colleague', mine: false },
    }),
  ])
  const { page } = open('/admin/flags')
  const [first] = await page.findAllByRole('article')
  expect(first?.textContent).toContain('Decidable')
  expect(first?.textContent).toContain('Before: @colleague rejected this')
  const appeal = within(inCard(page, 'Decidable').getByRole('region', { name: "The author's appeal" }))
  expect(appeal.getByText('I have no part in it.')).toBeTruthy()
  const why = 'this recommendation: another administrator decides about'
  expect(inCard(page, 'Rejected').getByText(`You rejected ${why} the appeal.`)).toBeTruthy()
  expect(inCard(page, 'Own').getByText(`You wrote ${why} it.`)).toBeTruthy()
  for (const name of ['Approve', 'Reject', 'Delete'])
    expect(inCard(page, 'Own').queryByRole('button', { name })).toBeNull()
})

test('an automatic report says so, before and after its decision', async () => {
  const [report] = flaggedCard('').reports
  const reports = ['pending', 'rejected'].map((status) => ({
    ...report,
    id: status,
    reporter: null,
    is_automatic: true,
    reason: 'The same text on 3 tools',
    status,
  }))
  answer('rpc/list_flagged', () => ({
    cards: [{ ...flaggedCard('Whisper'), report_count: 2, reports }],
    more: false,
    counts: { pending: 1, approved: 0, rejected: 0, all: 1 },
  }))
  const { page } = open('/admin/flags')
  expect(await page.findAllByText('Automatic check')).toHaveLength(2)
  expect(page.getAllByText('The same text on 3 tools')).toHaveLength(2)
})

const answerRejections = (cards: readonly FlaggedCard[]) =>
  answerDecisions(({ id }) => ({
    outcome: 'done',
    card: { ...cards.find((card) => card.id === id), version: 2, state: 'rejected' },
  }))

test('a nearly decided page loads the next cards automatically, up to the last', async () => {
  const cards = Array.from({ length: 8 }, (_, n) => flaggedCard(`Tool${n}`))
  const counts = { pending: 8, approved: 0, rejected: 0, all: 8 }
  answer('rpc/list_flagged', ({ before_id }) =>
    before_id
      ? { cards: cards.slice(6), more: false, counts }
      : { cards: cards.slice(0, 6), more: true, counts },
  )
  answer('rpc/watch_flagged', () => ({ cards, gone: [], arrived: 0, counts }))
  answerRejections(cards)
  const { page, user } = open('/admin/flags')
  expect(await page.findAllByRole('article')).toHaveLength(6)
  for (let decided = 0; decided < 8; decided++) {
    const button = (await page.findAllByRole('button', { name: 'Reject' }))[0]
    if (button) await user.click(button)
    await waitFor(() => expect(button?.isConnected).toBe(false))
  }
  expect(page.getAllByRole('article')).toHaveLength(8)
  await page.findByText('Nothing else is waiting for you.')
  expect(page.queryByRole('button', { name: 'Load More' })).toBeNull()
})

test('who decides by key faster than the next cards come goes on with the first of them', async () => {
  const cards = Array.from({ length: 4 }, (_, n) => flaggedCard(`Tool${n}`))
  const counts = { pending: 4, approved: 0, rejected: 0, all: 4 }
  const first = { cards: cards.slice(0, 2), more: true, counts }
  const next = Promise.withResolvers<object>()
  answer('rpc/list_flagged', ({ before_id }) => (before_id ? next.promise : first))
  answer('rpc/watch_flagged', () => ({ cards, gone: [], arrived: 0, counts }))
  answerRejections(cards)
  const { page, user } = open('/admin/flags')
  expect(await page.findAllByRole('article')).toHaveLength(2)
  const current = () => document.querySelector('article[data-current]')?.textContent
  await user.keyboard('j')
  for (const tool of ['Tool0', 'Tool1']) {
    await waitFor(() => expect(current()).toContain(tool))
    await user.keyboard('r')
  }
  await page.findByText('2 decided')
  expect(current()).toBeUndefined()
  next.resolve({ cards: cards.slice(2), more: false, counts })
  await waitFor(() => expect(current()).toContain('Tool2'))
  expect(document.activeElement?.textContent).toContain('Tool2')
  await user.keyboard('r')
  await waitFor(() => expect(current()).toContain('Tool3'))
})

test('the refresh runs every ten seconds, shows the first card, and marks decisions made elsewhere', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    serveQueue([])
    const { page } = open('/admin/flags')
    await page.findByText('No recommendations are pending.')
    const card = flaggedCard('Late')
    const counts = { pending: 1, approved: 0, rejected: 0, all: 1 }
    const watch = (cards: FlaggedCard[], arrived: number) =>
      answer('rpc/watch_flagged', () => ({ cards, arrived, gone: [], counts }))
    answer('rpc/list_flagged', () => ({ cards: [card], more: false, counts }))
    watch([], 1)
    await passTimeUntil(() => page.getByRole('article'))
    const decision = {
      id: 1,
      decision: 'approved',
      by: 'colleague',
      at: card.activity_at,
      mine: false,
    } as const
    const decided: FlaggedCard = {
      ...card,
      ...{ version: 2, state: 'approved', visible: true, decision: { ...decision, undoable_until: null } },
    }
    watch([decided], 0)
    await passTimeUntil(() => page.getByText(/^@colleague approved this/))
    expect(page.queryByRole('button', { name: 'Approve' })).toBeNull()
    const asked = () => calls.filter((call) => call.endsWith('rpc/watch_flagged')).length
    const before = asked()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked(), 'once in ten seconds').toBe(before + 1)
  } finally {
    vi.useRealTimers()
  }
})

test('new cards are counted, and shown on top on demand; what was decided keeps its undo', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const [read, late] = [flaggedCard('Read'), flaggedCard('Late')]
    serveQueue([read])
    const gone = { id: read.id, why: 'deleted', by: 'me', at: read.activity_at, undo: 9 }
    answerDecisions(() => ({ outcome: 'done', card: null, gone }))
    const { page, user } = open('/admin/flags')
    await user.click(await page.findByRole('button', { name: 'Delete' }))
    await page.findByRole('button', { name: 'Undo' })
    const counts = { pending: 1, approved: 0, rejected: 0, all: 1 }
    answer('rpc/list_flagged', () => ({ cards: [late], more: false, counts }))
    answer('rpc/watch_flagged', ({ ids }) =>
      [ids].flat().includes(late.id)
        ? { cards: [late], gone: [gone], arrived: 0, counts }
        : { cards: [], gone: [gone], arrived: 1, counts },
    )
    await passTimeUntil(() => page.getByRole('button', { name: '1 new: show' }))
    const show = page.getByRole('button', { name: '1 new: show' })
    expect(page.getAllByRole('article')).toHaveLength(1)
    await user.click(show)
    await waitFor(() => expect(page.getAllByRole('article')[0]?.textContent).toContain('Late'))
    await waitFor(() => expect(document.activeElement?.id).toBe(`flagged-${late.id}`))
    expect(inRow(read.id).getByRole('button', { name: 'Undo' })).toBeTruthy()
    await vi.advanceTimersByTimeAsync(11_000)
    expect(page.queryByRole('button', { name: '1 new: show' })).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('a deletion can be undone as long as the database allows', async () => {
  const card = flaggedCard('Gone')
  serveQueue([card])
  const gone = { id: card.id, why: 'deleted', by: 'me', at: card.activity_at }
  answerDecisions(() => ({ outcome: 'done', card: null, gone: { ...gone, undo: 9 } }))
  const watch = (undo: number | null) =>
    answer('rpc/watch_flagged', () => ({
      ...{ cards: [], gone: [{ ...gone, undo }], arrived: 0 },
      counts: { pending: 0, approved: 0, rejected: 0, all: 0 },
    }))
  watch(9)
  const { page, user } = open('/admin/flags')
  await user.click(await page.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(page.getAllByRole('button', { name: 'Undo' }).length).toBeGreaterThan(0))
  watch(null)
  // Focusing the window refetches stale data.
  vi.setSystemTime(Date.now() + 60_000)
  try {
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await waitFor(() => expect(inRow(card.id).queryByRole('button', { name: 'Undo' })).toBeNull())
    expect(inRow(card.id).getByText(/deleted/i)).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

const inRow = (id: string) => within(document.getElementById(`flagged-${id}`) ?? document.body)

describe('a decision', () => {
  const DAY = '2026-01-03T00:00:00Z'
  const card = flaggedCard('Whisper')
  const mine = { id: 7, at: DAY, undoable_until: new Date(Date.now() + 60_000).toISOString() }
  const decided = (decision: 'approved' | 'rejected', by = 'colleague'): FlaggedCard => ({
    ...card,
    ...{ version: 2, state: decision, decision: { ...mine, decision, by, mine: by === 'me' } },
  })

  test.each([
    ['Approve', decided('approved', 'me'), 'Upvote approved and is now visible again'],
    ['Reject', decided('rejected', 'me'), 'Upvote rejected and will remain hidden'],
  ])('%s is told, and can be undone', async (name, after, message) => {
    serveQueue([card])
    answerDecisions(() => ({ outcome: 'done', card: after }))
    answer('rpc/undo_decisions', () => [{ id: 7, outcome: 'undone', card: { ...card, version: 3 } }])
    const { page, user } = open('/admin/flags')
    await user.click(await page.findByRole('button', { name }))
    await page.findByText(message)
    expect(page.getAllByRole('button', { name: 'Undo' }), 'in the row, not in the toast').toHaveLength(1)
    await user.click(within(page.getByRole('article')).getByRole('button', { name: 'Undo' }))
    await page.findByText('Decision undone. It is pending again.')
    await page.findByRole('button', { name })
  })

  test('a recommendation reported again after it was approved can be decided again', async () => {
    const again: FlaggedCard = { ...card, version: 3, report_count: 2 }
    serveQueue([card])
    answerDecisions(({ seen }) => ({
      outcome: 'done',
      card: seen === 3 ? { ...again, version: 4, state: 'rejected' } : decided('approved', 'me'),
    }))
    const { page, user } = open('/admin/flags')
    const approve = await page.findByRole('button', { name: 'Approve' })
    answer('rpc/watch_flagged', () => ({
      ...{ cards: [again], gone: [], arrived: 0 },
      counts: { pending: 1, approved: 0, rejected: 0, all: 1 },
    }))
    await user.click(approve)
    await page.findByText('Upvote approved and is now visible again')
    await user.click(await page.findByRole('button', { name: 'Reject' }))
    await page.findByText('Upvote rejected and will remain hidden')
  })

  test.each([
    [
      'decided by another administrator',
      { outcome: 'decided', card: decided('approved') },
      /^@colleague approved this .* Nothing was changed\.$/,
    ],
    [
      'deleted by another administrator',
      {
        outcome: 'gone',
        card: null,
        gone: { id: card.id, why: 'deleted', by: 'colleague', at: DAY, undo: null },
      },
      /^@colleague deleted this/,
    ],
    [
      'reported again',
      { outcome: 'changed', card: { ...card, version: 2, report_count: 2 } },
      /^There is a new report or appeal about this recommendation\./,
    ],
  ])('about one that was %s meanwhile changes nothing, and says so', async (_what, outcome, message) => {
    serveQueue([card])
    answerDecisions(() => outcome)
    const { page, user } = open('/admin/flags')
    await user.click(await page.findByRole('button', { name: 'Reject' }))
    expect((await page.findAllByText(message)).length).toBeGreaterThan(0)
    if (outcome.outcome === 'changed') await page.findByRole('button', { name: 'Reject' })
    if (outcome.outcome === 'decided') expect(page.queryByRole('button', { name: 'Reject' })).toBeNull()
  })
})
