import type { Page } from 'playwright/test'
import { expect, settled, test } from '../support/e2e.ts'

const QUESTION = 'Why do you recommend this tool?'

/** A hydrated page. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

test('an upvote shows wherever its tool does', async ({ page, signIn }) => {
  await signIn()
  await open(page, '/categories/music')
  const control = page.getByRole('button', { name: /^Upvoted? Suno/ })
  // Other tests of this server recommend it too.
  const before = Number(/(\d+) upvote/.exec((await control.getAttribute('aria-label')) ?? '')?.[1])
  const named = (verb: string, count: number) =>
    `${verb} Suno, ${count} ${count === 1 ? 'upvote' : 'upvotes'}`
  await expect(control).toHaveAccessibleName(named('Upvote', before))
  await control.click()
  const dialog = page.getByRole('dialog', { name: QUESTION })
  await expect(dialog).toContainText('Share your experience with Suno to help others.')
  await dialog.getByRole('textbox').fill('Hums what I cannot play.')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Thanks for upvoting Suno!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(control).toHaveAccessibleName(named('Upvoted', before + 1))
  await expect(control).toBeFocused()
  await page.getByRole('link', { name: 'Suno', exact: true }).click()
  await expect(page.getByRole('button', { name: `Upvoted ${before + 1}`, exact: true })).toBeVisible()
  await expect(page.getByRole('figure').filter({ hasText: 'Hums what I cannot play.' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByText('Successfully signed out!')).toBeVisible()
  await open(page, '/categories/music')
  await expect(control).toHaveAccessibleName(named('Upvote', before + 1))
})
