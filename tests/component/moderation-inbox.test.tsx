import { waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { flaggedCard, serveQueue } from '../support/flagged-cards.ts'
import { answer, breakCalls, calls, open, SETTINGS, signInAsAdministrator } from '../support/render-site.tsx'

/** The inbox: what waits, reasons, several at once and a member, where no browser is needed. */

const DAY = '2026-01-03T00:00:00Z'

beforeEach(() => {
  signInAsAdministrator()
  answer('rpc/list_reported_content', () => [])
})

const record = (changes: object = {}) => ({
  ...{ id: 'm1', username: 'ann', since: DAY, verified: true, suspended: null, role: null },
  recommendations: { shown: 5, hidden: 2, waiting: 3 },
  reports: { upheld: 1, rejected: 4, waiting: 0 },
  last_decisions: [
    {
      ...{ decision: 'rejected', tool_name: 'Quill', tool_slug: null, at: DAY, by: 'colleague' },
      reason: 'Advertising',
    },
  ],
  last_recommendations: [
    {
      id: 'u9',
      tool_name: 'Pen',
      tool_slug: 'pen',
      reason: 'It writes.',
      author_role: null,
      created_at: DAY,
      edited_at: DAY,
      former_texts: [{ reason: 'It is for sale.', author_role: null, replaced_at: DAY }],
      status: 'waiting',
    },
  ],
  ...changes,
})

test('what waits stands on the parts and before the title', async () => {
  serveQueue([])
  answer('rpc/count_waiting', () => ({ reports: 4, appeals: 2, alerts: 1 }))
  const { page } = open('/admin/flags')
  const parts = within(await page.findByRole('navigation', { name: 'Parts of the inbox' }))
  await waitFor(() =>
    expect(parts.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Reports4',
      'Appeals2',
      'Alerts1',
    ]),
  )
  expect(parts.getByRole('link', { current: 'page' }).textContent).toBe('Reports4')
  await waitFor(() => expect(document.title).toMatch(/^\(7\) Flags/))
})

test('each part asks for its kind, and the filters of the address for theirs', async () => {
  const asked: Record<string, unknown>[] = []
  const counts = { pending: 0, approved: 0, rejected: 0, all: 0 }
  answer('rpc/list_flagged', (request) => {
    asked.push(request)
    return { cards: [], more: false, counts }
  })
  answer('rpc/watch_flagged', () => ({ cards: [], gone: [], arrived: 0, counts }))
  const { page } = open('/admin/flags?tab=appeals&order=oldest&member=ann&tool=quill')
  await page.findByText('No flagged content matches your search.')
  expect(asked[0]).toMatchObject({ kind: 'appeals', oldest: true, member: 'ann', tool: 'quill' })
})

