import type { Page } from 'playwright/test'
import { administrator, member, type Person, recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, expectToFit, settled, test } from '../support/e2e.ts'

/** Section 2, Flag dialog, and sections 5 and 8, Flagging: who may report what, messages, and visibility afterwards. */

const TITLE = 'Flag this recommendation?'

const report = (reporter: Person, upvote: string) =>
  reporter.client
    .from('upvote_flags')
    .insert({ upvote_id: upvote, flagged_by: reporter.id, reason: 'Advertising' })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await settled(page)
}

const quotation = (page: Page, text: string) => page.getByRole('figure').filter({ hasText: text })
const flagDialog = (page: Page) => page.getByRole('dialog', { name: TITLE })

// Other tests rely on the starter catalogue's counts.
test.afterEach(async ({ server }) => {
  await server.sql`delete from public.tool_upvotes`
})

test('hides the recommendation from others at once, and its author sees why', async ({
  page,
  signIn,
  server,
}) => {
  const [author, reader] = [await signIn(), await member(server)]
  const other = await recommend(server, reader, 'suno', 'A good one.')
  const upvote = await recommend(server, author, 'suno', 'Buy it at my shop.')
  await open(page, '/tools/suno')
  // Offered to members, for recommendations of others.
  const offered = quotation(page, 'A good one.').getByRole('button', { name: 'Flag', exact: true })
  await expect(offered).toHaveAccessibleDescription(`@${reader.username}`)
  await expect(quotation(page, 'Buy it').getByRole('button')).toHaveText(['Edit'])
  await report(reader, upvote)
  await open(page, '/tools/suno')
  await expect(quotation(page, 'Buy it')).toContainText(
    'Only you can see this: it is hidden while a moderator reviews a report.',
  )
  await expect(
    page.getByRole('region', { name: 'User Recommendations' }).getByText('1', { exact: true }),
  ).toBeVisible()
  const admin = await administrator(server)
  await admin.client.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', upvote)
  await open(page, '/tools/suno')
  await expect(quotation(page, 'Buy it')).toContainText('Only you can see this: a moderator upheld a report.')
  expect(other).not.toBe('')

  await signIn()
  await open(page, '/tools/suno')
  await expect(quotation(page, 'A good one.')).toBeVisible()
  await expect(quotation(page, 'Buy it')).toHaveCount(0)
  await quotation(page, 'A good one.').getByRole('button', { name: 'Flag' }).click()
  await flagDialog(page).getByRole('textbox').fill('Nothing in it.')
  await flagDialog(page).getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByText('Content has been flagged for review')).toBeVisible()
  await expect(flagDialog(page)).toBeHidden()
  await expect(quotation(page, 'A good one.')).toHaveCount(0)
  const [row] = await server.sql<{ reason: string; status: string }[]>`
    select reason, status from public.upvote_flags where upvote_id = ${other}`
  expect(row).toEqual({ reason: 'Nothing in it.', status: 'pending' })
})

test('works by keyboard, is accessible, and does not overflow', async ({ page, signIn, server }) => {
  const reason = 'By keys alone.'
  await recommend(server, await member(server), 'elevenlabs', reason)
  const person = await signIn()
  const hidden = await recommend(server, person, 'elevenlabs', 'My own, hidden.')
  await report(await member(server), hidden)
  await open(page, '/tools/elevenlabs')
  await expect(quotation(page, 'My own')).toContainText('Only you can see this')
  await expectNoBarrier(page, 'recommendations')
  const button = quotation(page, reason).getByRole('button', { name: 'Flag' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(flagDialog(page).getByRole('textbox')).toBeFocused()
  await expectNoBarrier(page, 'flag dialog')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(flagDialog(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.type('Spam.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(flagDialog(page).getByRole('button', { name: 'Submit' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Content has been flagged for review')).toBeVisible()
  await expect(quotation(page, reason)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'User Recommendations' })).toBeFocused()
  await expectToFit(page, 320)
})
