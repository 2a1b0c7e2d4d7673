import type { Page } from 'playwright/test'
import { administrator, member, type Person, recommend } from '../support/actors.ts'
import { expectNoBarrier } from '../support/axe.ts'
import { expect, settled, test } from '../support/e2e.ts'

/** Section 2, Flag dialog, and sections 5 and 8, Flagging: who may report what, what is said, and who sees it then. */

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

// The counts of the starter catalogue are others' to rely on.
test.afterEach(async ({ server }) => {
  await server.sql`delete from public.tool_upvotes`
})

test('is offered to members, on what others wrote', async ({ page, signIn, server }) => {
  const author = await member(server)
  await recommend(server, author, 'whisper', 'Somebody else wrote this.')
  await open(page, '/tools/whisper')
  await expect(quotation(page, 'Somebody else')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Flag' })).toHaveCount(0)

  const person = await signIn()
  await recommend(server, person, 'whisper', 'I wrote this.')
  await open(page, '/tools/whisper')
  const button = quotation(page, 'Somebody else').getByRole('button', { name: 'Flag', exact: true })
  await expect(button).toHaveAccessibleDescription(`@${author.username}`)
  await expect(quotation(page, 'I wrote this').getByRole('button')).toHaveCount(0)
})

test('hides the recommendation from others at once, and its author sees why', async ({
  page,
  signIn,
  server,
}) => {
  const [author, reader] = [await signIn(), await member(server)]
  const other = await recommend(server, reader, 'suno', 'A good one.')
  const upvote = await recommend(server, author, 'suno', 'Buy it at my shop.')
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

test('needs a reason, and keeps what was typed when it is closed', async ({ page, signIn, server }) => {
  await recommend(server, await member(server), 'claude', 'Worth a second look.')
  await signIn()
  await open(page, '/tools/claude')
  const button = quotation(page, 'Worth a second look.').getByRole('button', { name: 'Flag' })
  await button.click()
  const submit = flagDialog(page).getByRole('button', { name: 'Submit' })
  await expect(submit).toBeDisabled()
  await flagDialog(page).getByRole('textbox').fill('  \n ')
  await submit.click()
  await expect(flagDialog(page).getByText('Please provide a reason for flagging this content')).toBeVisible()
  await flagDialog(page).getByRole('textbox').fill('🚩'.repeat(1001))
  await submit.click()
  await expect(flagDialog(page).getByText('Reason must be 1000 characters or less')).toBeVisible()
  await flagDialog(page).getByRole('textbox').fill('<b>Again</b>')
  await page.keyboard.press('Escape')
  await button.click()
  await expect(flagDialog(page).getByRole('textbox'), 'a text begun is kept').toHaveValue('<b>Again</b>')
})

test.describe('a report that is refused', () => {
  test.use({ allowedErrors: [/status of (400|401|403|404|409|500)|ERR_FAILED/] })

  test('a second time says that it is one', async ({ page, signIn, server }) => {
    const upvote = await recommend(server, await member(server), 'perplexity', 'Approved before.')
    const person = await signIn()
    await report(person, upvote)
    // A moderator approved it, so that it is there to be reported again.
    await (await administrator(server)).client
      .from('tool_upvotes')
      .update({ flag_status: 'approved' })
      .eq('id', upvote)
    await open(page, '/tools/perplexity')
    await quotation(page, 'Approved before.').getByRole('button', { name: 'Flag' }).click()
    await flagDialog(page).getByRole('textbox').fill('Again.')
    await flagDialog(page).getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('You have already reported this recommendation')).toBeVisible()
    await expect(flagDialog(page)).toBeHidden()
    await expect(quotation(page, 'Approved before.')).toBeVisible()
  })

  test('after twenty in a day says so in the dialog', async ({ page, signIn, server }) => {
    const author = await member(server)
    await recommend(server, author, 'midjourney', 'One too many.')
    const person = await signIn()
    await server.sql`
      with made as (insert into public.tools (name, slug, short_description, website_url)
          select 'Limit ' || n, 'limit-' || n, 'One of many.', 'https://example.org' from generate_series(1, 20) n
          returning id),
        liked as (insert into public.tool_upvotes (tool_id, user_id, reason)
          select id, ${author.id}, 'Yes.' from made returning id)
      select 1 from liked`
    await server.sql`
      insert into public.upvote_flags (upvote_id, flagged_by, reason)
      select v.id, ${person.id}, 'Spam' from public.tool_upvotes v join public.tools t on t.id = v.tool_id
      where t.slug like 'limit-%'`
    await open(page, '/tools/midjourney')
    await quotation(page, 'One too many.').getByRole('button', { name: 'Flag' }).click()
    await flagDialog(page).getByRole('textbox').fill('Spam.')
    await flagDialog(page).getByRole('button', { name: 'Submit' }).click()
    await expect(flagDialog(page).getByRole('alert')).toHaveText(
      'You can report at most 20 recommendations a day. Please try again tomorrow.',
    )
    await expect(flagDialog(page).getByRole('textbox')).toHaveValue('Spam.')
    await expectNoBarrier(page, 'flag dialog at the limit')
    await server.sql`delete from public.tools where slug like 'limit-%'`
  })

  test('fails, keeps the text, is not dismissed while under way, and ends with the session', async ({
    page,
    signIn,
    server,
  }) => {
    await recommend(server, await member(server), 'github-copilot', 'Stays.')
    await signIn()
    await open(page, '/tools/github-copilot')
    await quotation(page, 'Stays.').getByRole('button', { name: 'Flag' }).click()
    await flagDialog(page).getByRole('textbox').fill('Typed with care.')
    await page.route('**/rest/v1/upvote_flags', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600))
      await route.fulfill({ status: 500, json: {} })
    })
    await flagDialog(page).getByRole('button', { name: 'Submit' }).click()
    await expect(flagDialog(page).getByRole('button', { name: 'Submitting...' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Failed to flag content. Please try again later.')).toBeVisible()
    await expect(flagDialog(page).getByRole('textbox')).toHaveValue('Typed with care.')
    await page.unroute('**/rest/v1/upvote_flags')
    await page.route('**/rest/v1/upvote_flags', (route) => route.abort())
    await flagDialog(page).getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('Failed to flag content. Please try again later.')).toHaveCount(2)
    await expect(flagDialog(page).getByRole('textbox')).toHaveValue('Typed with care.')
    await page.evaluate(() => {
      localStorage.removeItem('sb-127-auth-token')
      window.dispatchEvent(new StorageEvent('storage', { key: null }))
    })
    await flagDialog(page).getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('You must be logged in to flag content')).toBeVisible()
    await expect(flagDialog(page)).toBeHidden()
    await expect(quotation(page, 'Stays.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Flag', exact: true })).toHaveCount(0)
  })

  test('is about something removed meanwhile', async ({ page, signIn, server }) => {
    const upvote = await recommend(server, await member(server), 'whisper', 'Gone in a moment.')
    const reader = await member(server)
    await signIn()
    await open(page, '/tools/whisper')
    await quotation(page, 'Gone in').getByRole('button', { name: 'Flag' }).click()
    await flagDialog(page).getByRole('textbox').fill('Spam.')
    await report(reader, upvote)
    await (await administrator(server)).client
      .from('tool_upvotes')
      .update({ flag_status: 'rejected' })
      .eq('id', upvote)
    await flagDialog(page).getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByText('This recommendation has already been removed')).toBeVisible()
    await expect(quotation(page, 'Gone in')).toHaveCount(0)
  })
})

test('works by keys alone, has no barrier, and fits', async ({ page, signIn, server }) => {
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
  await page.setViewportSize({ width: 320, height: 700 })
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
})
