import type { Page } from 'playwright/test'
import { administrator, member } from '../support/actors.ts'
import { card, flagged, marker, open } from '../support/admin-flags.ts'
import { button } from '../support/admin-forms.ts'
import { burst, flaggedMany } from '../support/admin-inbox.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, expectToFit, settled, test } from '../support/e2e.ts'

/** The inbox as a daily job: keys, several cases at once, a person beside them, filters, and alerts. */

const current = (page: Page) => page.locator('article[data-current]')
const drawer = (page: Page) => page.getByRole('dialog')
const bar = (page: Page) => page.getByRole('region', { name: 'Selected' })
const gathered = (page: Page) => page.getByRole('region', { name: 'Decided' })

test('thirty reports, more than a page, are decided with the keyboard, each with one key', async ({
  page,
  signIn,
  server,
}) => {
  const mark = marker()
  for (let n = 0; n < 2; n++) await flaggedMany(server, `${mark}-${n}`, 15, await member(server))
  await signIn({ admin: true })
  await open(page, mark)
  await expect(button(page, 'Pending')).toHaveAccessibleDescription('30 recommendations')
  const keys = ['r', 'a', 'r', 'd']
  await page.keyboard.press('j')
  for (let n = 0; n < 30; n++) {
    await expect(current(page)).toBeVisible()
    await page.keyboard.press(keys[n % 4] ?? 'r')
  }
  await expect(page.getByText('Nothing else is waiting for you.')).toBeVisible()
  await expect(gathered(page).getByText('30 decided')).toBeVisible()
  await expect
    .poll(async () => {
      const [left] = await server.sql<{ count: string }[]>`
        select count(*) from public.upvote_flags where status = 'pending' and reason like ${`%${mark}%`}`
      return Number(left?.count)
    })
    .toBe(0)
  await settled(page)
})

test('a wave of forty from one account is gone in five actions, and back in one', async ({
  page,
  signIn,
  server,
}) => {
  const mark = marker()
  const spammer = await member(server)
  await flaggedMany(server, mark, 40, spammer)
  await signIn({ admin: true })
  await open(page, mark)
  const first = page.getByRole('article').first()
  let actions = 0
  const act = async (what: () => Promise<void>) => {
    actions++
    await what()
  }
  await act(() => first.getByRole('button', { name: `@${spammer.username}`, exact: true }).click())
  await expect(drawer(page).getByText('40 wait', { exact: true })).toBeVisible()
  await act(() => button(drawer(page), 'Reject all and suspend').click())
  await act(() => button(drawer(page), 'Advertising').click())
  await act(() => button(drawer(page), 'Reject 40 and suspend').click())
  await expect(
    page.getByText(`40 recommendations rejected. @${spammer.username} has been suspended.`),
  ).toBeVisible()
  expect(actions).toBeLessThanOrEqual(5)
  await expect(drawer(page).getByText('Suspended since')).toBeVisible()
  const states = () => server.sql`
    select flag_status, count(*)::integer from public.tool_upvotes where user_id = ${spammer.id} group by 1`
  expect(await states()).toEqual([{ flag_status: 'rejected', count: 40 }])
  await expectNoBarrier(page, 'the drawer of a suspended member')
  await button(drawer(page), 'Undo').click()
  await expect(page.getByText(/40 decisions undone\.$/)).toBeVisible()
  await expect(drawer(page).getByText('40 wait', { exact: true })).toBeVisible()
  expect(await states()).toEqual([{ flag_status: 'pending', count: 40 }])
  await expect(drawer(page).getByText('Suspended since')).toHaveCount(0)
  await settled(page)
})

