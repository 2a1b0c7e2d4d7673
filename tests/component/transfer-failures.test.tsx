import { waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answer, breakCalls, calls, open, signInAsAdministrator } from '../support/render-site.tsx'

/** Import & export: invalid files, interrupted responses, and a stopped preview. */

type Reply = (request: FakeRequest) => void

/** Replaces XMLHttpRequest, which in jsdom would contact a real server. */
class FakeRequest {
  static replies: Reply[] = []
  static opened: string[] = []
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = { onprogress: null }
  status = 0
  responseText = ''
  onprogress: (() => void) | null = null
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onabort: (() => void) | null = null
  open(_method: string, address: string) {
    FakeRequest.opened.push(address)
  }
  setRequestHeader() {}
  getResponseHeader() {
    return null
  }
  abort() {
    this.onabort?.()
  }
  send() {
    const reply = FakeRequest.replies.shift()
    queueMicrotask(() => reply?.(this))
  }
}

const reply =
  (status: number, text: string): Reply =>
  (request) => {
    Object.assign(request, { status, responseText: text })
    request.onload?.()
  }
const cutOff: Reply = (request) => request.onerror?.()
const never: Reply = () => undefined

const none = {
  updated: 0,
  unchanged: 0,
  rejected: 0,
  categoryRows: 0,
  newCategories: 0,
  changedCategories: 0,
}
const done = reply(
  200,
  `${JSON.stringify({ type: 'done', digest: 'd', counts: { ...none, rows: 1, created: 1 } })}\n`,
)

beforeEach(() => {
  FakeRequest.replies = []
  FakeRequest.opened = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  signInAsAdministrator()
  answer('rpc/list_admin_tools', () => [])
})

async function choose(file: File, ...replies: Reply[]) {
  FakeRequest.replies = replies
  const { page } = open('/admin/transfer')
  const user = userEvent.setup({ applyAccept: false })
  const chooser = await page.findByLabelText<HTMLInputElement>('Catalogue file')
  const pick = (next: File) => user.upload(chooser, next)
  await pick(file)
  return { page, user, chooser, pick }
}
const catalogue = () => new File(['{}\n'], 'tools.jsonl')

test('an invalid file is reported where it is chosen, and not sent', async () => {
  const { page, chooser, pick } = await choose(new File(['PK'], 'tools.ods'))
  await page.findByText('Choose a file whose name ends with .jsonl, .ndjson, .csv, .tsv or .xlsx')
  expect(chooser.getAttribute('aria-invalid')).toBe('true')
  await pick(new File([], 'empty.csv'))
  await page.findByText('The file is empty')
  const large = new File(['x'], 'large.csv')
  Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 + 1 })
  await pick(large)
  await page.findByText('The file is larger than 50 MB')
  expect(FakeRequest.opened).toEqual([])
})

const UNREADABLE = 'The server sent an answer that cannot be read. Please try again.'
const CUT_SHORT = 'The connection ended before the server had finished. Please try again.'

describe('a check that fails may be tried again', () => {
  test.each([
    [
      'in the words of the server',
      reply(400, JSON.stringify({ message: 'x is not UTF-8 text' })),
      'x is not UTF-8 text',
    ],
    ['with a gateway’s own page', reply(502, '<html>'), 'Something went wrong. Please try again.'],
    ['without an answer', cutOff, 'We could not reach the server. Check your connection and try again.'],
    ['by an answer that is no event', reply(200, 'not json\n'), UNREADABLE],
    ['by an event nobody knows', reply(200, '{"type":"?"}\n'), UNREADABLE],
    ['by an answer that ends too early', reply(200, ''), CUT_SHORT],
    ['by an answer that ends within a line', reply(200, '{"type":"do'), CUT_SHORT],
  ])('%s', async (_how, failing, message) => {
    const { page, user } = await choose(catalogue(), failing, done)
    expect((await page.findByRole('alert')).textContent).toBe(message)
    expect(page.queryByText(/rows? read|New|Unchanged/), 'no counts of nothing').toBeNull()
    expect(document.activeElement).toBe(page.getByRole('heading', { name: 'The file could not be checked' }))
    await user.click(page.getByRole('button', { name: 'Try again' }))
    await page.findByRole('heading', { name: 'What would change' })
  })
})

