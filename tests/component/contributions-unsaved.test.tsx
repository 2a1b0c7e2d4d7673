import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { CATEGORIES, fill, storedTool } from '../support/forms.ts'
import { answer, open, type Page, signIn } from '../support/render-site.tsx'

/** What a member has typed to send in is not lost by a link: the page asks first. */

const OWN = {
  ...{ id: 'c1', state: 'waiting', subject: 'Quill', tool_id: null, tool_name: null, tool_slug: null },
  ...{ base: {}, category_names: {}, problem: null, note: null, is_named: true, is_changed: false },
  ...{ reason: null, created_at: '2026-01-01T00:00:00Z', decided_at: null, logo: null },
  proposed: { name: 'Quill', short_description: 'Writes.', website_url: 'https://quill.example/' },
}
const ofTool = { tool_id: 't1', tool_name: 'Whisper', tool_slug: 'whisper' }

beforeEach(() => {
  signIn()
  answer('tools', () => [storedTool])
  answer('tool_categories', () => [])
  answer('categories', () => CATEGORIES)
  answer('rpc/list_my_claims', () => [])
  answer('rpc/list_category_samples', () => [])
})

async function leave(page: Page, user: ReturnType<typeof open>['user'], name = 'Categories') {
  const [link] = page.getAllByRole('link', { name })
  await user.click(link ?? document.body)
}

test.each([
  ['a submission that is changed', '/submit?edit=c1', { kind: 'submission' }, 'Name'],
  ['its note', '/submit?edit=c1', { kind: 'submission' }, /^Note/],
  ['a correction that is changed', '/suggest/whisper?edit=c1', { ...ofTool, kind: 'correction' }, 'Name'],
  ['the note of a correction', '/suggest/whisper', ofTool, /^Note/],
  ['a problem', '/suggest/whisper?about=problem', ofTool, /^Note/],
])('%s', async (_what, path, own, label) => {
  answer('rpc/list_my_contributions', () => [{ ...OWN, proposed: {}, ...own }])
  const { page, user, router } = open(path)
  await waitFor(() => expect(shown(page, label)).toHaveLength(1))
  await fill(user, shown(page, label)[0] ?? document.body, 'Typed with care.')
  await leave(page, user)
  await page.findByRole('dialog', { name: 'Leave without saving?' })
  await user.click(page.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(page.queryByRole('dialog', { name: 'Leave without saving?' })).toBeNull())
  expect(shown(page, label)[0]).toHaveProperty('value', 'Typed with care.')
  await leave(page, user)
  await user.click(await page.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/categories'))
})

/** The fields with this label, without those of a hidden form. */
const shown = (page: Page, label: string | RegExp) =>
  page.queryAllByLabelText(label).filter((field) => !field.closest('[hidden]'))

test('another submission counts as leaving; cancelling a change says nothing of sending', async () => {
  answer('rpc/list_my_contributions', () => [{ ...OWN, kind: 'submission' }])
  answer('rpc/list_my_claims', () => [])
  const { page, user, router } = open('/submit?edit=c1')
  await fill(user, await page.findByLabelText('Name'), 'Quill Two')
  await user.click(page.getAllByRole('link', { name: /^Submit/ })[0] ?? document.body)
  await user.click(await page.findByRole('button', { name: 'Stay' }))
  await fill(user, page.getByLabelText('Name'), 'Quill')
  await user.click(page.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(router.state.location.href).toBe('/profile?tab=submissions'))
  expect(page.queryByText(/^Thank you/)).toBeNull()
})
