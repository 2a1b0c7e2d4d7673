import type { Page } from 'playwright/test'
import { card, flagged, type Made, marker, open, refresh } from '../support/admin-flags.ts'
import { button } from '../support/admin-forms.ts'
import { expect, test } from '../support/e2e.ts'

/** Section 4, the automatic refresh of Flagged Content: what appears, when, and that nothing moves. */

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

test.describe('the refresh', () => {
  test('inserts new cards at the top, and moves nothing on the screen', async ({ page, signIn, server }) => {
    // Taller than the page, so that there is nothing to scroll before new cards arrive.
    await page.setViewportSize({ width: 1280, height: 1400 })
    const mark = marker()
    const read = await flagged(server, mark)
    await signIn({ admin: true })
    await page.clock.install()
    await open(page, mark)
    await button(card(page, read), 'Approve').focus()
    const moved = await watchPlace(page, read)
    const [next, newest] = [await flagged(server, mark), await flagged(server, mark)]
    await refresh(page)
    await expect(card(page, newest)).toBeAttached()
    await expect(card(page, next)).toBeAttached()
    await expect(page.getByRole('article').first()).toContainText(newest.tool)
    const above = page.getByRole('button', { name: /new reports? above/ })
    await expect(above).toBeVisible()
    expect(await moved()).toBeLessThanOrEqual(1)
    await expect(button(card(page, read), 'Approve')).toBeFocused()

    await above.click()
    await expect(card(page, newest)).toBeFocused()
    await expect(card(page, newest)).toBeInViewport({ ratio: 0.9 })
    await expect(above).toHaveCount(0)
    await button(card(page, newest), 'Reject').click()
    await expect(page.getByText('Upvote rejected and will remain hidden')).toBeVisible()
  })

  test('keeps the scroll position, and counts cards scrolled to as seen', async ({
    page,
    signIn,
    server,
  }) => {
    const mark = marker()
    const cards: Made[] = []
    for (let n = 0; n < 6; n++) cards.push(await flagged(server, mark))
    const [last, decided] = cards
    if (!last || !decided) throw new Error('there are six')
    await signIn({ admin: true })
    await page.clock.install()
    await open(page, mark)
    await expect(page.getByRole('article')).toHaveCount(6)
    await button(card(page, decided), 'Reject').click()
    await expect(button(card(page, decided), 'Undo')).toBeVisible()
    await card(page, last).scrollIntoViewIfNeeded()
    const before = await card(page, last).boundingBox()
    await flagged(server, mark)
    const newest = await flagged(server, mark)
    await refresh(page)
    await expect(page.getByRole('article')).toHaveCount(8)
    await expect(button(page, '2 new reports above')).toBeVisible()
    const after = await card(page, last).boundingBox()
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1)
    await expect(button(card(page, decided), 'Undo')).toBeVisible()
    await card(page, newest).scrollIntoViewIfNeeded()
    await expect(button(page, '1 new report above')).toHaveCount(0)
    await expect(button(page, '2 new reports above')).toHaveCount(0)
  })
})
