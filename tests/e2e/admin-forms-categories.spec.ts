import { randomUUID } from 'node:crypto'
import { administrator } from '../support/actors.ts'
import { addCategory, button, field, unique } from '../support/admin-forms.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** Section 2 and 5, the category form: every field and message, and two administrators at once. */

async function stored({ sql }: TestServer, slug: string) {
  const [row] = await sql<{ name: string; description: string | null }[]>`
    select name, description from public.categories where slug = ${slug}`
  return row
}

test('a category is created and edited, and its page shows it', async ({ page, signIn, server }) => {
  await signIn({ admin: true })
  await page.goto('/admin/categories/new')
  const name = unique('Sound & Vision')
  await field(page, 'Name').fill(` ${name} `)
  const slug = await field(page, 'Slug').inputValue()
  expect(slug).toMatch(/^sound-vision-[0-9a-f]{8}$/)
  await expect(page.getByText(`/categories/${slug}`)).toBeVisible()
  await button(page, 'Create Category').click()
  await expect(page.getByText('Category created successfully')).toBeVisible()
  await expect(page).toHaveURL('/admin/categories')
  expect(await stored(server, slug)).toEqual({ name, description: null })

  await page.getByRole('link', { name: 'Categories', exact: true }).click()
  // By its address: the list of the administrator, which is there until the page has come, names it too.
  await page.locator(`a[href="/categories/${slug}"]`).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const [row] = await server.sql`select id from public.categories where slug = ${slug}`
  await page.goto(`/admin/categories/edit/${row?.id}`)
  await expect(page.getByRole('heading', { name: 'Edit Category' })).toBeVisible()
  await field(page, 'Name').fill('Only the name')
  await expect(field(page, 'Slug')).toHaveValue(slug)
  await field(page, 'Description').fill('What one hears and sees.')
  await button(page, 'Update Category').click()
  await expect(page.getByText('Category updated successfully')).toBeVisible()
  expect(await stored(server, slug)).toEqual({
    name: 'Only the name',
    description: 'What one hears and sees.',
  })
})

test('each mistake is said at its field', async ({ page, signIn }) => {
  await signIn({ admin: true })
  await page.goto('/admin/categories/new')
  await button(page, 'Create Category').click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Slug is required')).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()
  for (const [label, typed, message] of [
    ['Name', '  ', 'Name is required'],
    ['Name', 'x'.repeat(101), 'Name must be 100 characters or less'],
    ['Slug', 'Upper', 'Slug must contain only lowercase letters, numbers, and hyphens'],
    ['Slug', 'x'.repeat(101), 'Slug must be 100 characters or less'],
    ['Description', 'x'.repeat(2001), 'Description must be 2000 characters or less'],
  ] as const) {
    await field(page, label).fill(typed)
    await button(page, 'Create Category').click()
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  }
})

test('an address without a category says so', async ({ page, signIn }) => {
  await signIn({ admin: true })
  await page.goto(`/admin/categories/edit/${randomUUID()}`)
  await expect(page.getByText('Category not found')).toBeVisible()
  await page.getByRole('link', { name: 'All categories' }).click()
  await expect(page).toHaveURL('/admin/categories')
})

test.describe('a save that fails', () => {
  test.use({ allowedErrors: [/status of (409|500)|ERR_FAILED/] })

  test('says Failed to save category and keeps what was typed', async ({ page, signIn, server }) => {
    const taken = await addCategory(server, unique('Taken'))
    await signIn({ admin: true })
    await page.goto('/admin/categories/new')
    await field(page, 'Name').fill('Typed once')
    await field(page, 'Slug').fill(taken.slug)
    await button(page, 'Create Category').click()
    await expect(page.getByText('Failed to save category')).toBeVisible()
    await expect(field(page, 'Slug')).toBeFocused()
    await expect(field(page, 'Slug')).toHaveAccessibleDescription('Slug is already taken')
    await page.route('**/rest/v1/categories*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    const slug = unique('free')
    await field(page, 'Slug').fill(slug)
    await button(page, 'Create Category').click()
    await expect(page.getByText('Failed to save category')).toHaveCount(2)
    await expect(field(page, 'Name')).toHaveValue('Typed once')
    await page.unroute('**/rest/v1/categories*')
    await button(page, 'Create Category').click()
    await expect(page.getByText('Category created successfully')).toBeVisible()
    expect(await stored(server, slug)).toMatchObject({ name: 'Typed once' })
  })
})

test('two administrators do not write over each other', async ({ page, signIn, server }) => {
  const category = await addCategory(server, unique('Shared'))
  await signIn({ admin: true })
  await page.goto(`/admin/categories/edit/${category.id}`)
  await field(page, 'Name').fill('Mine')
  const other = await administrator(server)
  await other.client
    .from('categories')
    .update({ name: 'Theirs', description: 'By the other.' })
    .eq('id', category.id)
  await button(page, 'Update Category').click()
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this category' })
  const versions = (label: string) => dialog.getByRole('group', { name: label })
  await expect(versions('Name').getByRole('radio', { name: /Theirs, saved now\s*Theirs/ })).not.toBeChecked()
  await expect(versions('Name').getByRole('radio', { name: /Yours\s*Mine/ })).toBeChecked()
  await expect(
    versions('Description').getByRole('radio', { name: /saved now\s*By the other\./ }),
    'left alone here',
  ).toBeChecked()
  await expect(versions('Slug')).toHaveCount(0)
  await expectNoBarrier(page, 'conflict')

  await dialog.getByRole('button', { name: 'Back to the form' }).click()
  await expect(field(page, 'Name')).toHaveValue('Mine')
  expect(await stored(server, category.slug)).toMatchObject({ name: 'Theirs' })
  await button(page, 'Update Category').click()
  await dialog.getByRole('button', { name: 'Save these choices' }).click()
  await expect(page.getByText('Category updated successfully')).toBeVisible()
  expect(await stored(server, category.slug)).toEqual({ name: 'Mine', description: 'By the other.' })
})

test('a category deleted meanwhile is said, and what was typed can be added again', async ({
  page,
  signIn,
  server,
}) => {
  const category = await addCategory(server, unique('Doomed'))
  await signIn({ admin: true })
  await page.goto(`/admin/categories/edit/${category.id}`)
  await field(page, 'Name').fill('Back again')
  const other = await administrator(server)
  await other.client.from('categories').delete().eq('id', category.id)
  await button(page, 'Update Category').click()
  await expect(page.getByText('Failed to save category')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('This category was deleted by someone else.')
  await button(page, 'Create Category').click()
  await expect(page.getByText('Category created successfully')).toBeVisible()
  expect(await stored(server, category.slug)).toEqual({ name: 'Back again', description: 'As it was.' })
})

test('the form has no barrier and fits 320 px', async ({ page, signIn }) => {
  await signIn({ admin: true })
  await page.goto('/admin/categories/new')
  await button(page, 'Create Category').click()
  await settled(page)
  await expectNoBarrier(page, 'category form')
  await page.setViewportSize({ width: 320, height: 700 })
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(excess).toBeLessThanOrEqual(0)
})