test('a chosen category can be taken back, and is not chosen for the next file', async () => {
  const near = { type: 'near', near: [{ given: 'Codng', proposal: 'Coding', rows: 1 }] }
  const counts = { ...none, rows: 1, created: 1 }
  const events = [near, { type: 'done', digest: 'd', counts }].map((event) => `${JSON.stringify(event)}\n`)
  const checked = reply(200, events.join(''))
  const { page, user } = await choose(catalogue(), checked, done, checked, done, done)
  const sent = () => new URL(FakeRequest.opened.at(-1) ?? '', location.origin).searchParams.get('settings')
  await user.click(await page.findByRole('button', { name: 'Use “Coding”' }))
  const undo = await page.findByRole('button', { name: 'Undo', description: 'Codng read as “Coding”' })
  expect(sent()).toContain('"categories":{"Codng":"Coding"}')
  await user.click(undo)
  await user.click(await page.findByRole('button', { name: 'Use “Coding”' }))
  await page.findByRole('button', { name: 'Undo' })
  await user.click(page.getByRole('button', { name: 'Choose another file' }))
  await user.upload(await page.findByLabelText('Catalogue file'), catalogue())
  await page.findByRole('heading', { name: 'What would change' })
  expect(sent()).not.toContain('Codng')
})

test('accepting all proposals keeps what was typed, and fills the rest of its row', async () => {
  const values = { name: 'Quill', short_description: 'Writes.', website_url: 'quill', slug: 'Quill' }
  const rejection = {
    ...{ line: 1, reason: 'No address', reasons: [{ code: 'invalidUrl' }, { code: 'slugPattern' }] },
    ...{ values, proposals: { website_url: 'https://quill.example/', slug: 'quill' } },
  }
  const counts = { ...none, rows: 1, created: 0, rejected: 1 }
  const events = [
    { type: 'rejected', rejections: [rejection] },
    { type: 'done', digest: 'd', counts },
  ]
  const checked = reply(200, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
  const { page, user } = await choose(catalogue(), checked)
  const slug = await page.findByLabelText<HTMLInputElement>('Slug')
  await user.clear(slug)
  await user.type(slug, 'quills')
  await user.click(page.getByRole('button', { name: 'Accept all proposals' }))
  expect(page.getByLabelText<HTMLInputElement>('Website').value).toBe('https://quill.example/')
  expect(slug.value).toBe('quills')

  // Neither another file nor another way to read this one takes it away without a question.
  for (const name of ['Choose another file', 'Overwrite']) {
    await user.click(page.getByRole('button', { name }))
    await user.click(await page.findByRole('button', { name: 'Stay' }))
    expect(page.getByLabelText<HTMLInputElement>('Slug').value).toBe('quills')
  }
  await user.click(page.getByRole('button', { name: 'Choose another file' }))
  await user.click(await page.findByRole('button', { name: 'Leave' }))
  await page.findByLabelText('Catalogue file')
})

test('a stopped check ends at once', async () => {
  const { page, user } = await choose(catalogue(), never, done)
  await user.click(await page.findByRole('button', { name: 'Stop' }))
  expect((await page.findByRole('alert')).textContent).toBe('The check was stopped. Nothing was changed.')
  await user.click(page.getByRole('button', { name: 'Try again' }))
  await page.findByRole('heading', { name: 'What would change' })
  expect(FakeRequest.opened).toHaveLength(2)
})

test('an interrupted import counts nothing, because nothing is kept, and can be retried', async () => {
  const counts = { ...none, rows: 1, created: 1 }
  const failed = { type: 'failed', status: 503, message: 'The database went away', counts }
  const { page, user } = await choose(catalogue(), done, reply(200, `${JSON.stringify(failed)}\n`), done)
  await user.click(await page.findByRole('button', { name: 'Import' }))
  expect((await page.findByRole('alert')).textContent).toBe('The database went away')
  expect(page.getByRole('heading', { name: 'The import did not finish' })).toBeTruthy()
  expect(page.queryByText(/rows? read|New|Unchanged/)).toBeNull()
  await user.click(page.getByRole('button', { name: 'Try again' }))
  await page.findByRole('heading', { name: 'Imported' })
  expect(FakeRequest.opened.map((address) => /v1\/(\w+)/.exec(address)?.[1])).toEqual([
    'preview',
    'import',
    'import',
  ])
})

test('an import in progress shows how far it is, asks before one leaves, and can be stopped', async () => {
  const progress = { type: 'progress', done: 0.5, counts: { ...none, rows: 2000, created: 2000 } }
  const halfway: Reply = (request) => {
    request.upload.onprogress?.({ loaded: 1, total: 1 })
    Object.assign(request, { status: 200, responseText: `${JSON.stringify(progress)}\n` })
    request.onprogress?.()
  }
  const { page, user } = await choose(catalogue(), done, halfway, done)
  await user.click(await page.findByRole('button', { name: 'Import' }))
  const bar = await page.findByRole('progressbar', { name: 'Importing the file' })
  await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe('55%, 2,000 rows read'))
  await user.click(page.getByRole('tab', { name: 'Categories' }))
  const question = within(await page.findByRole('dialog', { name: 'Leave and stop the import?' }))
  await user.click(question.getByRole('button', { name: 'Stay' }))
  await user.click(page.getByRole('button', { name: 'Stop' }))
  expect((await page.findByRole('alert')).textContent).toBe('The import was stopped. Nothing was imported.')
  await user.click(page.getByRole('button', { name: 'Try again' }))
  await page.findByRole('heading', { name: 'Imported' })
})

