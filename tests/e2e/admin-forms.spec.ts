import { randomUUID } from 'node:crypto'
import { addCategory, addTool, button, field, option, storedTool, unique } from '../support/admin-forms.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Section 2 and 5, the tool form: every field, every message, and nothing typed lost. */

test('a tool is created, and every page shows it without a reload', async ({ page, signIn, server }) => {
  const category = await addCategory(server, unique('Category'))
  await signIn({ admin: true })
  // Read before, so that what is shown afterwards is not what was kept.
  await page.goto('/categories')
  await expect(page.getByRole('link', { name: new RegExp(`^${category.name}`) })).toContainText('0 tools')
  await page.getByRole('link', { name: 'Plaudit', exact: true }).click()
  await expect(page.locator('article').first()).toBeVisible()
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await page.getByRole('link', { name: 'Add New Tool' }).click()
  await expect(page.getByRole('heading', { name: 'Add New Tool' })).toBeVisible()

  const name = unique('Älpha & Söhne')
  await field(page, 'Name').fill(`  ${name}  `)
  const slug = await field(page, 'Slug').inputValue()
  expect(slug).toMatch(/^lpha-s-hne-[0-9a-f]{8}$/)
  await expect(page.getByText(`/tools/${slug}`)).toBeVisible()
  await field(page, 'Description').fill('It counts 😀 as one.')
  await expect(page.getByText('19/500 characters')).toBeVisible()
  await field(page, 'Website URL').fill(' https://example.org/alpha ')
  await field(page, 'Featured').check()
  await field(page, 'Categories').fill(category.name)
  await option(page, category.name).click()
  await button(page, 'Create Tool').click()
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  await expect(page).toHaveURL('/admin/tools')
  expect(await storedTool(server, slug)).toMatchObject({
    ...{
      name,
      logo: null,
      short_description: 'It counts 😀 as one.',
      website_url: 'https://example.org/alpha',
    },
    ...{ featured: true, primary: category.name, categories: [category.name] },
  })

  await page.getByRole('link', { name: 'Plaudit', exact: true }).click()
  await expect(page.locator('article').first()).toContainText(name)
  await page.getByRole('link', { name: 'Categories', exact: true }).click()
  await expect(page.getByRole('link', { name: new RegExp(`^${category.name}`) })).toContainText('1 tool')
  await page
    .getByRole('button', { name: /^Search/ })
    .first()
    .click()
  await page.getByPlaceholder('Search tools and categories...').fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await expect(page).toHaveURL(`/tools/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('each mistake is said at its field, and nothing is sent', async ({ page, signIn }) => {
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/rpc/save_tool')) sent += 1
  })
  await button(page, 'Create Tool').click()
  for (const message of [
    'Name is required',
    'Slug is required',
    'Description is required',
    'Must be a valid URL',
  ])
    await expect(page.getByText(message, { exact: true })).toBeVisible()
  await expect(field(page, 'Name')).toBeFocused()

  await field(page, 'Name').fill('日本 ★')
  await expect(field(page, 'Slug')).toHaveValue('')
  await expect(page.getByText('Name is required')).toBeHidden()
  await expect(page.getByText('Slug is required')).toBeVisible()
  await field(page, 'Slug').fill('nihon')
  await expect(page.getByText('Slug is required')).toBeHidden()

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
    await field(page, label).fill(typed)
    await button(page, 'Create Tool').click()
    await expect(page.getByText(message, { exact: true }), `${label} ${typed.slice(0, 20)}`).toBeVisible()
    await expect(field(page, label)).toHaveValue(typed)
    await expect(field(page, label)).toHaveAccessibleDescription(new RegExp(message))
  }
  await field(page, 'Description').fill(` ${'😀'.repeat(500)} `)
  await expect(page.getByText('500/500 characters')).toBeVisible()
  await expect(page.getByText('Description must be less than 500 characters')).toBeHidden()
  expect(sent).toBe(0)
})

test('the slug follows the name until it is edited by hand, and not on a tool that is there', async ({
  page,
  signIn,
  server,
}) => {
  const tool = await addTool(server)
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  await field(page, 'Name').pressSequentially('Notebook LM++')
  await expect(field(page, 'Slug')).toHaveValue('notebook-lm')
  await field(page, 'Name').fill('★★★')
  await expect(field(page, 'Slug')).toHaveValue('')
  await expect(page.getByText('No slug can be made of this name. Please type one.')).toBeVisible()
  await field(page, 'Name').fill('Again')
  await expect(field(page, 'Slug')).toHaveValue('again')
  await field(page, 'Slug').fill('by-hand')
  await field(page, 'Name').fill('Another')
  await expect(field(page, 'Slug')).toHaveValue('by-hand')

  await page.getByRole('tab', { name: 'Tools' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click()
  await page.goto(`/admin/tools/edit/${tool.id}`)
  await field(page, 'Name').fill('Renamed')
  await expect(field(page, 'Slug')).toHaveValue(tool.slug)
  await field(page, 'Name').fill(tool.name)
})

test('a tool is edited, its old address is gone and its page shows the new one', async ({
  page,
  signIn,
  server,
}) => {
  const tool = await addTool(server, { categories: [unique('Before')] })
  await signIn({ admin: true })
  await page.goto(`/tools/${tool.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: tool.name })).toBeVisible()
  await page.goto(`/admin/tools/edit/${tool.id}`)
  await expect(page.getByRole('heading', { name: 'Edit Tool' })).toBeVisible()
  await expect(field(page, 'Description')).toHaveValue('Does one thing well.')
  await expect(page.getByRole('link', { name: 'Public page' })).toHaveAttribute('href', `/tools/${tool.slug}`)
  const slug = unique('renamed')
  await field(page, 'Name').fill(slug)
  await field(page, 'Slug').fill(slug)
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  await expect(page).toHaveURL('/admin/tools')
  expect(await storedTool(server, slug)).toMatchObject({ id: tool.id, name: slug })
  await page.goto(`/tools/${slug}`)
  await expect(page.getByRole('heading', { level: 1, name: slug })).toBeVisible()
})

