import type { Page } from 'playwright/test'
import { administrator, member } from '../support/actors.ts'
import { card, decide, flagged, type Made, marker, open, refresh, report } from '../support/admin-flags.ts'
import { button } from '../support/admin-forms.ts'
import { expect, test } from '../support/e2e.ts'

/** Section 4, Flagged Content is refreshed by itself: what comes, when, and that it moves nothing. */

/** From now on, frame by frame: by how much the card was ever moved on the screen. */
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
  test('brings new cards to the top by itself, and moves nothing on the screen', async ({
    page,
    signIn,
    server,
  }) => {
    // Higher than the page, so that there is nothing to scroll before the new ones are there.
    await page.setViewportSize({ width: 1280, height: 1400 })
    const mark = marker()
    const read = await flagged(server, mark)
    await signIn({ admin: true })
    await open(page, mark)
    await button(card(page, read), 'Approve').focus()
    const moved = await watchPlace(page, read)
    const [next, newest] = [await flagged(server, mark), await flagged(server, mark)]
    await expect(card(page, newest)).toBeAttached({ timeout: 20_000 })
    await expect(card(page, next)).toBeAttached({ timeout: 20_000 })
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

  test('keeps the place wherever one reads, and forgets what was scrolled to', async ({
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

  test('marks what was decided elsewhere where it is', async ({ page, signIn, server }) => {
    const mark = marker()
    const cards = [await flagged(server, mark), await flagged(server, mark), await flagged(server, mark)]
    const [last, second, read] = cards
    if (!last || !second || !read) throw new Error('there are three')
    await signIn({ admin: true })
    const colleague = await administrator(server)
    await page.clock.install()
    await open(page, mark)
    await expect(page.getByRole('article')).toHaveCount(3)
    const height = async () => (await card(page, last).boundingBox())?.height
    const before = await height()
    await decide(colleague, second, 'rejected')
    await colleague.client.from('tool_upvotes').delete().eq('id', read.id)
    await refresh(page)
    await expect(card(page, second)).toContainText(`@${colleague.username} rejected this`)
    await expect(button(card(page, second), 'Approve')).toHaveCount(0)
    await expect(card(page, read)).toContainText(`@${colleague.username} deleted this`)
    await expect(card(page, read)).toContainText(read.reason)
    await expect(button(card(page, read), 'Undo')).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(3)
    expect(await height()).toBe(before)
    await expect(button(page, 'Pending')).toHaveAccessibleDescription('1 recommendation')
  })

  test('comes every ten seconds, and brings the first card by itself', async ({ page, signIn, server }) => {
    const mark = marker()
    await signIn({ admin: true })
    await page.clock.install()
    await open(page, mark)
    await expect(page.getByText('No flagged content matches your search.')).toBeVisible()
    const one = await flagged(server, mark)
    await refresh(page)
    await expect(card(page, one)).toBeVisible()
    await report(server, await member(server), one.id, 'A second one')
    await refresh(page)
    await expect(card(page, one)).toContainText('A second one')
  })

  test('comes when the window has the focus again, once it is stale', async ({ page, signIn, server }) => {
    const mark = marker()
    const one = await flagged(server, mark)
    await signIn({ admin: true })
    await open(page, mark)
    await expect(card(page, one)).toBeVisible()
    // Away for a minute: a hidden page is not refreshed.
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      const now = Date.now
      Date.now = () => now() + 60_000
    })
    const answered = page.waitForResponse(/rpc\/watch_flagged/)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await answered
  })
})
