import { waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { fill } from '../support/forms.ts'
import { answer, breakCalls, calls, hold, open, restore, signIn } from '../support/render-site.tsx'

/** Section 8, upvoting and flagging: the message of every refusal; typed text is kept. */

const DAY = '2026-01-01T00:00:00Z'
const TOOL = {
  id: 't1',
  name: 'Whisper',
  slug: 'whisper',
  logo: null,
  short_description: 'Hears everything.',
  website_url: 'https://example.org/',
  featured: false,
  upvote_count: 1,
  categories: null,
  tool_categories: [],
  tool_makers: [],
  ...{ created_at: DAY, link_checks: null },
}
const THEIRS = {
  ...{ id: 'u1', user_id: 'p2', username: 'ann', reason: 'Reads well.', created_at: DAY },
  ...{ edited_at: null, author_role: null, used_for: null, helpful_count: 2, hidden: 0 },
  ...{ answer: null, answer_id: null, answered_at: null, answer_edited_at: null, maker_id: null },
}

const UPVOTED = [{ tool_id: 't1', is_upvoted: true, is_saved: false }]

beforeEach(() => {
  signIn()
  answer('tools', ({ select }) => (String(select) === 'upvote_count' ? [{ upvote_count: 2 }] : [TOOL]))
  answer('tool_upvotes', () => [])
  answer('rpc/list_recommendations', () => [THEIRS])
  answer('POST tool_upvotes', () => null)
  answer('POST upvote_flags', () => null)
  answer('rpc/list_alternatives', () => [])
})

async function ask(button: RegExp, title: string) {
  const { page, user } = open('/tools/whisper')
  const press = async () => user.click(await page.findByRole('button', { name: button }))
  const dialog = async () => within(await page.findByRole('dialog', { name: title }))
  await press()
  const text = async () => (await dialog()).getByRole<HTMLTextAreaElement>('textbox')
  const submit = async () => user.click((await dialog()).getByRole('button', { name: 'Submit' }))
  const gone = () => waitFor(() => expect(page.queryByRole('dialog', { name: title })).toBeNull())
  return { page, user, press, dialog, text, submit, gone }
}

const KINDS = [
  {
    what: 'an upvote',
    button: /^Upvote \d/,
    title: 'Why do you recommend this tool?',
    call: 'POST tool_upvotes',
    failure: 'Failed to upvote. Please try again later.',
    signedOut: 'You must be logged in to upvote',
    done: 'Thanks for upvoting Whisper!',
  },
  {
    what: 'a report',
    button: /^Flag$/,
    title: 'Flag this recommendation?',
    call: 'POST upvote_flags',
    failure: 'Failed to flag content. Please try again later.',
    signedOut: 'You must be logged in to flag content',
    done: 'Content has been flagged for review',
  },
] as const

describe.each(KINDS)('$what', ({ button, title, call, failure, signedOut, done }) => {
  test('that fails says so, cannot be dismissed while in progress, and keeps the text', async () => {
    const { page, user, press, dialog, text, submit, gone } = await ask(button, title)
    await fill(user, await text(), 'Typed with care.')
    breakCalls(call, 500)
    const letGo = hold(call)
    await submit()
    const busy = await (await dialog()).findByRole<HTMLButtonElement>('button', { name: 'Submitting...' })
    expect(busy.disabled).toBe(true)
    await user.keyboard('{Escape}')
    expect(await text()).toBeTruthy()
    letGo()
    await page.findByText(failure)
    breakCalls(call, null)
    await submit()
    await waitFor(() => expect(page.getAllByText(failure)).toHaveLength(2))
    expect((await text()).value).toBe('Typed with care.')
    await user.keyboard('{Escape}')
    await gone()
    await press()
    expect((await text()).value, 'a text begun is kept').toBe('Typed with care.')
    restore(call)
    await submit()
    await page.findByText(done)
    await gone()
  })

  test('is sent once by two clicks in quick succession', async () => {
    const { page, user, dialog, text, gone } = await ask(button, title)
    await fill(user, await text(), 'In a hurry.')
    const submit = (await dialog()).getByRole('button', { name: 'Submit' })
    // Without a delay: no timer runs between the two.
    await userEvent.setup({ delay: null }).dblClick(submit)
    await page.findByText(done)
    await gone()
    expect(calls.filter((one) => one === call)).toHaveLength(1)
  })

  test('beyond the daily limit is refused in the dialog, in the words of the database', async () => {
    const { user, dialog, text, submit } = await ask(button, title)
    await fill(user, await text(), 'One more.')
    const words = 'You can do this at most 20 times a day. Please try again tomorrow.'
    breakCalls(call, 429, { code: 'PT429', message: words })
    await submit()
    expect((await (await dialog()).findByRole('alert')).textContent).toBe(words)
    expect((await text()).value).toBe('One more.')
  })

  test('of a person whose session has ended is refused with a message', async () => {
    const { page, user, text, submit, gone } = await ask(button, title)
    await fill(user, await text(), 'Too late.')
    localStorage.clear()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    await submit()
    await page.findByText(signedOut)
    await gone()
    // Restored for later tests.
    signIn()
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
  })
})

test('an upvote given elsewhere meanwhile is reported, and shown on the button', async () => {
  const { page, user, text, submit } = await ask(/^Upvote \d/, 'Why do you recommend this tool?')
  await fill(user, await text(), 'The second one.')
  breakCalls('POST tool_upvotes', 409, { code: '23505', message: 'duplicate key' })
  answer('rpc/list_my_marks', () => UPVOTED)
  answer('tool_upvotes', () => [
    { reason: 'The first one.', created_at: DAY, flag_status: null, upvote_appeals: null },
  ])
  await submit()
  await page.findByText('You have already upvoted this tool')
  expect((await text()).value).toBe('The second one.')
  await user.keyboard('{Escape}')
  await page.findByRole('button', { name: /^Upvoted \d/ })
})

test('an upvote succeeds even if the new count cannot be read: it is refetched later', async () => {
  const { page, user, text, submit } = await ask(/^Upvote \d/, 'Why do you recommend this tool?')
  await fill(user, await text(), 'Counts all the same.')
  breakCalls('tools', null)
  answer('rpc/list_my_marks', () => UPVOTED)
  await submit()
  await page.findByText('Thanks for upvoting Whisper!')
  await page.findByRole('button', { name: /^Upvoted 1/ })
})

test('the reason of an upvote is needed and limited to 200 characters, an emoji being one', async () => {
  const { user, dialog, text, submit } = await ask(/^Upvote \d/, 'Why do you recommend this tool?')
  await fill(user, await text(), '   ')
  await submit()
  await (await dialog()).findByText('Please provide a reason for your upvote')
  await fill(user, await text(), '🎨'.repeat(230))
  expect((await text()).value).toBe('🎨'.repeat(200))
  const counter = (await dialog()).getByText('200/200 characters')
  expect((await text()).getAttribute('aria-describedby')?.split(' ')).toContain(counter.id)
})

test('near its end the counter warns, aloud in steps', async () => {
  const { user, dialog, text } = await ask(/^Upvote \d/, 'Why do you recommend this tool?')
  const said = async (length: number) => {
    await fill(user, await text(), 'x'.repeat(length))
    return (await dialog()).getByRole('status').textContent
  }
  expect(await said(179)).toBe('')
  expect(await said(180)).toBe('20 characters left at most')
  expect(await said(189)).toBe('20 characters left at most')
  expect(await said(190)).toBe('10 characters left at most')
  expect(await said(200)).toBe('No characters left')
  expect((await dialog()).getByText('200/200 characters').className).toContain('text-bad')
})

test('a report needs a reason', async () => {
  const { user, dialog, text, submit } = await ask(/^Flag$/, 'Flag this recommendation?')
  expect((await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Submit' }).disabled).toBe(true)
  await fill(user, await text(), '  \n ')
  await submit()
  await (await dialog()).findByText('Please provide a reason for flagging this content')
  await fill(user, await text(), '🚩'.repeat(1001))
  await submit()
  await (await dialog()).findByText('Reason must be 1000 characters or less')
})

test.each([
  ['a second time', 409, { code: '23505', message: 'duplicate' }, 'You have already reported this'],
  [
    'about something removed meanwhile',
    403,
    { code: '42501', message: 'new row violates' },
    'This is no longer shown: it was reported before, or removed.',
  ],
])('a report %s is told and ends', async (_what, status, body, message) => {
  const { page, user, text, submit, gone } = await ask(/^Flag$/, 'Flag this recommendation?')
  await fill(user, await text(), 'Spam.')
  breakCalls('POST upvote_flags', status, body)
  await submit()
  await page.findByText(message)
  await gone()
})

test('a tool saved before the page’s marks are read: it shows at once, the other marks follow', async () => {
  const readFirst = hold('rpc/list_my_marks')
  const { page, user } = open('/tools/whisper')
  await waitFor(() => expect(calls).toContain('POST rpc/list_my_marks'))
  const save = hold('rpc/set_saved')
  answer('rpc/set_saved', () => null)
  await user.click(await page.findByRole('button', { name: 'Save Whisper' }))
  await page.findByRole('button', { name: 'Saved Whisper' })
  readFirst()
  answer('rpc/list_my_marks', () => [{ tool_id: 't1', is_upvoted: true, is_saved: true, is_made: false }])
  save()
  await page.findByRole('button', { name: /^Upvoted \d/ })
  await page.findByRole('button', { name: 'Saved Whisper' })
})

test('a tool that could not be saved says so, and its mark goes back', async () => {
  breakCalls('rpc/set_saved', 500)
  const { page, user } = open('/tools/whisper')
  await user.click(await page.findByRole('button', { name: 'Save Whisper' }))
  await page.findByText('Failed to save. Please try again.')
  await page.findByRole('button', { name: 'Save Whisper' })
})

test.each([
  ['all', 1, [], '1 recommendation is hidden while a moderator reviews a report.'],
  ['some', 3, [{ ...THEIRS, hidden: 2 }], '2 recommendations are hidden while a moderator reviews reports.'],
])(
  'more upvotes than recommendations to read are explained: %s',
  async (_, upvote_count, rows, explained) => {
    answer('tools', () => [{ ...TOOL, upvote_count }])
    answer('rpc/list_recommendations', () => rows)
    const { page } = open('/tools/whisper')
    await page.findByText(explained)
    expect(page.queryByText(/^No recommendations yet/)).toBeNull()
  },
)
