import { within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, calls, open, signInAsAdministrator } from '../support/render-site.tsx'

/** The audit log: where its names lead, and what it undoes. */

const entry = (id: number, changes: object) => ({
  ...{
    id,
    created_at: '2026-01-03T00:00:00Z',
    actor_id: 'a',
    actor: 'ann',
    action: 'insert',
    row_id: `r${id}`,
  },
  ...{ before: null, after: null, names: null, subject: null, subject_slug: null, origin: null },
  ...changes,
})

beforeEach(() => {
  signInAsAdministrator()
  answer('rpc/list_audit_actors', () => [])
})

test('a merged category leads to the category that was kept', async () => {
  const merged = (id: number, kind: string, name: string) =>
    entry(id, {
      table_name: 'merges',
      after: { kind, gone_name: `${name} Two`, kept_name: name },
      ...{ subject: name, subject_slug: name.toLowerCase() },
    })
  answer('rpc/list_audit_log', () => [merged(2, 'categories', 'Coding'), merged(1, 'tools', 'Whisper')])
  const { page } = open('/admin/audit')
  const links = await page.findAllByRole('link', { name: /^(Coding|Whisper)$/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/categories/coding', '/tools/whisper'])
})

test('an import is undone in the log only after a question', async () => {
  answer('rpc/list_audit_log', () => [
    entry(1, { table_name: 'catalogue_imports', action: 'update', after: { rows: 1, created: 1 } }),
  ])
  answer('/transfer/v1/undo', () => ({ deleted: 1, restored: 0, kept: 0 }))
  const { page, user } = open('/admin/audit')
  await user.click(await page.findByRole('button', { name: 'Undo import' }))
  const question = within(await page.findByRole('dialog', { name: 'Undo this import?' }))
  expect(calls).not.toContain('POST /transfer/v1/undo')
  await user.click(question.getByRole('button', { name: 'Undo import' }))
  await page.findByText(/^Import undone: 1 deleted/)
  expect(page.queryByRole('dialog')).toBeNull()
})