test('signing out goes on when the import ends before the question about it is answered', async () => {
  let end = () => undefined as unknown
  const pending: Reply = (request) => {
    end = () => done(request)
  }
  const { page, user } = await choose(catalogue(), done, pending)
  await user.click(await page.findByRole('button', { name: 'Import' }))
  await page.findByRole('progressbar', { name: 'Importing the file' })
  breakCalls('/auth/v1/logout', 500)
  const signOut = page.getByRole<HTMLButtonElement>('button', { name: 'Sign out' })
  await user.click(signOut)
  await page.findByRole('dialog', { name: 'Leave and stop the import?' })
  end()
  await page.findByRole('heading', { name: 'Imported' })
  await waitFor(() => expect(calls).toContain('POST /auth/v1/logout'))
  await waitFor(() => expect(signOut.disabled).toBe(false))
})

const loseRight = () => {
  answer('rpc/is_admin', () => false)
  for (const read of ['rpc/list_tools', 'tools', 'categories']) answer(read, () => [])
  answer('rpc/count_tools', () => 0)
}
const counts = { ...none, rows: 1, created: 1 }

test.each([
  ['before the first row', reply(403, JSON.stringify({ message: 'permission denied' }))],
  [
    'during the import',
    reply(200, `${JSON.stringify({ type: 'failed', status: 403, message: 'permission denied', counts })}\n`),
  ],
])('a person who loses the right %s is told, and redirected home', async (_when, refusal) => {
  const refused: Reply = (request) => {
    loseRight()
    refusal(request)
  }
  const { page, user } = await choose(catalogue(), done, refused)
  await user.click(await page.findByRole('button', { name: 'Import' }))
  await page.findByText('You are no longer an administrator.')
  await page.findByRole('heading', { level: 1, name: 'Discover AI Tools' })
})

test('a download that fails says so', async () => {
  breakCalls('/transfer/v1/catalogue.csv', null)
  const { page, user } = open('/admin/transfer')
  await user.click(await page.findByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(page.getByRole('alert').textContent).toContain('We could not reach the server'))
})