test('leaving with unsaved changes asks first; Cancel leaves when nothing is typed', async ({
  page,
  signIn,
}) => {
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  await button(page, 'Cancel').click()
  await expect(page).toHaveURL('/admin/tools')
  await page.goBack()
  await field(page, 'Name').fill('Not saved')
  await button(page, 'Cancel').click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(field(page, 'Name')).toHaveValue('Not saved')
  await page.getByRole('tab', { name: 'Categories' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/admin/categories')
})

test('an address without a tool says so', async ({ page, signIn }) => {
  await signIn({ admin: true })
  await page.goto(`/admin/tools/edit/${randomUUID()}`)
  await expect(page.getByText('Tool not found')).toBeVisible()
  await page.getByRole('link', { name: 'All tools' }).click()
  await expect(page).toHaveURL('/admin/tools')
})

test.describe('an address that is no id', () => {
  test.use({ allowedErrors: [/status of 400/] })
  test('has no tool and no category', async ({ page, signIn }) => {
    await signIn({ admin: true })
    await page.goto('/admin/tools/edit/42')
    await expect(page.getByText('Tool not found')).toBeVisible()
    await page.goto('/admin/categories/edit/42')
    await expect(page.getByText('Category not found')).toBeVisible()
  })
})

test('the form has no barrier at any width, with and without mistakes', async ({ page, signIn, server }) => {
  test.slow()
  const tool = await addTool(server, { categories: [unique('One'), unique('Two')] })
  await signIn({ admin: true })
  await page.goto(`/admin/tools/edit/${tool.id}`)
  await expect(field(page, 'Name')).toHaveValue(tool.name)
  await settled(page)
  await expectNoBarrier(page, 'tool form')
  await field(page, 'Website URL').fill('nowhere')
  await field(page, 'Name').fill('')
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await field(page, 'Categories').click()
  await expect(page.getByRole('listbox')).toBeVisible()
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoBarrier(page, `tool form at ${width}`)
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(excess, `at ${width}`).toBeLessThanOrEqual(0)
  }
})
