import { member } from '../support/actors.ts'
import { card, flagged, marker, open, report } from '../support/admin-flags.ts'
import { button } from '../support/admin-forms.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, holdBack, settled, test } from '../support/e2e.ts'

/** Section 2, Flagged Content: search, filter and pages of the queue, and access to it. */

test('shows what waits, with every report, and keeps filter and search in the address', async ({
  page,
  signIn,
  server,
}) => {
  const mark = marker()
  const first = await flagged(server, mark)
  await report(server, await member(server), first.id, 'And it names my street')
  const other = await flagged(server, mark)
  await signIn({ admin: true })
  const list = await holdBack(page, '**/rpc/list_flagged*')
  await page.goto('/admin/flags')
  await expect(page.locator('[data-skeleton="flagged"]')).toHaveCount(3)
  list.letThrough()
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
  await expect(button(page, 'Pending')).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('searchbox', { name: 'Search flagged content' }).fill(mark)
  await expect(page).toHaveURL(new RegExp(`q=${mark}`))
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(button(page, 'Pending')).toHaveAccessibleDescription('2 recommendations')
  await expect(card(page, first)).toHaveAccessibleName(`${first.tool} ${first.writer}`)
  await expect(card(page, first)).toContainText(first.reason)
  await expect(card(page, first)).toContainText('2 reports')
  await expect(card(page, first)).toContainText('And it names my street')
  await expect(card(page, first).getByRole('listitem').nth(1)).toContainText(
    new RegExp(`^Reported as ${mark}${first.reporter}[^·]* ago$`),
  )
  await expect(card(page, first).getByRole('link', { name: first.tool })).toHaveAttribute(
    'href',
    /\/tools\/tool-/,
  )

  await button(card(page, other), 'Approve').click()
  await expect(page.getByText('Upvote approved and is now visible again')).toBeVisible()
  await button(page, 'Approved').click()
  await expect(page).toHaveURL(/status=approved/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, other)).toContainText('You approved this')
  for (const name of ['Approve', 'Reject', 'Delete'])
    await expect(button(card(page, other), name)).toHaveCount(0)
  await button(page, 'All').click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(button(page, 'All')).toHaveAccessibleDescription('2 recommendations')
  await button(page, 'Rejected').click()
  await expect(page.getByText('No flagged content matches your search.')).toBeVisible()
  await page.goBack()
  await expect(button(page, 'All')).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByRole('searchbox')).toHaveValue(mark)
})

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
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
  }
  await settled(page)
})
