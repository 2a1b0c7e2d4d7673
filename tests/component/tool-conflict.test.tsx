import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { CATEGORIES, fill, serveTool, storedTool, type ToolCall } from '../support/forms.ts'
import { answer, breakCalls, calls, hold, open, restore } from '../support/render-site.tsx'

/** Two administrators editing the same tool. Contract tests cover the detection; this the dialog. */

const EDIT = '/admin/tools/edit/t1'
const CHANGED = { code: 'PT409', message: 'The tool was changed' }

let saved: ToolCall[]
beforeEach(() => {
  saved = serveTool()
})

/** From now on the tool is as the other administrator saved it, and the next save is refused. */
function saveAsOther(changes: Partial<typeof storedTool>, categories = CATEGORIES.slice(1, 2)) {
  answer('tools', () => [{ ...storedTool, ...changes, updated_at: 'later' }])
  answer('tool_categories', () => categories.map((one) => ({ category_id: one.id, categories: one })))
  breakCalls('rpc/save_tool', 409, CHANGED)
}

async function openForm() {
  const { page, user } = open(EDIT)
  await page.findByLabelText('Name')
  const press = () => user.click(page.getByRole('button', { name: 'Update Tool' }))
  const question = async () =>
    within(await page.findByRole('dialog', { name: 'Someone else saved this tool' }))
  return { page, user, press, question }
}

test('the second chooses field by field, and both changes are kept', async () => {
  const { page, user, press, question } = await openForm()
  await fill(user, page.getByLabelText('Name'), 'My name')
  await fill(user, page.getByLabelText('Description'), 'My words.')
  saveAsOther({ name: 'Their name', short_description: 'Their words.', featured: true }, CATEGORIES.slice(2))
  await press()
  const dialog = await question()
  const version = (label: string, text: RegExp) =>
    within(dialog.getByRole('group', { name: label })).getByRole<HTMLInputElement>('radio', { name: text })
  expect(version('Name', /^Yours\s*My name/).checked).toBe(true)
  expect(version('Description', /^Yours\s*My words/).checked).toBe(true)
  expect(version('Featured', /^Theirs, saved now\s*Yes/).checked).toBe(true)
  expect(version('Categories', /^Theirs, saved now\s*Video/).checked).toBe(true)
  expect(version('Categories', /^Yours\s*Music/).checked).toBe(false)
  expect(dialog.getAllByRole('group')).toHaveLength(4)
  await user.click(version('Description', /^Theirs/))
  restore('rpc/save_tool')
  await user.click(dialog.getByRole('button', { name: 'Save these choices' }))
  await page.findByText('Tool updated successfully')
  expect(saved).toMatchObject([
    {
      ...{ name: 'My name', short_description: 'Their words.', featured: true, category_ids: ['video'] },
      ...{ tool_id: 't1', known_updated_at: 'later' },
    },
  ])
})

test('going back to the form keeps what was typed; a third save is noticed too', async () => {
  const { page, user, press, question } = await openForm()
  await fill(user, page.getByLabelText('Name'), 'My name')
  saveAsOther({ name: 'Their name' })
  await press()
  await user.click((await question()).getByRole('button', { name: 'Back to the form' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('My name')
  expect(saved).toEqual([])

  await press()
  const dialog = await question()
  saveAsOther({ name: 'Their name', short_description: 'Once more.' })
  await user.click(dialog.getByRole('button', { name: 'Save these choices' }))
  await waitFor(async () =>
    expect((await question()).getByRole('group', { name: 'Description' })).toBeTruthy(),
  )
  restore('rpc/save_tool')
  await user.click((await question()).getByRole('button', { name: 'Save these choices' }))
  await page.findByText('Tool updated successfully')
  expect(saved).toMatchObject([{ name: 'My name', short_description: 'Once more.' }])
})

test('nothing can be typed until the other version is read: it would be lost', async () => {
  const { page, user, press, question } = await openForm()
  const name = page.getByLabelText('Name')
  await fill(user, name, 'My name')
  saveAsOther({ name: 'Their name' })
  const release = hold('GET tools')
  calls.length = 0
  await press()
  await waitFor(() => expect(calls).toContain('GET tools'))
  expect(name.matches(':disabled')).toBe(true)
  release()
  const dialog = await question()
  expect(name.matches(':disabled')).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Back to the form' }))
  const save = page.getByRole('button', { name: 'Update Tool' })
  await waitFor(() => expect(document.activeElement).toBe(save))
})

test('the same change by both is no conflict', async () => {
  const { page, user, press } = await openForm()
  await fill(user, page.getByLabelText('Name'), 'Same name')
  saveAsOther({ name: 'Same name' })
  await press()
  await page.findByText('Tool updated successfully')
  expect(page.queryByRole('dialog')).toBeNull()
})

test('the order of the categories alone is a change', async () => {
  const inOrder = (...names: string[]) =>
    names.flatMap((name) => CATEGORIES.filter((one) => one.name === name))
  saveAsOther({}, CATEGORIES)
  restore('rpc/save_tool')
  const { page, user, press, question } = await openForm()
  await user.click(page.getByRole('button', { name: 'Move Video up' }))
  saveAsOther({}, inOrder('Video', 'Music', 'Coding'))
  answer('tools', () => [{ ...storedTool, updated_at: 'later still' }])
  await press()
  const dialog = await question()
  await user.click(dialog.getByRole('radio', { name: /^Theirs, saved now\s*Video, Music, Coding/ }))
  restore('rpc/save_tool')
  await user.click(dialog.getByRole('button', { name: 'Save these choices' }))
  await page.findByText('Tool updated successfully')
  expect(saved).toMatchObject([{ category_ids: ['video', 'music', 'coding'] }])
})
