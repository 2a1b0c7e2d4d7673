import { administrator, type Person } from '../support/actors.ts'
import { addCategory, addTool, button, field, storedTool, unique } from '../support/admin-forms.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** Two administrators with the same tool open: the second is told, sees both versions, and nothing is lost unseen. */

test.use({ allowedErrors: [/status of 409/] })

type Tool = { id: string; slug: string }

/** Saves as the other administrator, through the same call as the form. */
async function saveAsOther(
  server: TestServer,
  { id, slug }: Tool,
  change: { name?: string; short_description?: string; featured?: boolean; category_ids?: string[] },
): Promise<Person> {
  const other = await administrator(server)
  const now = await storedTool(server, slug)
  const { data } = await other.client
    .from('tool_categories')
    .select('category_id')
    .eq('tool_id', id)
    .order('position')
  const { error } = await other.client.rpc('save_tool', {
    ...{ name: now?.name ?? '', slug, short_description: now?.short_description ?? '' },
    ...{ website_url: now?.website_url ?? '', featured: now?.featured ?? false, logo: now?.logo ?? null },
    category_ids: data?.map((row) => row.category_id) ?? [],
    tool_id: id,
    ...change,
  })
  expect(error).toBeNull()
  return other
}

test('the second chooses field by field, and both changes are kept', async ({ page, signIn, server }) => {
  const [one, two] = [unique('One'), unique('Two')]
  const tool = await addTool(server, { categories: [one] })
  const added = await addCategory(server, two)
  await signIn({ admin: true })
  await page.goto(`/admin/tools/edit/${tool.id}`)
  await field(page, 'Name').fill('My name')
  await field(page, 'Description').fill('My words.')
  await saveAsOther(server, tool, {
    ...{ name: 'Their name', short_description: 'Their words.', featured: true },
    category_ids: [added.id],
  })
  await button(page, 'Update Tool').click()

  const dialog = page.getByRole('dialog', { name: 'Someone else saved this tool' })
  const version = (label: string, text: string) =>
    dialog.getByRole('group', { name: label }).getByRole('radio', { name: text })
  await expect(version('Name', 'Yours My name')).toBeChecked()
  await expect(version('Description', 'Yours My words.')).toBeChecked()
  await expect(version('Featured', 'Theirs, saved now Yes')).toBeChecked()
  await expect(version('Categories', `Theirs, saved now ${two}`)).toBeChecked()
  await expect(version('Categories', `Yours ${one}`)).not.toBeChecked()
  await expect(dialog.getByRole('group')).toHaveCount(4)
  expect(await storedTool(server, tool.slug)).toMatchObject({ name: 'Their name' })

  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoBarrier(page, 'conflict')
  expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  // By keyboard: the arrow keys choose.
  await version('Description', 'Yours My words.').focus()
  await page.keyboard.press('ArrowUp')
  await expect(version('Description', 'Theirs, saved now Their words.')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tool updated successfully')).toBeVisible()
  expect(await storedTool(server, tool.slug)).toMatchObject({
    ...{ name: 'My name', short_description: 'Their words.', featured: true, categories: [two] },
  })
})