test('several are selected and decided at once; what another decided meanwhile is told', async ({
  page,
  signIn,
  server,
}) => {
  const mark = marker()
  const cases = []
  for (let n = 0; n < 4; n++) cases.push(await flagged(server, mark))
  const [oldest, second, third, newest] = cases
  if (!oldest || !second || !third || !newest) throw new Error('four were made')
  const other = await administrator(server)
  await signIn({ admin: true })
  await open(page, mark)
  await expect(page.getByRole('article')).toHaveCount(4)
  // From the newest to the second oldest, by the keys and with a range.
  await page.keyboard.press('j')
  await expect(card(page, newest)).toBeFocused()
  await page.keyboard.press('x')
  await bar(page).getByRole('button', { name: 'Clear selection' }).press('Enter')
  await expect(card(page, newest), 'not lost with the button').toBeFocused()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('1 selected')
  await card(page, second)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 selected')
  await button(bar(page), 'Add a reason').click()
  await button(bar(page), 'Advertising').click()
  await expectNoBarrier(page, 'selected cases')
  await other.client.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', third.id)
  await bar(page)
    .getByRole('button', { name: /^Reject/ })
    .click()
  await expect(page.getByText('2 recommendations rejected. 1 was decided by someone else.')).toBeVisible()
  await expect(card(page, third)).toContainText(`@${other.username} approved this`)
  const reasons = await server.sql`
    select reason from private.moderation_decisions where upvote_id in (${newest.id}, ${second.id})`
  expect(reasons).toEqual([{ reason: 'Advertising' }, { reason: 'Advertising' }])
  await gathered(page).getByText('2 decided').click()
  await expectNoBarrier(page, 'decided cases')
  await button(gathered(page), 'Undo all 2').click()
  await expect(page.getByText('2 decisions undone.')).toBeVisible()
  await expect(gathered(page)).toHaveCount(0)
  await expect(button(card(page, newest), 'Reject')).toBeVisible()
  await settled(page)
})

