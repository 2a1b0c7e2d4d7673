import { addCategory, addTool, button, field, option, storedTool, unique } from '../support/admin-forms.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Sections 2 and 5, the tool form: every field, every message, and typed text is kept. */

test('a tool is created, and every page shows it without a reload', async ({ page, signIn, server }) => {
  const category = await addCategory(server, unique('Category'))
  await signIn({ admin: true })
  // Loaded before, so that stale cached data would be visible afterwards.
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

test('the form is accessible at every width, with and without errors', async ({ page, signIn, server }) => {
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
  await expectNoBarrier(page, 'tool form with mistakes')
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(excess, `at ${width}`).toBeLessThanOrEqual(0)
  }
})
