import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fill, fillTool, serveTool, type ToolCall } from '../support/forms.ts'
import { open } from '../support/render-site.tsx'

/** Sections 2 and 5, the tool form: messages of each field, and unsaved text when leaving. */

const NEW = '/admin/tools/new'

let saved: ToolCall[]
beforeEach(() => {
  saved = serveTool()
})

test('each mistake is said at its field, and nothing is sent', async () => {
  const { page, user } = open(NEW)
  const press = async () => user.click(await page.findByRole('button', { name: 'Create Tool' }))
  const field = (label: string) => page.getByLabelText<HTMLInputElement>(label)
  await press()
  for (const message of [
    'Name is required',
    'Slug is required',
    'Description is required',
    'Must be a valid URL',
  ])
    await page.findByText(message)
  expect(document.activeElement).toBe(field('Name'))

  await fill(user, field('Name'), '日本 ★')
  expect(field('Slug').value).toBe('')
  await waitFor(() => expect(page.queryByText('Name is required')).toBeNull())
  expect(page.getByText('Slug is required')).toBeTruthy()
  await fill(user, field('Slug'), 'nihon')
  await waitFor(() => expect(page.queryByText('Slug is required')).toBeNull())

  for (const [label, typed, message] of [
    ['Name', ' \u00a0 ', 'Name is required'],
    ['Name', 'x'.repeat(201), 'Name must be 200 characters or less'],
    ['Slug', 'Not a slug', 'Slug must contain only lowercase letters, numbers, and hyphens'],
    ['Slug', 'x'.repeat(201), 'Slug must be 200 characters or less'],
    ['Description', '   ', 'Description is required'],
    ['Description', '😀'.repeat(501), 'Description must be less than 500 characters'],
    ['Website URL', 'example.org', 'Must be a valid URL'],
    ['Website URL', 'javascript:alert(1)', 'Must be a valid URL'],
    ['Website URL', 'ftp://example.org', 'Must be a valid URL'],
    ['Website URL', 'https://good.example@evil.example', 'Must be a valid URL'],
    ['Website URL', 'https://', 'Must be a valid URL'],
  ] as const) {
    await fill(user, field(label), typed)
    await press()
    const said = await page.findByText(message)
    expect(field(label).value).toBe(typed)
    expect(field(label).getAttribute('aria-describedby')?.split(' ')).toContain(said.id)
  }
  await fill(user, field('Description'), ` ${'😀'.repeat(500)} `)
  await waitFor(() => expect(page.queryByText('Description must be less than 500 characters')).toBeNull())
  expect(field('Description').closest('div')?.textContent).toContain('500/500 characters')
  expect(saved).toEqual([])
})

test('the slug follows the name until it is edited by hand', async () => {
  const { page, user } = open(NEW)
  const slug = await page.findByLabelText<HTMLInputElement>('Slug')
  const name = page.getByLabelText('Name')
  await user.type(name, 'Notebook LM++')
  expect(slug.value).toBe('notebook-lm')
  await fill(user, name, '★★★')
  expect(slug.value).toBe('')
  await page.findByText('No slug can be made of this name. Please type one.')
  await fill(user, name, 'Again')
  expect(slug.value).toBe('again')
  await fill(user, slug, 'by-hand')
  await fill(user, name, 'Another')
  expect(slug.value).toBe('by-hand')
})

test('the slug of an existing tool does not follow', async () => {
  const { page, user } = open('/admin/tools/edit/t1')
  await fill(user, await page.findByLabelText('Name'), 'Renamed')
  expect(page.getByLabelText<HTMLInputElement>('Slug').value).toBe('whisper')
})

test('the list of categories says when nothing matches, and a second choice removes', async () => {
  const { page, user } = open(NEW)
  const field = await page.findByLabelText('Categories')
  await user.type(field, 'nothing is called this')
  await page.findByText('No categories found')
  await fill(user, field, 'Video')
  const option = await page.findByRole('option', { name: 'Video' })
  await user.click(option)
  expect(page.getByRole('button', { name: 'Remove Video' })).toBeTruthy()
  await user.click(option)
  expect(page.queryByRole('button', { name: 'Remove Video' })).toBeNull()
  await user.click(page.getByLabelText('Name'))
  await waitFor(() => expect(page.queryByRole('listbox')).toBeNull())
})

test('leaving with unsaved changes asks first; Cancel leaves when nothing is typed', async () => {
  const { page, user, router } = open(NEW)
  await user.click(await page.findByRole('button', { name: 'Cancel' }))
  await page.findByRole('heading', { level: 2, name: 'Tools' })
  router.history.back()
  await fill(user, await page.findByLabelText('Name'), 'Not saved')
  await user.click(page.getByRole('button', { name: 'Cancel' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Leave without saving?' }))
  await user.click(dialog.getByRole('button', { name: 'Stay' }))
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
  expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('Not saved')
  await user.click(page.getByRole('button', { name: 'Cancel' }))
  const again = within(await page.findByRole('dialog', { name: 'Leave without saving?' }))
  await user.click(again.getByRole('button', { name: 'Leave' }))
  await page.findByRole('heading', { level: 2, name: 'Tools' })
})

test('leaving right after saving does not ask about unsaved changes', async () => {
  const { page, user, router } = open(NEW)
  await fillTool(page, user)
  const { promise: onTheWay, resolve } = Promise.withResolvers<void>()
  router.history.subscribe(({ location }) => location.pathname === '/admin/tools' && resolve())
  await user.click(page.getByRole('button', { name: 'Create Tool' }))
  await onTheWay
  // The form is still mounted.
  void router.navigate({ to: '/terms' })
  await page.findByRole('heading', { level: 1, name: 'Terms & Conditions' })
  expect(saved).toHaveLength(1)
})
