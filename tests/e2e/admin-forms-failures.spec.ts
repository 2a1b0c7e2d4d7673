import type { Page, Route } from 'playwright/test'
import { administrator } from '../support/actors.ts'
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
import { expect, test } from '../support/e2e.ts'

/** Section 8, what the forms say when loading or saving fails, each by a real cause where there is one. */

const SAVE = '**/rest/v1/rpc/save_tool'
const CATEGORIES = /\/rest\/v1\/categories\?/
const fail = (route: Route) => route.fulfill({ status: 500, json: { message: 'out of order' } })

async function retry(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Try again' }).click()
}

test.use({ allowedErrors: [/status of (400|403|404|409|500)|ERR_FAILED/] })

test('loading: Failed to load tool, tool categories, categories, category', async ({
  page,
  signIn,
  server,
}) => {
  test.slow()
  const tool = await addTool(server, { categories: [unique('Kept')] })
  const category = await addCategory(server, unique('Category'))
  await signIn({ admin: true })
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/tools?*', async (route) => {
    await held
    await fail(route)
  })
  await page.goto(`/admin/tools/edit/${tool.id}`)
  await expect(page.locator('[data-skeleton=form]')).toBeVisible()
  release()
  await expect(page.getByText('Failed to load tool', { exact: true })).toBeVisible()
  await page.unroute('**/rest/v1/tools?*')

  await page.route('**/rest/v1/tool_categories?*', fail)
  await retry(page)
  await expect(page.getByText('Failed to load tool categories', { exact: true })).toBeVisible()
  await page.unroute('**/rest/v1/tool_categories?*')

  await page.route(CATEGORIES, fail)
  await retry(page)
  await expect(field(page, 'Name')).toHaveValue(tool.name)
  await expect(page.getByRole('alert').getByText('Failed to load categories')).toBeVisible()
  expect(await chosen(page), 'known from the tool').toHaveLength(1)
  await page.unroute(CATEGORIES)
  await retry(page)
  await field(page, 'Categories').fill(category.name)
  await expect(option(page, category.name)).toBeVisible()

  await page.route(CATEGORIES, fail)
  await page.goto(`/admin/categories/edit/${category.id}`)
  await expect(page.getByText('Failed to load category', { exact: true })).toBeVisible()
  await page.unroute(CATEGORIES)
  await retry(page)
  await expect(field(page, 'Name')).toHaveValue(category.name)
})

test('a slug that is taken is said at the field, and what was typed stays', async ({
  page,
  signIn,
  server,
}) => {
  const taken = await addTool(server)
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  await fillTool(page)
  await field(page, 'Slug').fill(taken.slug)
  await button(page, 'Create Tool').click()
  await expect(
    page.getByText('Failed to save tool: Database insert error: Slug is already taken'),
  ).toBeVisible()
  await expect(field(page, 'Slug')).toBeFocused()
  await expect(field(page, 'Slug')).toHaveAccessibleDescription('Slug is already taken')
  await expect(field(page, 'Description')).toHaveValue('Made in the form.')
  await expectNoBarrier(page, 'a taken slug')
  const slug = unique('free')
  await field(page, 'Slug').fill(slug)
  await button(page, 'Create Tool').click()
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  expect(await storedTool(server, slug)).toBeDefined()
})

test('Database insert error and Database update error, with the reason of the database', async ({
  page,
  signIn,
  server,
}) => {
  const tool = await addTool(server)
  const admin = await signIn({ admin: true })
  await page.goto(`/admin/tools/edit/${tool.id}`)
  await field(page, 'Name').fill('Typed once')
  // The last one cannot be revoked.
  await administrator(server)
  await server.sql`delete from private.administrators where user_id = ${admin.id}`
  await button(page, 'Update Tool').click()
  await expect(
    page.getByText('Failed to save tool: Database update error: Only administrators may save tools'),
  ).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Typed once')
  await button(page, 'Stay').click()
  await server.sql`insert into private.administrators (user_id, granted_by) values (${admin.id}, 'test')`

  await page.route(SAVE, (route) => route.abort())
  await button(page, 'Update Tool').click()
  await expect(
    page.getByText('Failed to save tool: Database update error: The server could not be reached'),
  ).toBeVisible()
  await page.unroute(SAVE)
  await page.route(SAVE, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 400))
    await route.continue()
  })
  await button(page, 'Update Tool').click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  await expect(field(page, 'Name')).toBeDisabled()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  expect(await storedTool(server, tool.slug)).toMatchObject({ name: 'Typed once' })
  await page.unroute(SAVE)

  await page.goto('/admin/tools/new')
  await fillTool(page)
  await page.route(SAVE, fail)
  await button(page, 'Create Tool').click()
  await expect(page.getByText('Failed to save tool: Database insert error: out of order')).toBeVisible()
  await expect(field(page, 'Description')).toHaveValue('Made in the form.')
})

