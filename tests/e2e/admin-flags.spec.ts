import type { Page } from 'playwright/test'
import { member } from '../support/actors.ts'
import { card, flagged, type Made, marker, open, refresh, report } from '../support/admin-flags.ts'
import { button } from '../support/admin-forms.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, expectToFit, settled, test } from '../support/e2e.ts'

/** Sections 2 and 4, Flagged Content: search, filter and pages of the queue, its keys, and its automatic refresh. */

test('works by keyboard, is accessible, and does not overflow', async ({ page, signIn, server }) => {
  const mark = marker()
  const long = await flagged(server, mark, { reason: 'W'.repeat(200) })
  await report(server, await member(server), long.id, 'x'.repeat(1000))
  for (let n = 0; n < 3; n++) await report(server, await member(server), long.id, `🚩 number ${n}`)
  const one = await flagged(server, mark)
  await signIn({ admin: true })
  await open(page, mark)
  await expect(page.getByRole('article')).toHaveCount(2)
  await button(card(page, long), 'Show all 5 reports').click()
  await expectNoBarrier(page, 'flagged content')
  await button(page, 'Pending').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(button(page, 'Approved')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('article')).toHaveCount(2)
  await button(card(page, one), 'Approve').focus()
  await page.keyboard.press('Tab')
  await expect(button(card(page, one), 'Reject')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Upvote rejected and will remain hidden')).toBeVisible()
  await expect(card(page, one)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(card(page, one), 'Undo')).toBeFocused()
  await expectNoBarrier(page, 'a decided card')
  await page.keyboard.press('Enter')
  await expect(button(card(page, one), 'Delete')).toBeVisible()
  await button(card(page, one), 'Delete').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Upvote deleted permanently')).toBeVisible()
  await expect(card(page, one)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button(card(page, one), 'Undo')).toBeFocused()
  await expectNoBarrier(page, 'a deleted card')
  await expectToFit(page, 1280, 390, 320)
  await settled(page)
})

/** Records per frame from now on how far the card has moved on the screen. */
async function watchPlace(page: Page, of: Made): Promise<() => Promise<number>> {
  const watched = await card(page, of).evaluateHandle((element) => {
    const place = { top: element.getBoundingClientRect().top, moved: 0 }
    const look = () => {
      place.moved = Math.max(place.moved, Math.abs(element.getBoundingClientRect().top - place.top))
      requestAnimationFrame(look)
    }
    look()
    return place
  })
  return () => watched.evaluate(({ moved }) => moved)
}

test('the refresh counts new cards and moves nothing; they are shown on demand', async ({
  page,
  signIn,
  server,
}) => {
  const mark = marker()
  const [last, decided] = [await flagged(server, mark), await flagged(server, mark)]
  for (let n = 0; n < 4; n++) await flagged(server, mark)
  await signIn({ admin: true })
  await page.clock.install()
  await open(page, mark)
  await expect(page.getByRole('article')).toHaveCount(6)
  await button(card(page, decided), 'Reject').click()
  await expect(button(card(page, decided), 'Undo')).toBeVisible()
  await card(page, last).scrollIntoViewIfNeeded()
  await button(card(page, last), 'Approve').focus()
  const moved = await watchPlace(page, last)
  await flagged(server, mark)
  const newest = await flagged(server, mark)
  await refresh(page)
  const show = button(page, '2 new: show')
  await expect(show).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('article')).toHaveCount(6)
  expect(await moved()).toBeLessThanOrEqual(1)
  await expect(button(card(page, last), 'Approve')).toBeFocused()

  await show.click()
  await expect(page.getByRole('article')).toHaveCount(8)
  await expect(page.getByRole('article').first()).toContainText(newest.tool)
  await expect(card(page, newest)).toBeFocused()
  await expect(card(page, newest)).toBeInViewport({ ratio: 0.9 })
  await expect(show).toHaveCount(0)
  await expect(button(card(page, decided), 'Undo')).toBeVisible()
  await button(card(page, newest), 'Reject').click()
  await expect(page.getByText('Upvote rejected and will remain hidden')).toBeVisible()
})
