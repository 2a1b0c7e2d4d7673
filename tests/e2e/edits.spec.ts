import type { Page } from 'playwright/test'
import { member, recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** A member changes what they wrote, by keyboard alone; a moderator reads what it was. */

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Edit your recommendation' })

test('the author edits on the tool’s page and in the profile; readers see that, moderators also what it was', async ({
  page,
  signIn,
  server,
}) => {
  const author = await signIn()
  const id = await recommend(server, author, 'udio', 'Hums along.')
  await page.goto('/tools/udio')
  await settled(page)
  const own = page.getByRole('figure').filter({ hasText: `@${author.username}` })
  await expect(own).not.toContainText('edited')
  const button = own.getByRole('button', { name: 'Edit' })
  await button.press('Enter')
  const field = dialogOf(page).getByRole('textbox', { name: 'Reason' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Hums along.')
  await expectNoBarrier(page, 'editing')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toContainText('Please provide a reason for your upvote')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.type('Sings along.')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field, 'a text begun is kept').toHaveValue('Sings along.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Recommendation updated')).toBeVisible()
  await expect(own).toContainText('Sings along.')
  await expect(own.getByText('edited', { exact: true })).toHaveAttribute('title', /^Edited on \d/)
  await expect(button).toBeFocused()
  await expectNoBarrier(page, 'an edited recommendation')

  await page.goto('/profile?tab=upvotes')
  const item = page.getByRole('listitem').filter({ hasText: 'Sings along.' })
  await expect(item.getByText('edited', { exact: true })).toBeVisible()
  await item.getByRole('button', { name: 'Edit your recommendation of Udio' }).press('Enter')
  await expect(field).toHaveValue('Sings along.')
  await field.fill('Sings along, in tune.')
  await field.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('“Sings along, in tune.”')).toBeVisible()
  await settled(page)

  const reporter = await member(server)
  await reporter.client
    .from('upvote_flags')
    .insert({ upvote_id: id, flagged_by: reporter.id, reason: 'Spam' })
  await signIn({ role: 'moderator' })
  await page.goto('/admin/flags')
  const row = page.getByRole('article').filter({ hasText: 'Sings along, in tune.' })
  await expect(row).not.toContainText('Hums along.')
  await row.getByRole('button', { name: /^Details of/ }).press('Enter')
  const former = row.getByRole('region', { name: 'Former texts' })
  await expect(former.getByRole('figure')).toHaveText([/^Sings along\./, /^Hums along\./])
  await expectNoBarrier(page, 'former texts')
})
