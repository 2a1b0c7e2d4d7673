import type { Person } from '../support/actors.ts'
import { administrator, member, recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test, tornWords } from '../support/e2e.ts'
import type { TestServer } from '../support/test-server.ts'

/** The bell in the header and the list of notices, as a member finds them. */

/** Reports this member's recommendation of the tool, and has it decided. */
async function decided(server: TestServer, author: Person, slug: string, reason: string): Promise<void> {
  const [reporter, moderator] = [await member(server), await administrator(server, 'moderator')]
  const upvote_id = await recommend(server, author, slug, 'Hears every word.')
  await reporter.client.from('upvote_flags').insert({ upvote_id, reason: 'Spam', flagged_by: reporter.id })
  const cases = [{ id: upvote_id, seen: 1 }]
  const answer = await moderator.client.rpc('decide_several', { cases, decision: 'rejected', reason })
  if (answer.error) throw new Error(answer.error.message)
}

const BELL = /^Notices/

test('a member hears of a decision at the bell, reads why, and marks it as read by the keyboard', async ({
  page,
  server,
  signIn,
}) => {
  const person = await signIn()
  await page.goto('/')
  const bell = page.getByRole('banner').getByRole('link', { name: BELL })
  await expect(bell).toHaveAccessibleName('Notices')
  await bell.click()
  await expect(page).toHaveURL('/profile?tab=notices')
  await expect(page.getByText('Nothing has happened yet')).toBeVisible()
  await expectNoBarrier(page, 'no notices')

  await decided(server, person, 'whisper', 'It advertises')
  await page.goto('/')
  await expect(bell).toHaveAccessibleName('Notices, 2 unread')
  await bell.focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('tabpanel', { name: 'Notices' })
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  const [newest, oldest] = [panel.getByRole('listitem').first(), panel.getByRole('listitem').last()]
  await expect(newest).toContainText('A moderator upheld a report: your recommendation is hidden.')
  await expect(newest).toContainText('It advertises')
  await expect(oldest).toContainText('hidden until a moderator has reviewed')
  await expectNoBarrier(page, 'notices')

  await oldest.getByRole('button', { name: 'Mark as read: Whisper' }).press('Enter')
  await expect(bell).toHaveAccessibleName('Notices, 1 unread')
  await expect(oldest.getByText('Unread')).toHaveCount(0)
  await newest.getByRole('link', { name: 'See My Upvotes' }).click()
  await expect(page.getByText('Hidden: a moderator upheld a report')).toBeVisible()
  await expect(bell).toHaveAccessibleName('Notices')
})

test('all are marked as read at once, and stay so; more are loaded below', async ({
  page,
  server,
  signIn,
}) => {
  const person = await signIn()
  await server.sql`
    insert into private.notices (member_id, kind, cause, tool_name)
    select ${person.id}, 'report_deleted', 'test', 'Tool ' || n from generate_series(1, 130) n`
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/profile?tab=notices')
  const bell = page.getByRole('banner').getByRole('link', { name: BELL })
  await expect(bell).toHaveAccessibleName('Notices, more than 99 unread')
  expect(await tornWords(bell.getByText('99+'))).toEqual([])
  const items = page.getByRole('tabpanel').getByRole('listitem')
  await expect(items).toHaveCount(20)
  await page.getByRole('button', { name: 'Load more notices' }).click()
  await expect(items).toHaveCount(40)
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter')
  await expect(bell).toHaveAccessibleName('Notices')
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Notices' })).toBeFocused()
  await page.reload()
  await expect(items).toHaveCount(20)
  await expect(items.getByText('Unread')).toHaveCount(0)
})
