import { subMonths } from 'date-fns'
import type { Page } from 'playwright/test'
import { administrator, member, recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, test } from '../support/e2e.ts'

/** Section 2, My Upvotes: what is there, why it may be hidden, and taking it back. */

const item = (page: Page, tool: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: tool, exact: true }) })

test('deleting one asks, marks that one only, and every list and number agrees', async ({
  page,
  signIn,
  server,
}) => {
  const person = await signIn()
  await recommend(server, person, 'whisper', 'Hears everything.', subMonths(new Date(), 3))
  await recommend(server, person, 'suno', 'Sings everything.')
  await page.goto('/tools/whisper')
  const control = page.getByRole('button', { name: /^Upvote/ })
  await expect(page.getByText('Hears everything.')).toBeVisible()
  await expect(control).toHaveAccessibleName(/^Upvoted \d+$/)
  const before = Number(/\d+/.exec(await control.innerText())?.[0])
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await page.getByRole('tab', { name: 'My Upvotes' }).click()
  await expect(page.getByRole('heading', { name: "Tools You've Upvoted" })).toBeVisible()
  const whisper = item(page, 'Whisper')
  await expect(whisper).toContainText('“Hears everything.”')
  await expect(whisper).toContainText('Upvoted 3 months ago')

  await whisper.getByRole('button', { name: 'Delete upvote for Whisper' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete upvote?' })
  await expect(dialog).toContainText(
    'This action cannot be undone. This will permanently delete your upvote for Whisper.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(whisper).toBeVisible()

  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/tool_upvotes*', async (route) => {
    if (route.request().method() === 'DELETE') await answered
    await route.continue()
  })
  await whisper.getByRole('button', { name: 'Delete upvote for Whisper' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(whisper.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  await expect(item(page, 'Suno').getByRole('button', { name: 'Delete upvote for Suno' })).toBeEnabled()
  answer()
  await expect(page.getByText('Upvote deleted successfully')).toBeVisible()
  await expect(whisper).toHaveCount(0)
  await expect(item(page, 'Suno')).toBeVisible()

  await page.goBack()
  await expect(control, 'without a reload').toHaveAccessibleName(/^Upvote \d+$/)
  await expect(control).toContainText(String(before - 1))
  await expect(page.getByText('Hears everything.')).toHaveCount(0)
})

test('a hidden recommendation says so and why', async ({ page, signIn, server }) => {
  const person = await signIn()
  const [reporter, admin] = [await member(server), await administrator(server)]
  const flagged = {
    whisper: await recommend(server, person, 'whisper', 'Reported, not decided.'),
    suno: await recommend(server, person, 'suno', 'Reported and rejected.'),
    claude: await recommend(server, person, 'claude', 'Reported and approved.'),
  }
  await recommend(server, person, 'perplexity', 'Never reported.')
  for (const id of Object.values(flagged))
    await reporter.client
      .from('upvote_flags')
      .insert({ upvote_id: id, flagged_by: reporter.id, reason: 'Spam' })
  await admin.client.from('tool_upvotes').update({ flag_status: 'rejected' }).eq('id', flagged.suno)
  await admin.client.from('tool_upvotes').update({ flag_status: 'approved' }).eq('id', flagged.claude)
  await page.goto('/profile?tab=upvotes')
  await expect(item(page, 'Whisper')).toContainText('Hidden while a moderator reviews a report')
  await expect(item(page, 'Suno')).toContainText('Hidden: a moderator upheld a report')
  for (const shown of ['Claude', 'Perplexity']) {
    await expect(item(page, shown)).toBeVisible()
    await expect(item(page, shown)).not.toContainText('Hidden')
  }
  await item(page, 'Whisper').getByRole('link', { name: 'Whisper' }).click()
  await expect(page).toHaveURL('/tools/whisper')
})

test('500 of them come page by page, one request each', async ({ page, signIn, server }) => {
  const person = await signIn()
  await server.sql`
    with made as (insert into public.tools (name, slug, short_description, website_url)
      select 'Many ' || n, 'many-' || n, 'One of many.', 'https://example.org' from generate_series(1, 500) n
      returning id)
    insert into public.tool_upvotes (tool_id, user_id, reason) select id, ${person.id}, 'Yes.' from made`
  let asked = 0
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rest/v1/tool_upvotes*', async (route) => {
    asked += 1
    await held
    await route.continue()
  })
  await page.goto('/profile?tab=upvotes')
  const panel = page.getByRole('tabpanel', { name: 'My Upvotes' })
  await expect(panel.locator('.skeleton')).toHaveCount(3)
  release()
  await expect(panel.getByRole('listitem')).toHaveCount(15)
  expect(asked).toBe(1)
  await panel.getByRole('button', { name: 'Load More' }).click()
  await expect(panel.getByRole('listitem')).toHaveCount(30)
  expect(asked).toBe(2)
  await server.sql`delete from public.tools where slug like 'many-%'`
})

test('deleting works by keys alone and has no barrier', async ({ page, signIn, server }) => {
  const person = await signIn()
  await recommend(server, person, 'whisper', 'W'.repeat(200))
  await recommend(server, person, 'suno', '🎧'.repeat(200))
  await page.goto('/profile?tab=upvotes')
  const button = page.getByRole('button', { name: 'Delete upvote for Whisper' })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectNoBarrier(page, 'delete upvote')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Upvote deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: "Tools You've Upvoted" })).toBeFocused()
  await page.setViewportSize({ width: 320, height: 700 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
})