test('Failed to add and to update tool categories: a category deleted after it was chosen', async ({
  page,
  signIn,
  server,
}) => {
  test.slow()
  const tool = await addTool(server, { categories: [unique('Stays')] })
  const [first, second] = [
    await addCategory(server, unique('Goes')),
    await addCategory(server, unique('Goes')),
  ]
  await signIn({ admin: true })
  for (const [address, category, what, success] of [
    ['/admin/tools/new', first, 'Failed to add tool categories', 'Tool created successfully'],
    [`/admin/tools/edit/${tool.id}`, second, 'Failed to update tool categories', 'Tool updated successfully'],
  ] as const) {
    await page.goto(address)
    await expect(field(page, 'Name')).toBeVisible()
    const slug = await fillTool(page)
    await field(page, 'Slug').fill(slug)
    await field(page, 'Categories').fill(category.name)
    await option(page, category.name).click()
    await server.sql`delete from public.categories where id = ${category.id}`
    await page.getByRole('button', { name: /^(Create|Update) Tool$/ }).click()
    await expect(
      page.getByText(`Failed to save tool: ${what}: A chosen category no longer exists`),
    ).toBeVisible()
    expect(await storedTool(server, slug), 'all or nothing').toBeUndefined()
    await expect(page.getByText('This category no longer exists')).toBeVisible()
    await button(page, `Remove ${category.name}`).click()
    await page.getByRole('button', { name: /^(Create|Update) Tool$/ }).click()
    await expect(page.getByText(success)).toBeVisible()
    expect(await storedTool(server, slug)).toBeDefined()
  }
})

test('an answer that is lost on its way does not save twice', async ({ page, signIn, server }) => {
  await signIn({ admin: true })
  await page.goto('/admin/tools/new')
  const slug = await fillTool(page)
  await page.route(SAVE, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Create Tool').click()
  await expect(
    page.getByText('Failed to save tool: Database insert error: The server could not be reached'),
  ).toBeVisible()
  await page.unroute(SAVE)
  await button(page, 'Create Tool').click()
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  const tool = await storedTool(server, slug)
  await page.goto(`/admin/tools/edit/${tool?.id}`)
  await field(page, 'Name').fill('Once more')
  await page.route(SAVE, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await button(page, 'Update Tool').click()
  await expect(page.getByText(/^Failed to save tool: Database update error/)).toBeVisible()
  await page.unroute(SAVE)
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await storedTool(server, slug)).toMatchObject({ name: 'Once more' })
})

test('a tool deleted meanwhile is said, and what was typed can be added again', async ({
  page,
  signIn,
  server,
}) => {
  const tool = await addTool(server)
  await signIn({ admin: true })
  await page.goto(`/admin/tools/edit/${tool.id}`)
  await field(page, 'Description').fill('Typed while it was deleted.')
  const other = await administrator(server)
  await other.client.from('tools').delete().eq('id', tool.id)
  await button(page, 'Update Tool').click()
  await expect(page.getByText('Failed to save tool: Database update error: Tool not found')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('This tool was deleted by someone else.')
  await expect(field(page, 'Description')).toHaveValue('Typed while it was deleted.')
  await button(page, 'Create Tool').click()
  await expect(page.getByText('Tool created successfully')).toBeVisible()
  const again = await storedTool(server, tool.slug)
  expect(again?.short_description).toBe('Typed while it was deleted.')
  expect(again?.id).not.toBe(tool.id)
})
