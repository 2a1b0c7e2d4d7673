import { waitFor, within } from '@testing-library/react'
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

test('an icon that could not be decided stays selected, and others beside one that was', async () => {
  const icon = { origin: null, picture: 'iVBORw0KGgo=', website_url: 'https://quill.example/' }
  answer('rpc/get_icon_status', () => ({ without_logo: 2, due: 0, empty: 0, waiting: 2 }))
  answer('rpc/list_suggested_icons', () => NAMES.slice(0, 2).map((name) => ({ ...icon, id: name, name })))
  const { page, user } = open('/admin/tools/icons')
  for (const name of ['Ada', 'Babbage'])
    await user.click(await page.findByRole('checkbox', { name: `Select ${name}` }))
  const bar = within(await page.findByRole('region', { name: 'Selected' }))
  breakCalls('rpc/decide_icons', 500)
  await user.click(bar.getByRole('button', { name: 'Decline' }))
  await page.findByText('Failed to decide about the icons')
  page.getByText('2 selected')
  restore('rpc/decide_icons')
  answer('rpc/decide_icons', () => [{ tool_id: 'Ada', outcome: 'done' }])
  await user.click(page.getByRole('button', { name: 'Decline the icon of Ada' }))
  await page.findByText('1 selected')
})

test('links that could not be checked again stay selected', async () => {
  const link = { leads_to: null, reason: '404', took_ms: null, failed_days: 3, is_dead: true, is_due: false }
  answer('rpc/get_link_status', () => ({
    ...{ is_on: true, tools: 2, due: 0, dead: 2, moved: 0, slow: 0, refused: 0, last_at: null },
  }))
  answer('rpc/list_link_checks', () =>
    NAMES.slice(0, 2).map((name) => ({
      ...{ ...link, id: name, name, slug: name, logo: null, website_url: 'https://quill.example/' },
      ...{ checked_at: '2026-01-01T00:00:00Z', total: 2 },
    })),
  )
  const { page, user } = open('/admin/tools/links')
  await user.click(await page.findByRole('checkbox', { name: 'Select Ada' }))
  const bar = within(await page.findByRole('region', { name: 'Selected' }))
  breakCalls('rpc/check_links_again', 500)
  await user.click(bar.getByRole('button', { name: 'Check again' }))
  await page.findByText('The check could not be asked for. Please try again.')
  page.getByText('1 selected')
  restore('rpc/check_links_again')
  answer('rpc/check_links_again', () => 1)
  await user.click(bar.getByRole('button', { name: 'Check again' }))
  await waitFor(() => expect(page.queryByRole('region', { name: 'Selected' })).toBeNull())
})
