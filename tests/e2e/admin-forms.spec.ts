import {
  addCategory,
  addTool,
  button,
  chosen,
  field,
  fillTool,
  option,
  storedTool,
  unique,
} from '../support/admin-forms.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, expectToFit, settled, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** Sections 2 and 5, the forms of tools and categories; tests/component has their messages. */

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
  await expectToFit(page, 1280, 390, 320)
})

test('categories are chosen, ordered and removed by the keyboard alone', async ({ page, signIn, server }) => {
  const stem = unique('Kind')
  const [a, b, c] = [`${stem} A`, `${stem} B`, `${stem} C`]
  for (const name of [a, b, c]) await addCategory(server, name)
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  const slug = await fillTool(page)
  await field(page, 'Categories').focus()
  await page.keyboard.type(stem.toLowerCase())
  await expect(page.getByRole('option')).toHaveText([a, b, c])
  const list = page.getByRole('listbox')
  expect(await list.evaluate((element) => getComputedStyle(element).maxHeight)).toBe('300px')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(option(page, c)).toHaveAttribute('aria-selected', 'true')
  expect(await chosen(page)).toEqual([a, b, c])
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(page.getByRole('listitem').filter({ hasText: a })).toContainText('Primary')

  await button(page, `Move ${c} up`).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${c} is number 2 of 3`)).toBeAttached()
  await expect(button(page, `Move ${c} up`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${c} is number 1 of 3, the primary one`)).toBeAttached()
  await expect(button(page, `Move ${c} up`)).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await chosen(page), 'already first').toEqual([c, a, b])
  await button(page, `Move ${c} down`).focus()
  await page.keyboard.press('Space')
  await button(page, `Remove ${b}`).focus()
  await page.keyboard.press('Enter')
  await expect(button(page, `Remove ${c}`)).toBeFocused()
  expect(await chosen(page)).toEqual([a, c])
  await field(page, 'Name').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  expect(await storedTool(server, slug)).toMatchObject({ primary: a, categories: [a, c] })
})

async function stored({ sql }: TestServer, slug: string) {
  const [row] = await sql<{ name: string; description: string | null }[]>`
    select name, description from public.categories where slug = ${slug}`
  return row
}

test('a category is created and edited, and its page shows it', async ({ page, signIn, server }) => {
  await signIn({ admin: true })
  await page.goto('/admin/categories/new')
  await button(page, 'Create Category').click()
  await settled(page)
  await expectNoBarrier(page, 'category form')
  await expectToFit(page, 320)
  await page.setViewportSize({ width: 1280, height: 800 })
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
  // By URL: the list, which stays until the page is loaded, names it too.
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
