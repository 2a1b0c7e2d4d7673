import { administrator, member } from '../support/actors.ts'
import { card, decide, flagged, marker, open, report } from '../support/admin-flags.ts'
import { button } from '../support/admin-forms.ts'
import { expect, test } from '../support/e2e.ts'

/** Sections 4, 8 and 9 on moderation: decisions and their messages, two administrators, and the undo. */

test('approve, reject and delete do what they say, once', async ({ page, signIn, server }) => {
  const mark = marker()
  const [approved, rejected, deleted] = [
    await flagged(server, mark),
    await flagged(server, mark),
    await flagged(server, mark),
  ]
  await signIn({ admin: true })
  await open(page, mark)
  await button(card(page, approved), 'Approve').click()
  await expect(page.getByText('Upvote approved and is now visible again')).toBeVisible()
  await button(card(page, rejected), 'Reject').click()
  await expect(page.getByText('Upvote rejected and will remain hidden')).toBeVisible()
  await button(card(page, deleted), 'Delete').click()
  await expect(page.getByText('Upvote deleted permanently')).toBeVisible()
  await expect(card(page, deleted)).toBeFocused()
  await expect(page.getByText(deleted.reason)).toHaveCount(0)
  await expect(button(page, 'Pending')).toHaveAccessibleDescription('0 recommendations')
  const rows = await server.sql<{ id: string; flag_status: string }[]>`
    select id, flag_status from public.tool_upvotes where id in (${approved.id}, ${rejected.id}, ${deleted.id})`
  expect(new Map(rows.map((row) => [row.id, row.flag_status]))).toEqual(
    new Map([
      [approved.id, 'approved'],
      [rejected.id, 'rejected'],
    ]),
  )
})

test.describe('two moderators', () => {
  test('on one card: the second is told what the first decided', async ({ page, signIn, server }) => {
    const mark = marker()
    const [one, two, three] = [
      await flagged(server, mark),
      await flagged(server, mark),
      await flagged(server, mark),
    ]
    await signIn({ admin: true })
    const colleague = await administrator(server)
    await open(page, mark)
    await expect(page.getByRole('article')).toHaveCount(3)
    // No refresh: the decision itself must bring the news.
    await page.route('**/rpc/watch_flagged*', () => undefined)
    await decide(colleague, one, 'approved')
    await button(card(page, one), 'Reject').click()
    await expect(
      page.getByText(new RegExp(`@${colleague.username} approved this .* Nothing was changed.`)),
    ).toBeVisible()
    await expect(card(page, one)).toContainText(`@${colleague.username} approved this`)
    await colleague.client.from('tool_upvotes').delete().eq('id', two.id)
    await button(card(page, two), 'Approve').click()
    await expect(
      page.getByRole('listitem').filter({ hasText: `@${colleague.username} deleted this` }),
    ).toBeVisible()
    await report(server, await member(server), three.id, 'Seen by nobody yet')
    await button(card(page, three), 'Approve').click()
    await expect(page.getByText('There is a new report or appeal about this recommendation.')).toBeVisible()
    await expect(card(page, three)).toContainText('Seen by nobody yet')
    await expect(button(card(page, three), 'Approve')).toBeVisible()
    const rows = await server.sql<{ flag_status: string }[]>`
      select flag_status from public.tool_upvotes where id in (${one.id}, ${three.id}) order by flag_status`
    expect(rows.map((row) => row.flag_status)).toEqual(['approved', 'pending'])
  })
})

test.describe('an undo', () => {
  test('of a decision and of a deletion, from the message, the card or the line', async ({
    page,
    signIn,
    server,
  }) => {
    const mark = marker()
    const [one, two, three] = [
      await flagged(server, mark),
      await flagged(server, mark),
      await flagged(server, mark),
    ]
    await signIn({ admin: true })
    await open(page, mark)
    await button(card(page, one), 'Reject').click()
    await expect(page.getByText('Upvote rejected and will remain hidden')).toBeVisible()
    const toast = page.getByRole('listitem').filter({ hasText: 'Upvote rejected' })
    await button(toast, 'Undo').click()
    await expect(page.getByText('Decision undone. It is pending again.')).toBeVisible()
    await expect(button(card(page, one), 'Approve')).toBeVisible()
    await button(card(page, two), 'Approve').click()
    await expect(button(card(page, two), 'Undo')).toBeVisible()
    await button(card(page, two), 'Undo').click()
    await expect(button(card(page, two), 'Approve')).toBeVisible()
    const rows = await server.sql<{ status: string }[]>`
      select status from public.upvote_flags where upvote_id in (${one.id}, ${two.id})`
    expect(rows.map((row) => row.status)).toEqual(['pending', 'pending'])

    await button(card(page, three), 'Delete').click()
    await button(card(page, three), 'Undo').click()
    await expect(card(page, three)).toContainText(`Reported as ${mark}`)
    await expect(card(page, three)).toContainText(three.reason)
    await expect(card(page, three)).toBeFocused()
    const kept = await server.sql`
      select flag_status from public.tool_upvotes where id = ${three.id}`
    expect(kept).toEqual([{ flag_status: 'pending' }])
  })
})
