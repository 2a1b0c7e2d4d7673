import { addCategory, addTool } from '../contract/rows.ts'
import {
  addTools,
  count,
  dialog,
  firstCells,
  header,
  newMarker,
  row,
  search,
} from '../support/admin-lists.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, expectToFit, settled, test } from '../support/e2e.ts'

/** Section 2, Admin: the lists of tools and categories, searched, sorted and paged. */

/** The whole starter catalogue fits on one page, with the header. */
const STARTER_TOOLS = 94

test('tools are in a table with the specified columns; the search uses the database and is in the URL', async ({
  page,
  signIn,
  server,
}) => {
  const marker = newMarker()
  const category = await addCategory(server.sql, { name: `Kind ${marker}` })
  await addTool(server.sql, { name: `100%_${marker}`, slug: `a-${marker}` }, [category])
  await addTool(server.sql, { name: 'Plain', slug: `b-${marker}` })
  await addTool(server.sql, { name: 'Sorted', slug: `c-${newMarker()}` }, [category])
  await signIn({ admin: true })
  await page.goto('/terms')
  await page.goto('/admin/tools')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Slug',
    'Category',
    'Upvotes',
    'Featured',
    'Actions',
  ])
  await expect(header(page, 'Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(search(page)).toHaveAttribute('placeholder', 'Search tools...')
  await search(page).fill(marker.toUpperCase())
  await expect(firstCells(page)).toHaveText([`100%_${marker}`, 'Plain', 'Sorted'])
  await expect(count(page, '3 tools')).toBeVisible()
  await expect(page).toHaveURL(`/admin/tools?search=${marker.toUpperCase()}`)
  await search(page).fill(`0%_${marker}`)
  await expect(row(page, `100%_${marker}`).getByRole('cell')).toHaveText([
    `100%_${marker}`,
    `a-${marker}`,
    `Kind ${marker}`,
    '0',
    'No',
    'EditDelete',
  ])
  await expect(count(page, '1 tool')).toBeVisible()
  await page.reload()
  await expect(search(page)).toHaveValue(`0%_${marker}`)
  await expect(firstCells(page)).toHaveText([`100%_${marker}`])
  await search(page).fill(`nothing ${marker}`)
  await expect(page.getByText('No tools match your search.')).toBeVisible()
  await expect(count(page, '0 tools')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(search(page)).toHaveValue('')
  await expect(page).toHaveURL('/admin/tools')
  await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(STARTER_TOOLS)
  await page.goBack()
  await expect(page, 'typing leaves no trail').toHaveURL('/terms')
})

test('sorting and paging are in the URL, Back undoes them', async ({ page, signIn, server }) => {
  const marker = newMarker()
  await addTools(server, marker, 230)
  await signIn({ admin: true })
  await page.goto(`/admin/tools?search=${marker}`)
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(`/admin/tools?search=${marker}&page=2`)
  await expect(firstCells(page).first()).toHaveText(`${marker} 101`)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(firstCells(page)).toHaveCount(30)
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled()

  await header(page, 'Slug').getByRole('button').click()
  await expect(header(page, 'Slug')).toHaveAttribute('aria-sort', 'ascending')
  await expect(page, 'a new order begins at its beginning').toHaveURL(
    `/admin/tools?search=${marker}&sort=slug`,
  )
  await header(page, 'Slug').getByRole('button').click()
  await expect(header(page, 'Slug')).toHaveAttribute('aria-sort', 'descending')
  await expect(firstCells(page).first()).toHaveText(`${marker} 230`)
  await expect(page).toHaveURL(`/admin/tools?search=${marker}&sort=slug&order=desc`)
  await page.goBack()
  await expect(firstCells(page).first()).toHaveText(`${marker} 001`)
  await header(page, 'Featured').getByRole('button').click()
  await expect(firstCells(page).first(), 'the featured ones first').toHaveText(`${marker} 230`)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Newest first')
  await expect(firstCells(page).first()).toHaveText(`${marker} 230`)
  await expect(page.locator('[aria-sort]')).toHaveCount(0)
})

test('everything works by keyboard and is accessible', async ({ page, signIn, server }) => {
  const name = newMarker()
  await addTool(server.sql, { name })
  await signIn({ admin: true })
  await page.goto('/admin/tools')
  await expect(firstCells(page).first()).toBeVisible()
  await search(page).focus()
  await page.keyboard.type(name)
  await expect(firstCells(page)).toHaveText([name])
  await settled(page)
  // One row: axe takes seconds for the whole catalogue.
  await expectNoBarrier(page, 'tools')
  await page.getByRole('button', { name: `Delete ${name}` }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectNoBarrier(page, 'asked before deleting')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`"${name}" has been deleted`, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Tools' })).toBeFocused()
  await expectNoBarrier(page, 'nothing found')
  await page.goto('/admin/categories')
  await expect(firstCells(page).first()).toBeVisible()
  await header(page, 'Slug').getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect(header(page, 'Slug')).toHaveAttribute('aria-sort', 'ascending')
  // The old list is dimmed until the sorted one arrives.
  await settled(page)
  await expectNoBarrier(page, 'categories')
})

test('on a telephone rows are cards and nothing overflows', async ({ page, signIn, server }) => {
  const marker = newMarker()
  const long = `${marker} ${'W'.repeat(180)}`
  await addTool(server.sql, { name: long, slug: `${marker}-${'w'.repeat(180)}` })
  await signIn({ admin: true })
  for (const path of ['/admin/categories', `/admin/tools?search=${marker}`]) {
    await page.setViewportSize({ width: 390, height: 700 })
    await page.goto(path)
    await expect(page.getByRole('button', { name: /^Delete / }).first()).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(0)
    await settled(page)
    await expectToFit(page, 390, 320)
    await expectNoBarrier(page, path)
  }
  await page.getByRole('button', { name: /^Delete / }).click()
  await expect(dialog(page).getByRole('button', { name: 'Delete', exact: true })).toBeInViewport()
  await expectNoBarrier(page, 'asked before deleting')
})
