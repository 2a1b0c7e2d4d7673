import { addTool, addUpvote } from '../contract/rows.ts'
import { member } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Members' pages: reached from a recommendation, opened page by page, and turned off in the profile. */

test('a name leads to what else they recommend, page by page, by keyboard', async ({ page, server }) => {
  const writer = await member(server, { username: 'Page_Writer' })
  for (let index = 0; index < 20; index++)
    await addUpvote(server.sql, await addTool(server.sql, { name: `Recommended ${index}` }), writer)
  await page.goto('/')
  await settled(page)
  await page.getByRole('link', { name: '@Page_Writer' }).first().press('Enter')
  await expect(page).toHaveURL('/members/page_writer')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('@Page_Writer')
  const items = page.getByRole('region', { name: 'Recommendations' }).getByRole('listitem')
  await expect(items).toHaveCount(15)
  await page.getByRole('button', { name: 'Load More' }).press('Enter')
  await expect(items).toHaveCount(20)
  await expect(page.getByRole('heading', { name: /^Recommended \d+$/ })).toHaveCount(20)
  await expectNoBarrier(page, "a member's page")
  await page.getByRole('link', { name: 'Recommended 0', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recommended 0')
})

test('a member turns their page off, and on again', async ({ page, server, signIn }) => {
  const person = await signIn()
  await page.goto('/profile')
  const choice = page.getByRole('checkbox', { name: 'Everyone may open my page' })
  await expect(choice).toBeChecked()
  await choice.press('Space')
  await expect(page.getByText('Your choice was saved')).toBeVisible()
  await expect(choice).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Open your page' })).toBeHidden()
  expect((await fetch(`${server.url}/members/${person.username}`)).status).toBe(404)
  await settled(page)
  await page.reload()
  await expect(choice).not.toBeChecked()
  await choice.press('Space')
  await page.getByRole('link', { name: 'Open your page' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`@${person.username}`)
  await expect(page.getByText('No recommendations yet')).toBeVisible()
})
