import { button, field, unique } from '../support/admin-forms.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** Sections 2 and 5, the category form: every field and message, and two administrators at once. */

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
  await page.setViewportSize({ width: 320, height: 700 })
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(excess).toBeLessThanOrEqual(0)
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
