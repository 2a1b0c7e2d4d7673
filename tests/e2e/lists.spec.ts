import { addTool } from '../contract/rows.ts'
import { member, sessionOf } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Lists of members, by keyboard: made on a tool's page, put in order, made public, reported and hidden. */

test('a member makes a list, orders it, writes a note, and shows it to everyone', async ({
  page,
  signIn,
  browser,
  server,
}) => {
  await signIn({ username: 'List_Maker' })
  await page.goto('/tools/udio')
  await page.getByRole('button', { name: 'Add to a list: Udio' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add Udio to your lists' })
  await dialog.getByRole('textbox', { name: 'New list' }).fill('For songs')
  await dialog.getByRole('textbox', { name: 'New list' }).press('Enter')
  await expect(dialog.getByRole('checkbox', { name: 'For songs' })).toBeChecked()
  await expectNoBarrier(page, 'add to a list')
  await page.keyboard.press('Escape')
  await page.goto('/tools/suno')
  await page.getByRole('button', { name: 'Add to a list: Suno' }).press('Enter')
  await page.getByRole('checkbox', { name: 'For songs' }).press('Space')
  await expect(page.getByRole('checkbox', { name: 'For songs' })).toBeChecked()
  await settled(page)
  await page.getByRole('link', { name: 'See your lists' }).press('Enter')

  await page.getByRole('list', { name: 'Your lists' }).getByRole('link', { name: 'For songs' }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'For songs', exact: true })).toBeVisible()
  const names = page.getByRole('list', { name: 'For songs' }).getByRole('article').getByRole('heading')
  await expect(names).toHaveText(['Udio', 'Suno'])
  const up = page.getByRole('button', { name: 'Move Suno up' })
  await up.press('Enter')
  await expect(names).toHaveText(['Suno', 'Udio'])
  await expect(up).toBeFocused()
  await page.getByRole('button', { name: 'Add a note about Udio' }).press('Enter')
  await page.getByRole('textbox', { name: 'Note' }).fill('For voices.')
  await page.getByRole('button', { name: 'Save', exact: true }).press('Enter')
  await expect(page.getByText('For voices.')).toBeVisible()
  const everyone = page.getByRole('checkbox', { name: 'Everyone may see this list' })
  await everyone.press('Space')
  await expect(everyone).toBeChecked()
  await expectNoBarrier(page, 'a list to change')
  await page.getByRole('link', { name: 'Open its page' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'For songs' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Change this list' })).toBeVisible()
  await expectNoBarrier(page, "a list's page")

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(page.url())
  await expect(visitor.getByRole('list', { name: 'For songs' }).getByRole('heading')).toHaveText([
    'Suno',
    'Udio',
  ])
  await expect(visitor.getByRole('button', { name: 'Report this list' })).toBeHidden()
  await visitor.getByRole('link', { name: '@List_Maker' }).click()
  await expect(visitor.getByRole('link', { name: 'For songs' })).toBeVisible()
  await visitor.context().close()

  // Another member reports it, and a moderator hides it and takes that back.
  const address = new URL(page.url()).pathname
  const session = await sessionOf(server, await member(server))
  const reporter = await (await browser.newContext()).newPage()
  await reporter.goto(`${server.url}/robots.txt`)
  await reporter.evaluate(
    (value) => localStorage.setItem('sb-127-auth-token', value),
    JSON.stringify(session),
  )
  await reporter.goto(server.url + address)
  await reporter.getByRole('button', { name: 'Report this list' }).press('Enter')
  await reporter
    .getByRole('dialog', { name: 'Flag this list?' })
    .getByRole('textbox')
    .fill('It sells something.')
  await reporter.getByRole('button', { name: 'Submit' }).press('Enter')
  await expect(reporter.getByText('Content has been flagged for review')).toBeVisible()
  await reporter.context().close()

  await signIn({ role: 'moderator' })
  await page.goto('/admin/flags?tab=alerts')
  const reported = page.getByRole('region', { name: 'Reported lists and answers' })
  await expect(reported).toContainText('It sells something.')
  await expect(page.getByText('All clear.')).toBeHidden()
  await expectNoBarrier(page, 'reported lists and answers')
  await reported.getByRole('button', { name: 'Hide: For songs' }).press('Enter')
  await expect(reported.getByRole('button', { name: 'Undo: For songs' })).toBeVisible()
  await expect(page.getByText('All clear.')).toBeVisible()
  expect((await fetch(server.url + address)).status).toBe(404)
  await reported.getByRole('button', { name: 'Undo: For songs' }).press('Enter')
  await expect(reported.getByRole('button', { name: 'Hide: For songs' })).toBeVisible()
  expect((await fetch(server.url + address)).status).toBe(200)
  await page.goto('/admin/audit')
  await expect(page.getByText('hid the list').first()).toBeVisible()
})

test('a list is renamed, emptied and deleted', async ({ page, server, signIn }) => {
  const person = await signIn()
  const { data: list_id } = await person.client.rpc('save_my_list', { name: 'Before' })
  const tool = await addTool(server.sql, { name: 'Only one' })
  await person.client.rpc('set_listed', { list_id: list_id ?? '', tool_id: tool.id })
  await page.goto('/profile?tab=saved')
  await page.getByRole('link', { name: 'Before' }).press('Enter')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('After')
  await name.press('Enter')
  await expect(page.getByRole('heading', { name: 'After' })).toBeVisible()
  await page.getByRole('button', { name: 'Take Only one out' }).press('Enter')
  await expect(page.getByText('Nothing is in this list yet')).toBeVisible()
  await page.getByRole('button', { name: 'Delete list' }).press('Enter')
  const asks = page.getByRole('dialog', { name: 'Delete the list After?' })
  await asks.getByRole('button', { name: 'Delete list' }).press('Enter')
  await expect(page.getByText('The list was deleted')).toBeVisible()
  await expect(page).toHaveURL('/profile?tab=saved')
  await expect(page.getByRole('list', { name: 'Your lists' })).toBeHidden()
})
