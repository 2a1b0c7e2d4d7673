import { waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fill } from '../support/forms.ts'
import { answer, breakCalls, open, restore, signInAsAdministrator } from '../support/render-site.tsx'

/** Sections 2, 5 and 8, the category form: errors, failures, and a category changed or deleted meanwhile. */

const NEW = '/admin/categories/new'
const EDIT = '/admin/categories/edit/c1'
const STORED = { id: 'c1', name: 'Shared', slug: 'shared', description: 'As it was.', updated_at: 'earlier' }

let saved: Record<string, unknown>[]
beforeEach(() => {
  saved = []
  signInAsAdministrator()
  answer('categories', () => [STORED])
  answer('POST categories', (values) => void saved.push(values))
  answer('PATCH categories', (values) => {
    saved.push(values)
    return [{ id: 'c1' }]
  })
  answer('rpc/list_admin_categories', () => [])
})

test('each mistake is said at its field', async () => {
  const { page, user } = open(NEW)
  const press = async () => user.click(await page.findByRole('button', { name: 'Create Category' }))
  await press()
  await page.findByText('Name is required')
  expect(page.getByText('Slug is required')).toBeTruthy()
  expect(document.activeElement).toBe(page.getByLabelText('Name'))
  for (const [label, typed, message] of [
    ['Name', '  ', 'Name is required'],
    ['Name', 'x'.repeat(101), 'Name must be 100 characters or less'],
    ['Slug', 'Upper', 'Slug must contain only lowercase letters, numbers, and hyphens'],
    ['Slug', 'x'.repeat(101), 'Slug must be 100 characters or less'],
    ['Description', 'x'.repeat(2001), 'Description must be 2000 characters or less'],
  ] as const) {
    await fill(user, page.getByLabelText(label), typed)
    await press()
    await page.findByText(message)
  }
  expect(saved).toEqual([])
})

test('Failed to load category, and not found for an unknown id', async () => {
  breakCalls('categories', 500)
  const { page, user } = open(EDIT)
  await page.findByText('Failed to load category')
  restore('categories')
  answer('categories', () => [])
  await user.click(page.getByRole('button', { name: 'Try again' }))
  await page.findByText('Category not found')
  await user.click(page.getByRole('link', { name: 'All categories' }))
  await page.findByRole('heading', { level: 2, name: 'Categories' })
})

test('an invalid id is not found', async () => {
  breakCalls('categories', 400, { code: '22P02', message: 'invalid input syntax' })
  const { page } = open(EDIT)
  await page.findByText('Category not found')
})

test('Failed to save category keeps what was typed, and a taken slug is said at its field', async () => {
  const { page, user } = open(NEW)
  await fill(user, await page.findByLabelText('Name'), 'Typed once')
  const press = () => user.click(page.getByRole('button', { name: 'Create Category' }))
  breakCalls('POST categories', 409, { code: '23505', message: 'duplicate key' })
  await press()
  await page.findByText('Failed to save category')
  const slug = page.getByLabelText('Slug')
  await waitFor(() => expect(document.activeElement).toBe(slug))
  expect(page.getByText('Slug is already taken').id).toBe(slug.getAttribute('aria-describedby'))
  breakCalls('POST categories', null)
  await press()
  await waitFor(() => expect(page.getAllByText('Failed to save category')).toHaveLength(2))
  expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('Typed once')
  restore('POST categories')
  await press()
  await page.findByText('Category created successfully')
  expect(saved).toMatchObject([{ name: 'Typed once', slug: 'typed-once' }])
})

test('two administrators do not overwrite each other', async () => {
  const { page, user } = open(EDIT)
  await fill(user, await page.findByLabelText('Name'), 'Mine')
  answer('PATCH categories', () => [])
  answer('categories', () => [
    { ...STORED, name: 'Theirs', description: 'By the other.', updated_at: 'later' },
  ])
  const press = () => user.click(page.getByRole('button', { name: 'Update Category' }))
  const question = () => page.findByRole('dialog', { name: 'Someone else saved this category' })
  await press()
  const versions = async (label: string) =>
    within(within(await question()).getByRole('group', { name: label }))
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ labels, checked }) => [labels?.[0]?.textContent?.replace(/\s+/g, ' '), checked])
  expect(await versions('Name')).toEqual([
    [expect.stringMatching(/Theirs, saved now ?Theirs/), false],
    [expect.stringMatching(/Yours ?Mine/), true],
  ])
  expect(await versions('Description'), 'left alone here').toEqual([
    [expect.stringMatching(/saved now ?By the other\./), true],
    [expect.stringMatching(/Yours ?As it was\./), false],
  ])
  expect(within(await question()).queryByRole('group', { name: 'Slug' })).toBeNull()
  await user.click(within(await question()).getByRole('button', { name: 'Back to the form' }))
  expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('Mine')
  await press()
  answer('PATCH categories', (values) => {
    saved.push(values)
    return [{ id: 'c1' }]
  })
  await user.click(within(await question()).getByRole('button', { name: 'Save these choices' }))
  await page.findByText('Category updated successfully')
  expect(saved).toMatchObject([{ name: 'Mine', description: 'By the other.' }])
})

test('a category deleted meanwhile is reported, and can be added again as typed', async () => {
  const { page, user } = open(EDIT)
  await fill(user, await page.findByLabelText('Name'), 'Back again')
  answer('PATCH categories', () => [])
  answer('categories', () => [])
  await user.click(page.getByRole('button', { name: 'Update Category' }))
  await page.findByText('Failed to save category')
  expect((await page.findByRole('alert')).textContent).toContain('This category was deleted by someone else.')
  await user.click(page.getByRole('button', { name: 'Create Category' }))
  await page.findByText('Category created successfully')
  expect(saved).toMatchObject([{ name: 'Back again', description: 'As it was.' }])
})
