import { addCategory } from '../contract/rows.ts'
import {
  addTools,
  confirmDeletion,
  count,
  dialog,
  firstCells,
  newMarker,
  search,
} from '../support/admin-lists.ts'
import { expect, test } from '../support/e2e.ts'
import { PUBLIC, png } from '../support/logos.ts'

/** Section 2, Admin: deleting from the lists; section 8, failing loads and deletions. */

test('deleting a tool asks, marks only that one, and updates everything without a reload', async ({
  page,
  signIn,
  server,
}) => {
  const marker = newMarker()
  const category = await addCategory(server.sql, { name: `Kind ${marker}`, slug: marker })
  await addTools(server, marker, 2, [category])
  const person = await signIn({ admin: true })
  const logo = `${PUBLIC}/${marker}-1.png`
  const files = person.client.storage.from('tool-logos')
  expect((await files.upload(`${marker}-1.png`, await png(), { contentType: 'image/png' })).error).toBeNull()
  await server.sql`update public.tools set logo = ${server.url + logo} where slug = ${`${marker}-01`}`
  await server.sql`insert into public.tool_upvotes (tool_id, user_id, reason)
    select id, ${person.id}, 'Useful.' from public.tools where slug = ${`${marker}-01`}`

  await page.goto(`/categories/${marker}`)
  await expect(page.locator('article')).toHaveCount(2)
  await page.getByRole('banner').getByRole('link', { name: 'Categories' }).click()
  const card = page.getByRole('link', { name: new RegExp(`Kind ${marker}`) })
  await expect(page.getByRole('main')).toContainText(`Kind ${marker}`)
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('tab', { name: 'My Upvotes' }).click()
  await expect(page.getByRole('main').getByText(`${marker} 01`)).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click()
  await search(page).fill(marker)
  await expect(firstCells(page)).toHaveCount(2)

  await page.getByRole('button', { name: `Delete ${marker} 01` }).click()
  await expect(dialog(page)).toContainText('Its 1 recommendation is deleted with it.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: `Delete ${marker} 01` })).toBeFocused()
  await expect(firstCells(page)).toHaveCount(2)

  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/tools?*', async (route) => {
    if (route.request().method() === 'DELETE') await held
    await route.continue()
  })
  await confirmDeletion(page, `${marker} 01`)
  await expect(page.getByRole('button', { name: 'Deleting...' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: `Delete ${marker} 02` })).toBeEnabled()
  release()
  await expect(page.getByText(`"${marker} 01" has been deleted`, { exact: true })).toBeVisible()
  await expect(firstCells(page)).toHaveText([`${marker} 02`])
  await expect(count(page, '1 tool')).toBeVisible()
  await expect
    .poll(async () => (await fetch(server.url + logo)).status, { message: 'its logo goes too' })
    .not.toBe(200)

  await page.getByRole('banner').getByRole('link', { name: 'Categories' }).click()
  await expect(card.first()).toContainText('1 tool')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search tools and categories' }).fill(marker)
  await expect(page.getByRole('option', { name: new RegExp(`${marker} 02`) })).toBeVisible()
  await expect(page.getByRole('option', { name: new RegExp(`${marker} 01`) })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('tab', { name: 'My Upvotes' }).click()
  await expect(page.getByText("You haven't upvoted any tools yet.")).toBeVisible()
})
