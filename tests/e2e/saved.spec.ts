import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Saving tools: on cards and pages, in the profile, and as a visitor. */

test('a member saves on a card, finds it in the profile and on the tool’s page, and forgets it again', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/categories/music')
  await settled(page)
  const mark = page.getByRole('checkbox', { name: 'Save Udio', exact: true })
  await mark.press('Enter')
  await expect(mark).toBeChecked()
  await expect(mark).toBeFocused()
  await settled(page)
  await page.reload()
  await expect(mark).toBeChecked()

  await page.goto('/tools/udio')
  const saved = page.getByRole('button', { name: 'Saved Udio', exact: true })
  await expect(saved).toHaveText('Saved')
  await page.goto('/profile')
  await page.getByRole('tab', { name: 'Saved' }).click()
  await expect(page).toHaveURL('/profile?tab=saved')
  const row = page.getByRole('tabpanel', { name: 'Saved' }).getByRole('listitem')
  await expect(row).toContainText('Udio')
  await expectNoBarrier(page, 'saved tools')
  await saved.click()
  await expect(
    row.getByRole('button', { name: 'Save Udio', exact: true }),
    'it can be taken back',
  ).toBeVisible()
  await settled(page)
  await page.reload()
  await expect(page.getByText("You haven't saved any tools yet.")).toBeVisible()
  await expectNoBarrier(page, 'nothing saved')
})

test('below 768 px the bookmark is a target of its own, beside the card’s link', async ({ page, signIn }) => {
  await signIn()
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/categories/music')
  await settled(page)
  const mark = page.getByRole('checkbox', { name: 'Save Udio', exact: true })
  await mark.click()
  await expect(mark).toBeChecked()
  await expect(page).toHaveURL('/categories/music')
})
