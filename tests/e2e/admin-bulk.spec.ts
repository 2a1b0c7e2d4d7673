import { addCategory } from '../contract/rows.ts'
import { addTools, dialog, firstCells, newMarker, row } from '../support/admin-lists.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** The dashboard's first page, and several tools changed at once. */

test('the first page says what waits, what changed and when the last backup was made', async ({
  page,
  signIn,
  server,
}) => {
  const person = await signIn({ admin: true })
  const marker = newMarker()
  await addCategory(server.sql, { name: `Kind ${marker}` })
  await person.client.from('categories').update({ description: 'Changed.' }).eq('name', `Kind ${marker}`)
  // Few rows, which are quickly looked at for barriers.
  await page.goto('/admin?search=whisper')
  const overview = page.getByRole('region', { name: 'Overview' })
  await expect(overview).toContainText('All clear.')
  await expect(overview).toContainText(`@${person.username} changed the category Kind ${marker}`)
  await expect(overview).toContainText('None yet.')
  await expect(page.getByRole('table', { name: 'Tools' })).toBeVisible()
  await settled(page)
  await expectNoBarrier(page, 'overview')
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectNoBarrier(page, 'overview, narrow')
  await overview.getByRole('link', { name: 'Open the reports' }).click()
  await expect(page).toHaveURL('/admin/flags')
})

test('several tools are selected with the keyboard, featured, and that is undone', async ({
  page,
  signIn,
  server,
}) => {
  const marker = newMarker()
  await addTools(server, marker, 5)
  const featured = async () =>
    (await server.sql`select from public.tools where slug like ${`${marker}-%`} and featured`).length
  await signIn({ admin: true })
  await page.goto(`/admin/tools?search=${marker}`)
  await expect(firstCells(page)).toHaveCount(5)
  const box = (place: string) => page.getByRole('checkbox', { name: `Select ${marker} ${place}` })
  await box('01').focus()
  await page.keyboard.press('Space')
  await box('03').click({ modifiers: ['Shift'] })
  const bar = page.getByRole('region', { name: 'Selected' })
  await expect(bar.getByText('3 selected')).toBeVisible()
  await settled(page)
  await expectNoBarrier(page, 'several selected')
  await bar.getByRole('button', { name: 'Feature', exact: true }).click()
  await expect(page.getByText('Changed: 3')).toBeVisible()
  await expect(row(page, `${marker} 02`)).toContainText('Yes')
  expect(await featured()).toBe(4)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, `${marker} 02`).getByText('No', { exact: true })).toBeVisible()
  expect(await featured()).toBe(1)
})

test('several tools are put into a category, and deleted after a question', async ({
  page,
  signIn,
  server,
}) => {
  const marker = newMarker()
  await addTools(server, marker, 5)
  const category = await addCategory(server.sql, { name: `Kind ${marker}` })
  await signIn({ admin: true })
  await page.goto(`/admin/tools?search=${marker}`)
  const box = (place: string) => page.getByRole('checkbox', { name: `Select ${marker} ${place}` })
  const bar = page.getByRole('region', { name: 'Selected' })
  await box('01').click()
  await box('03').click({ modifiers: ['Shift'] })
  await bar.getByRole('combobox', { name: 'Category' }).selectOption(category.name)
  await bar.getByRole('button', { name: 'Add to category' }).click()
  await expect(row(page, `${marker} 02`)).toContainText(category.name)
  await bar.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog(page)).toContainText('Are you sure you want to delete 3 tools?')
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Deleted: 3')).toBeVisible()
  await expect(firstCells(page)).toHaveText([`${marker} 04`, `${marker} 05`])
  await page.setViewportSize({ width: 390, height: 844 })
  await box('04').check()
  await expect(bar).toBeVisible()
  await settled(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectNoBarrier(page, 'several selected, narrow')
})