describe('a reason', () => {
  test.each([
    ['of the owner', 'Sells a course\n\n Sells a course \nRude', ['Sells a course', 'Rude']],
    ['built in', null, ['Advertising', 'Insulting or hateful', 'Off topic']],
  ])('%s is chosen, and sent with the decision', async (_whose, decision_reasons, offered) => {
    const card = flaggedCard('Whisper')
    serveQueue([card])
    answer('rpc/get_site_settings', () => ({ ...SETTINGS, decision_reasons }))
    const sent: unknown[] = []
    answer('rpc/decide_several', (decided) => {
      sent.push(decided)
      return [{ id: card.id, outcome: 'done', card: { ...card, version: 2, state: 'rejected' } }]
    })
    const { page, user, router } = open('/admin/flags')
    const { queryClient } = router.options.context
    queryClient.setQueryData(['upvotes', 'of a page read before'], [])
    await user.click(await page.findByRole('button', { name: 'Details of Whisper @ann' }))
    const [first = '', second = ''] = offered
    await user.click(await page.findByRole('button', { name: second }))
    expect(page.getByLabelText<HTMLInputElement>('Reason').value).toBe(second)
    await user.click(page.getByRole('button', { name: first }))
    for (const name of offered) expect(page.getAllByRole('button', { name })).toHaveLength(1)
    await user.click(page.getByRole('button', { name: 'Reject' }))
    await page.findByText('Upvote rejected and will remain hidden')
    expect(sent).toEqual([{ cases: [{ id: card.id, seen: 1 }], decision: 'rejected', reason: first }])
    await waitFor(() =>
      expect(queryClient.getQueryState(['upvotes', 'of a page read before'])?.isInvalidated).toBe(true),
    )
  })

  test('that is refused says why, and the case is back with it', async () => {
    serveQueue([flaggedCard('Whisper')])
    breakCalls('rpc/decide_several', 400, { code: '23514', message: 'Reason must not contain this' })
    const { page, user } = open('/admin/flags')
    await user.click(await page.findByRole('button', { name: 'Details of Whisper @ann' }))
    await user.type(page.getByLabelText('Reason'), 'Odd')
    await user.click(page.getByRole('button', { name: 'Reject' }))
    await page.findByText('Reason must not contain this')
    expect((await page.findByLabelText<HTMLInputElement>('Reason')).value).toBe('Odd')
  })

  test('that is written is asked for before one leaves, but not where one looks at its author', async () => {
    serveQueue([flaggedCard('Whisper')])
    answer('rpc/get_member_record', () => record())
    const { page, user, router } = open('/admin/flags')
    await user.click(await page.findByRole('button', { name: 'Details of Whisper @ann' }))
    await user.type(page.getByLabelText('Reason'), 'Odd')
    await user.click(page.getByRole('button', { name: '@ann' }))
    await page.findByRole('dialog', { name: '@ann' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await user.click(page.getByRole('link', { name: 'Whisper' }))
    await user.click(await page.findByRole('button', { name: 'Stay' }))
    expect(page.getByLabelText<HTMLInputElement>('Reason').value).toBe('Odd')
    await user.click(page.getByRole('link', { name: 'Whisper' }))
    await user.click(await page.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/tools/whisper'))
  })
})

test('several: a failure brings all back, an answer tells what became of each', async () => {
  const cards = ['One', 'Two', 'Three', 'Four', 'Five'].map((tool) => flaggedCard(tool))
  serveQueue(cards)
  breakCalls('rpc/decide_several', 500)
  const { page, user } = open('/admin/flags')
  const [box] = await page.findAllByRole('checkbox', { name: /^Select/ })
  if (box) await user.click(box)
  await user.click(page.getByRole('button', { name: 'Select all 5' }))
  await user.click(page.getByRole('button', { name: 'Add a reason' }))
  await user.type(page.getByLabelText('Reason'), 'Odd')
  await user.click(page.getByRole('button', { name: 'Reject selected (5)' }))
  await page.findByText('Failed to reject upvote')
  await waitFor(() => expect(page.getAllByRole('button', { name: 'Reject' })).toHaveLength(5))

  expect(page.getByLabelText<HTMLInputElement>('Reason').value).toBe('Odd')
  answerSeveral(cards)
  await user.click(page.getByRole('button', { name: 'Reject selected (5)' }))
  await page.findByText(
    '1 recommendation rejected. 1 was decided by someone else. 1 has a new report or appeal: read it first. ' +
      '2 are for another administrator to decide.',
  )
  const left = page.getByRole('button', { name: 'Reject' }).closest('article')
  expect(left?.textContent, 'the one that was reported again').toContain('Three')
})

function answerSeveral(cards: ReturnType<typeof flaggedCard>[]) {
  const decision = {
    id: 1,
    decision: 'approved',
    by: 'colleague',
    at: DAY,
    mine: false,
    undoable_until: null,
  }
  const outcomes = ['done', 'decided', 'changed', 'refused', 'refused']
  breakCalls(
    'rpc/decide_several',
    200,
    cards.map((card, n) => ({
      id: card.id,
      outcome: outcomes[n],
      card: [
        {
          ...card,
          version: 2,
          state: 'rejected',
          decision: { ...decision, decision: 'rejected', mine: true },
        },
        { ...card, version: 2, state: 'approved', decision },
        { ...card, version: 2, report_count: 2 },
        { ...card, version: 2, for_another: 'report' },
        { ...card, version: 2, for_another: 'own' },
      ][n],
      message: 'Another administrator decides',
    })),
  )
}

describe('a member', () => {
  const openDrawer = async (changes: object = {}) => {
    serveQueue([flaggedCard('Whisper')])
    answer('rpc/get_member_record', () => record(changes))
    const { page, user } = open('/admin/flags')
    await user.click(await page.findByRole('button', { name: '@ann' }))
    const dialog = within(await page.findByRole('dialog', { name: '@ann' }))
    await dialog.findByText('Recommendations')
    return { page, user, dialog }
  }

  test('is shown with what was decided before', async () => {
    const { dialog } = await openDrawer({ verified: false, role: 'editor' })
    const numbers = dialog.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(numbers).toEqual(['5', '2', '3', '1', '4', '0'])
    expect(dialog.getByText('Advertising', { selector: 'q' })).toBeTruthy()
    expect(dialog.queryByRole('link', { name: 'Quill' }), 'a tool that is gone').toBeNull()
    expect(dialog.getByRole('link', { name: 'Pen' })).toBeTruthy()
    expect(dialog.getByText('Not verified')).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Reject all and suspend' }), 'has a role').toBeNull()
  })

  test('is decided about in as many calls as it takes, the first of which suspends; and back', async () => {
    const { user, dialog, page } = await openDrawer()
    const sent: Record<string, unknown>[] = []
    answer('rpc/decide_all_of', (all) => {
      sent.push(all)
      return sent.length === 1
        ? { decided: [1, 2], left: 1, suspended: true }
        : { decided: [3], left: 0, suspended: false }
    })
    await user.click(dialog.getByRole('button', { name: 'Reject all and suspend' }))
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Reject 3 and suspend' })
    expect(confirm.disabled, 'a suspension needs a reason').toBe(true)
    await user.click(dialog.getByRole('button', { name: 'Advertising' }))
    await user.click(confirm)
    await dialog.findByText('3 recommendations rejected. @ann has been suspended.')
    expect(sent).toEqual([
      {
        ...{ username: 'ann', decision: 'rejected', reason: 'Advertising' },
        ...{ suspend: true, suspension_reason: 'Advertising' },
      },
      { username: 'ann', decision: 'rejected', reason: 'Advertising' },
    ])
    answer('rpc/lift_suspension', () => null)
    answer('rpc/undo_decisions', ({ decision_ids }) =>
      [decision_ids].flat().map((id) => ({ id, outcome: id === 3 ? 'refused' : 'undone', card: null })),
    )
    await user.click(dialog.getByRole('button', { name: 'Undo' }))
    await page.findByText(
      'The suspension of @ann has been lifted. 2 decisions undone. 1 can no longer be undone.',
    )
    expect(calls).toContain('POST rpc/lift_suspension')
  })

  test('who is refused, or gone, is told so', async () => {
    const { user, dialog, page } = await openDrawer()
    breakCalls('rpc/decide_all_of', 400, { code: 'P0001', message: 'This member is already suspended' })
    await user.type(dialog.getByLabelText('Reason'), 'Odd')
    await user.click(dialog.getByRole('button', { name: 'Reject all 3' }))
    await page.findByText('This member is already suspended')
    expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Odd')
    breakCalls('rpc/get_member_record', 400, { code: 'P0001', message: 'Member not found' })
    await user.keyboard('{Escape}')
    // A reason that is written is not thrown away without a question.
    await user.click(await page.findByRole('button', { name: 'Stay' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Odd')
    await user.keyboard('{Escape}')
    await user.click(await page.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    await user.click(page.getByRole('button', { name: '@ben' }))
    await page.findByText('This member no longer exists.')
  })
})

test('the keys work where the browser stores nothing', async () => {
  serveQueue([flaggedCard('Whisper')])
  const refuse = () => {
    throw new DOMException('Denied', 'SecurityError')
  }
  const { page, user } = open('/admin/flags')
  const read = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  await page.findByRole('article', { name: /^Whisper/ })
  await user.keyboard('?')
  const keys = within(await page.findByRole('dialog'))
  await user.click(keys.getByRole('checkbox'))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  await user.keyboard('?')
  expect(page.queryByRole('dialog')).toBeNull()
  for (const spy of [read, write]) spy.mockRestore()
})