test('the keys: moving, opening, a reason, undo, the list of keys, and none while typing', async ({
  page,
  signIn,
  server,
}) => {
  const mark = marker()
  const [older, newer] = [await flagged(server, mark), await flagged(server, mark)]
  await signIn({ admin: true })
  await open(page, mark)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(card(page, older)).toBeFocused()
  await page.keyboard.press('k')
  await expect(card(page, newer)).toBeFocused()
  await page.keyboard.press('o')
  const reason = card(page, newer).getByLabel('Reason')
  await expect(reason).toBeVisible()
  await expectNoBarrier(page, 'an open case')
  await reason.fill('A dark area')
  await reason.press('a')
  await expect(reason).toHaveValue('A dark areaa')
  await expect(gathered(page)).toHaveCount(0)
  await card(page, newer).focus()
  await page.keyboard.press('r')
  await expect(page.getByText('Upvote rejected and will remain hidden')).toBeVisible()
  await expect(card(page, older)).toBeFocused()
  const [stored] = await server.sql`
    select reason from private.moderation_decisions where upvote_id = ${newer.id}`
  expect(stored).toEqual({ reason: 'A dark areaa' })
  await page.keyboard.press('u')
  await expect(page.getByText('Decision undone. It is pending again.')).toBeVisible()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keys' })
  await expect(list).toBeVisible()
  await expectNoBarrier(page, 'the list of keys')
  await page.keyboard.press('d')
  await list.getByRole('checkbox').click()
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await card(page, older).focus()
  await page.keyboard.press('d')
  await expect(gathered(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByRole('dialog', { name: 'Keys' }).getByRole('checkbox').click()
  await page.keyboard.press('Escape')
  await card(page, older).focus()
  await page.keyboard.press('d')
  await expect(page.getByText('Upvote deleted permanently')).toBeVisible()
  await settled(page)
})

test('oldest first, one person and one tool are filters of the address', async ({ page, signIn, server }) => {
  const mark = marker()
  const author = await member(server)
  const mine = await flagged(server, mark, { author })
  const other = await flagged(server, mark)
  await signIn({ admin: true })
  await open(page, mark)
  await expect(page.getByRole('article').first()).toContainText(other.tool)
  await button(page, 'Oldest first').click()
  await expect(page).toHaveURL(/order=oldest/)
  await expect(page.getByRole('article').first()).toContainText(mine.tool)
  // What arrives comes last, by itself.
  const latest = await flagged(server, mark)
  await expect(page.getByRole('article').last()).toContainText(latest.tool, { timeout: 15_000 })
  await card(page, mine).getByRole('button', { name: mine.writer, exact: true }).click()
  await expect(drawer(page)).toContainText(mine.reason)
  await button(drawer(page), 'Show only theirs').click()
  await expect(page).toHaveURL(new RegExp(`member=${author.username}`))
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await button(page, `Remove the filter ${mine.writer}`).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await card(page, other)
    .getByRole('button', { name: /^Details of/ })
    .click()
  await button(card(page, other), `Only ${other.tool}`).click()
  await expect(page).toHaveURL(/tool=tool-/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(3)
  // A reporter is a person too.
  await card(page, other).getByRole('button', { name: other.reporter, exact: true }).click()
  await button(drawer(page), 'Show only theirs').click()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, other)).toBeVisible()
  await settled(page)
})

test('an appeal waits in its own part, and what waits is in the title and on the icon', async ({
  page,
  signIn,
  server,
}) => {
  const mark = marker()
  const [author, other] = [await member(server), await administrator(server)]
  const made = await flagged(server, mark, { author })
  await other.client.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', made.id)
  await author.client.from('upvote_appeals').insert({ upvote_id: made.id, reason: `I use it, ${mark}.` })
  await signIn({ admin: true })
  await open(page, mark)
  await expect(page.getByText('No flagged content matches your search.')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Parts of the inbox' })
    .getByRole('link', { name: /^Appeals/ })
    .click()
  await expect(page).toHaveURL(/tab=appeals/)
  await expect(card(page, made).getByRole('region', { name: "The author's appeal" })).toContainText(mark)
  await expect(page).toHaveTitle(/^\(\d+\) Flags - Admin Dashboard - /)
  const icon = page.locator('link[rel="icon"]')
  await expect(icon).toHaveAttribute('href', /^data:image\/png/)
  await expectNoBarrier(page, 'appeals')
  await page.getByRole('tab', { name: 'Members' }).click()
  await expect(page).toHaveTitle(/^\(\d+\) Members - /)
  await page.getByRole('link', { name: 'Plaudit' }).first().click()
  await expect(page).toHaveTitle(/^Plaudit/)
  await expect(icon).not.toHaveAttribute('href', /^data:/)
  await settled(page)
})

test('an alert names who recommends at once; they are set aside together, and counted again', async ({
  page,
  signIn,
  server,
}) => {
  const { name, members } = await burst(server, 12)
  await signIn({ admin: true })
  await page.goto('/admin/flags?tab=alerts')
  const alert = page.getByRole('article', { name: new RegExp(`^${name}`) })
  await expect(alert).toContainText('Many new members at once')
  await expect(alert).toContainText('Nearly the same text')
  await button(alert, 'Show all 12').click()
  for (const { username } of members) await expect(alert).toContainText(`@${username}`)
  await expect(button(alert, 'Do not count')).toBeDisabled()
  await button(alert, 'Select all 12').click()
  await button(alert, 'Do not count 12').click()
  await expectNoBarrier(page, 'an alert')
  await button(alert, 'Do not count 12').click()
  await expect(page.getByText('12 recommendations are no longer counted')).toBeVisible()
  await expect(alert).toHaveCount(0)
  const weights = () => server.sql`
    select count(*)::integer as voided from public.tool_upvotes v join public.tools t on t.id = v.tool_id
    where t.name = ${name} and v.weight = 0`
  expect(await weights()).toEqual([{ voided: 12 }])
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('12 recommendations are counted again')).toBeVisible()
  await expect(alert).toBeVisible()
  expect(await weights()).toEqual([{ voided: 0 }])
  await button(alert, `Close the alert about ${name}`).press('Enter')
  await expect(page.getByText('Alert closed')).toBeVisible()
  await expect(alert).toHaveCount(0)
  await expect(page.locator(':focus'), 'not lost with the button').toHaveCount(1)
  await settled(page)
})

test('nothing overflows at any width', async ({ page, signIn, server }) => {
  const mark = marker()
  const author = await member(server, { username: `${'w'.repeat(24)}${Date.now() % 1e6}` })
  const long = await flagged(server, mark, { reason: 'W'.repeat(200), author })
  await signIn({ admin: true })
  await open(page, mark)
  await card(page, long)
    .getByRole('button', { name: /^Details of/ })
    .click()
  await card(page, long).getByRole('checkbox').check()
  await expectToFit(page, 1280, 768, 390, 320)
  await settled(page)
})
