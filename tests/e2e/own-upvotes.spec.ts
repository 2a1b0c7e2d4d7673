import { subMonths } from 'date-fns'
import type { Page } from 'playwright/test'
import { recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'

/** Section 2, My Upvotes: the list, why one may be hidden, and deleting. */

const item = (page: Page, tool: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: tool, exact: true }) })

test('deleting one asks, marks only that one, and updates every list and count', async ({
  page,
  signIn,
  server,
}) => {
  const person = await signIn()
  await recommend(server, person, 'whisper', 'Hears everything.', subMonths(new Date(), 3))
  await recommend(server, person, 'suno', 'Sings everything.')
  await page.goto('/tools/whisper')
  const control = page.getByRole('button', { name: /^Upvote/ })
  await expect(page.getByText('Hears everything.')).toBeVisible()
  await expect(control).toHaveAccessibleName(/^Upvoted \d+$/)
  const before = Number(/\d+/.exec(await control.innerText())?.[0])
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await page.getByRole('tab', { name: 'My Upvotes' }).click()
  await expect(page.getByRole('heading', { name: "Tools You've Upvoted" })).toBeVisible()
  const whisper = item(page, 'Whisper')
  await expect(whisper).toContainText('“Hears everything.”')
  await expect(whisper).toContainText('Upvoted 3 months ago')

  const button = whisper.getByRole('button', { name: 'Delete upvote for Whisper' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete upvote?' })
  await expect(dialog).toContainText(
    'This action cannot be undone. This will permanently delete your upvote for Whisper.',
  )
  await expectNoBarrier(page, 'delete upvote')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/tool_upvotes*', async (route) => {
    if (route.request().method() === 'DELETE') await answered
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(whisper.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  await expect(item(page, 'Suno').getByRole('button', { name: 'Delete upvote for Suno' })).toBeEnabled()
  answer()
  await expect(page.getByText('Upvote deleted successfully')).toBeVisible()
  await expect(whisper).toHaveCount(0)
  await expect(page.getByRole('heading', { name: "Tools You've Upvoted" })).toBeFocused()
  await expect(item(page, 'Suno')).toBeVisible()

  await page.goBack()
  await expect(control, 'without a reload').toHaveAccessibleName(/^Upvote \d+$/)
  await expect(control).toContainText(String(before - 1))
  await expect(page.getByText('Hears everything.')).toHaveCount(0)
})
