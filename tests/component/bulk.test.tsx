import { within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakCalls, calls, open, restore, signInAsAdministrator } from '../support/render-site.tsx'

/** Several tools changed at once in the administrator's list. */

const NAMES = ['Ada', 'Babbage', 'Curie', 'Darwin']
let sent: Record<string, unknown>[]
let featured: string[]

beforeEach(() => {
  signInAsAdministrator()
  sent = []
  featured = ['Curie']
  answer('rpc/list_admin_tools', () =>
    NAMES.map((name) => ({
      ...{ id: name.toLowerCase(), name, slug: name.toLowerCase(), category_name: null, logo: null },
      ...{ featured: featured.includes(name), upvote_count: 3, total: NAMES.length },
    })),
  )
  answer('categories', () => [{ id: 'c1', name: 'Science' }])
})

async function select(...names: string[]) {
  const { page, user } = open('/admin/tools')
  const box = (name: string) => page.findByRole('checkbox', { name: `Select ${name}` })
  for (const name of names) await user.click(await box(name))
  return { page, user, box, bar: within(await page.findByRole('region', { name: 'Selected' })) }
}

test('with the shift key all rows between are selected, or not any more', async () => {
  const { page, user, box, bar } = await select('Ada')
  await user.keyboard('{Shift>}')
  await user.click(await box('Curie'))
  bar.getByText('3 selected')
  await user.click(await box('Babbage'))
  await user.keyboard('{/Shift}')
  bar.getByText('1 selected')
  await user.click(bar.getByRole('button', { name: 'Select all 4' }))
  bar.getByText('4 selected')
  await user.click(bar.getByRole('button', { name: 'Clear selection' }))
  expect(page.queryByRole('region', { name: 'Selected' })).toBeNull()
  expect(document.activeElement).toBe(page.getByRole('heading', { level: 2, name: 'Tools' }))
})

test('featuring is undone for those it changed alone', async () => {
  const { page, user, bar } = await select('Ada', 'Curie')
  answer('PATCH tools', (body) => {
    sent.push(body)
    return [{ id: 'ada' }]
  })
  await user.click(bar.getByRole('button', { name: 'Feature' }))
  await page.findByText('Changed: 1')
  await user.click(page.getByRole('button', { name: 'Undo' }))
  await page.findAllByText('Changed: 1')
  expect(sent).toEqual([{ featured: true }, { featured: false }])
})

test('a category is added to those that are not in it', async () => {
  const { page, user, bar } = await select('Ada', 'Babbage')
  answer('GET tool_categories', () => [{ tool_id: 'ada' }])
  answer('POST tool_categories', (body) => {
    sent.push(body)
    return [{ tool_id: 'babbage' }]
  })
  const add = bar.getByRole<HTMLButtonElement>('button', { name: 'Add to category' })
  expect(add.disabled).toBe(true)
  await bar.findByRole('option', { name: 'Science' })
  await user.selectOptions(bar.getByRole('combobox', { name: 'Category' }), 'Science')
  await user.click(add)
  await page.findByText('Changed: 1')
  expect(sent).toEqual([[{ tool_id: 'babbage', category_id: 'c1' }]])
})

test('a deletion asks first, says what goes with them, and is done once', async () => {
  const { page, user, bar } = await select('Ada', 'Babbage')
  answer('DELETE tools', () => [
    { id: 'ada', logo: null },
    { id: 'babbage', logo: null },
  ])
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  const dialog = within(await page.findByRole('alertdialog'))
  dialog.getByText('Are you sure you want to delete 2 tools?')
  dialog.getByText('6 recommendations are deleted with them. This action cannot be undone.')
  expect(calls).not.toContain('DELETE tools')
  breakCalls('DELETE tools', 500)
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await page.findByText('Failed to delete tool')
  bar.getByText('2 selected')
  breakCalls('DELETE tools', null)
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await page.findByText('Failed to complete delete operation')
  restore('DELETE tools')
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  await user.click(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await page.findByText('Deleted: 2')
  expect(page.queryByRole('region', { name: 'Selected' })).toBeNull()
})
