import { addCategory, addTool, addUpvote, first } from '../contract/rows.ts'
import { member } from '../support/actors.ts'
import { newMarker } from '../support/admin-lists.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, holdBack, settled, test } from '../support/e2e.ts'

/** Editors find duplicates, merge them and take that back (decision 194). */

test('two tools are compared and merged with the keyboard, and that is undone by the toast and in the log', async ({
  page,
  signIn,
  server,
}) => {
  test.slow()
  const { sql } = server
  const name = `${newMarker()} Twin`
  const category = await addCategory(sql)
  const website_url = `https://${newMarker()}.example/`
  const gone = await addTool(sql, { name, website_url, license: 'MIT' }, [category])
  const kept = await addTool(sql, { name: `${name} Two`, website_url: `${website_url}#a` })
  const both = await member(server)
  for (const writer of [both, await member(server)]) await addUpvote(sql, kept, writer)
  for (const writer of [both, await member(server)]) await addUpvote(sql, gone, writer)
  await addUpvote(sql, kept, await member(server))
  const countOf = async () =>
    first(
      await sql<{ count: number }[]>`select upvote_count as count from public.tools where id = ${kept.id}`,
    ).count
  await signIn({ admin: true })
  await page.goto('/admin/tools')
  await settled(page)
  await page.getByRole('link', { name: 'Duplicates' }).press('Enter')
  const row = page.getByRole('region', { name: 'Duplicates' }).getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('Same address')
  await settled(page)
  await expectNoBarrier(page, 'duplicates')

  await row.getByRole('button', { name: /^Not duplicates/ }).press('Enter')
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Duplicates' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  // The row may be back before the answer to the undo, and a busy button takes no press.
  const compare = row.getByRole('button', { name: /^Merge/ })
  await expect(compare).toBeEnabled()
  await compare.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Merge two tools' })
  await expect(dialog.getByRole('radio', { name: `${name} Two` })).toBeChecked()
  await expect(dialog.getByText('1 recommendation moves')).toBeVisible()
  await expect(dialog.getByText(`1 member recommended both: the one of ${name} Two stays`)).toBeVisible()
  await expect(dialog.getByText(`1 gap of ${name} Two is filled in`)).toBeVisible()
  await settled(page)
  await expectNoBarrier(page, 'the comparison')
  await dialog.getByRole('radio', { name: `${name} Two` }).press('ArrowUp')
  await expect(dialog.getByText('2 recommendations move')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByText('1 recommendation moves')).toBeVisible()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  await expect(page.getByText(`${name} was merged into ${name} Two`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Duplicates' })).toBeFocused()
  expect(await countOf()).toBe(4)
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText(`${name} is there again`)).toBeVisible()
  expect(await countOf()).toBe(3)

  await page.goto(`/admin/tools/duplicates?tool=${gone.id}`)
  await page.getByRole('searchbox').fill(`${name} Two`)
  const found = page.getByRole('region', { name: `Merge ${name} with another one` })
  const preview = await holdBack(page, '**/rpc/preview_merge*')
  await found.getByRole('button', { name: /^Merge/ }).press('Enter')
  // Not before it has said what will happen.
  await expect(dialog.getByRole('button', { name: 'Merge', exact: true })).toBeDisabled()
  preview.letThrough()
  await expect(dialog.getByRole('button', { name: 'Merge', exact: true })).toBeEnabled()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  // While the dialog is open, what is below it counts as absent.
  await expect(page.getByText(`${name} was merged into ${name} Two`)).toBeVisible()
  await expect(found).toHaveCount(0)
  await page.goto('/admin/audit')
  await expect(page.getByText(`merged ${name} into`).first()).toBeVisible()
  await settled(page)
  await expectNoBarrier(page, 'the log')
  await page.getByRole('button', { name: `Undo: ${name}` }).press('Enter')
  await expect(page.getByText(`undid the merge of ${name} into`)).toHaveCount(2)
  await expect(page.getByRole('button', { name: `Undo: ${name}` })).toHaveCount(0)
  expect(await countOf()).toBe(3)
})

test('a category is merged into another from the list', async ({ page, signIn, server }) => {
  const { sql } = server
  const [gone, kept] = [
    await addCategory(sql, { name: `${newMarker()} A` }),
    await addCategory(sql, { name: `${newMarker()} B` }),
  ]
  await addTool(sql, {}, [gone])
  await signIn({ role: 'editor' })
  await page.goto(`/admin/categories?search=${encodeURIComponent(gone.name)}`)
  await settled(page)
  await page.getByRole('button', { name: `Merge the category ${gone.name}` }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Category that stays' }).selectOption(kept.name)
  await settled(page)
  await expectNoBarrier(page, 'a category')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
  await expect(page.getByText(`${gone.name} was merged into ${kept.name}`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Categories', level: 2 })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText(`${gone.name} is there again`)).toBeVisible()
})

test('the author of a recommendation that was set aside sees it, and why', async ({
  page,
  signIn,
  server,
}) => {
  const { sql } = server
  const [gone, kept] = [await addTool(sql), await addTool(sql)]
  const person = await signIn()
  for (const tool of [gone, kept]) await addUpvote(sql, tool, person)
  await sql.begin(async (t) => {
    const editor = await member(server)
    await t`insert into private.administrators (user_id, granted_by, role) values (${editor.id}, 'test', 'editor')`
    await t`select set_config('request.jwt.claims', ${JSON.stringify({ sub: editor.id, role: 'authenticated' })}, true)`
    await t`select public.merge_tools(${gone.id}, ${kept.id})`
  })
  await page.goto('/profile?tab=upvotes')
  await expect(
    page.getByText('Only you can see this: you also recommend the tool that this one was merged into'),
  ).toHaveCount(1)
  await settled(page)
  await expectNoBarrier(page, 'set aside')
})
